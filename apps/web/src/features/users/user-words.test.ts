import { expect, test } from 'vitest'
import { describeOpenWork, statusBadge } from './user-words.ts'

test('open work names what there is', () => {
  const words = (files: number, inquiries: number, cases: number) =>
    describeOpenWork({ files, inquiries, cases })
  expect(words(2, 0, 0)).toBe('2 open files')
  expect(words(0, 0, 1)).toBe('1 open case')
  expect(words(1, 1, 0)).toBe('1 open file and 1 open inquiry')
  expect(words(2, 1, 3)).toBe('2 open files, 1 open inquiry and 3 open cases')
})

test('the badge of a pending user follows the invitation', () => {
  const textAt = (now: string, invitation_expires_at: string | null) =>
    statusBadge({ status: 'PENDING', invitation_expires_at }, { nowMs: Date.parse(now) }).text
  const until = '2026-12-03T08:00:00Z'
  expect(textAt('2026-12-03T07:59:59Z', until)).toBe('Invited, expires 3 Dec')
  expect(textAt(until, until)).toBe('Invitation expired')
  expect(textAt(until, null)).toBe('Pending')
})
