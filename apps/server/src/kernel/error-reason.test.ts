import { expect, test } from 'vitest'
import { reasonOf, withoutRepeats } from './error-reason.ts'

test('names an error by its causes, and codes of connections in words', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  expect(reasonOf(new Error('The storage is not available.', { cause: refused }))).toBe(
    'The storage is not available: connection refused',
  )
})

test('reports the same error once a minute, and others at once', () => {
  const reported: string[] = []
  let now = 0
  const report = withoutRepeats(
    (error) => reported.push((error as Error).message),
    () => now,
  )
  for (const text of ['lost 1', 'lost 2', 'full', 'lost 3']) report(new Error(text))
  now = 60_000
  report(new Error('lost 4'))
  expect(reported).toEqual(['lost 1', 'full', 'lost 4'])
})
