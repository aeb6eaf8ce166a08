import { expect, test } from 'vitest'
import { isDormantUser, openWorkInWords } from './user-words.ts'

test('open work names what there is', () => {
  const words = (files: number, inquiries: number, cases: number) =>
    openWorkInWords({ files, inquiries, cases })
  expect(words(2, 0, 0)).toBe('2 open files')
  expect(words(0, 0, 1)).toBe('1 open case')
  expect(words(1, 1, 0)).toBe('1 open file and 1 open inquiry')
  expect(words(2, 1, 3)).toBe('2 open files, 1 open inquiry and 3 open cases')
})

test('an active user is dormant after 60 days without a sign-in', () => {
  const now = Date.parse('2026-11-26T00:00:00Z')
  const user = (last_sign_in_at: string | null, status: 'ACTIVE' | 'DISABLED' = 'ACTIVE') =>
    isDormantUser({ status, last_sign_in_at, created_at: '2026-09-01T00:00:00Z' }, now)
  expect(user('2026-09-27T00:00:00Z')).toBe(false)
  expect(user('2026-09-26T23:59:59Z')).toBe(true)
  expect(user(null)).toBe(true)
  expect(user(null, 'DISABLED')).toBe(false)
})
