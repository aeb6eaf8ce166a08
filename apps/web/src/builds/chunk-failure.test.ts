import { expect, test } from 'vitest'
import { isChunkFailure, noteChunkFailures } from './chunk-failure.ts'

test.each([
  'Failed to fetch dynamically imported module: https://office.example/assets/a-1.js',
  'error loading dynamically imported module: https://office.example/assets/a-1.js',
  'Importing a module script failed.',
])('“%s” is known again, in words, and no longer the router’s to reload on', (message) => {
  const page = new EventTarget()
  noteChunkFailures(page)
  const error = new TypeError(message)
  page.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
  expect(isChunkFailure(error)).toBe(true)
  expect(error.message).toBe('A part of this page could not be loaded. Check the connection and try again.')
})

test('other errors are not', () => {
  expect(isChunkFailure(new TypeError('x is undefined'))).toBe(false)
  expect(isChunkFailure(undefined)).toBe(false)
})
