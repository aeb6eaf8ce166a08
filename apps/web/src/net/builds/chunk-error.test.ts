import { expect, test } from 'vitest'
import { isChunkError, watchChunkErrors } from './chunk-error.ts'

test.each([
  'Failed to fetch dynamically imported module: https://office.example/assets/a-1.js',
  'error loading dynamically imported module: https://office.example/assets/a-1.js',
  'Importing a module script failed.',
])('“%s” gets a name and a message that the router does not reload on', (message) => {
  const page = new EventTarget()
  watchChunkErrors(page)
  const error = new TypeError(message)
  page.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
  expect(isChunkError(error)).toBe(true)
  expect(error.message).toBe('A part of this page could not be loaded. Check the connection and try again.')
})

test('other errors are not chunk errors', () => {
  expect(isChunkError(new TypeError('x is undefined'))).toBe(false)
  expect(isChunkError(undefined)).toBe(false)
})
