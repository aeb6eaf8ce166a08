import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  allRead,
  MAX_NOTIFICATIONS,
  type Notification,
  unreadCount,
  withNotification,
} from './notifications.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 1, minute)).toISOString()
const logOf = (...texts: string[]) =>
  texts.reduce<Notification[]>(
    (log, text, minute) => withNotification(log, { kind: 'done', text, at: at(minute) }),
    [],
  )

test('newest first; a repeated notification moves to the top with its count and latest time', () => {
  expect(logOf('Saved.', 'Sent.', 'Saved.')).toEqual([
    { kind: 'done', text: 'Saved.', at: at(2), count: 2, isRead: false },
    { kind: 'done', text: 'Sent.', at: at(1), count: 1, isRead: false },
  ])
})

test('the same text of another kind is another notification', () => {
  const log = withNotification(logOf('Saved.'), { kind: 'failed', text: 'Saved.', at: at(1) })
  expect(log.map(({ kind, count }) => [kind, count])).toEqual([
    ['failed', 1],
    ['done', 1],
  ])
})

test('a repeated notification becomes unread again', () => {
  const log = allRead(logOf('Saved.', 'Sent.'))
  expect(unreadCount(log)).toBe(0)
  expect(unreadCount(withNotification(log, { kind: 'done', text: 'Saved.', at: at(9) }))).toBe(1)
})

test('keeps at most a hundred without duplicates, always including the newest', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(150), { minLength: 1, maxLength: 400 }), (numbers) => {
      const log = logOf(...numbers.map(String))
      expect(log.length).toBe(Math.min(MAX_NOTIFICATIONS, new Set(numbers).size))
      expect(new Set(log.map(({ text }) => text)).size).toBe(log.length)
      expect(log[0]?.text).toBe(String(numbers.at(-1)))
    }),
  )
})

test('a notification about the same subject replaces the earlier one', () => {
  const of = (kind: 'progress' | 'ready', text: string, minute: number, percent?: number) => ({
    kind,
    text,
    subject: 'f',
    at: at(minute),
    percent,
  })
  let log = allRead(withNotification([], of('progress', 'In progress', 1, 10)))
  log = withNotification(log, { kind: 'done', text: 'Saved.', at: at(2) })
  log = withNotification(log, of('progress', 'In progress', 3, 60))
  // Progress stays read and in place.
  expect(log.map(({ text, percent, isRead }) => [text, percent, isRead])).toEqual([
    ['Saved.', undefined, false],
    ['In progress', 60, true],
  ])
  log = withNotification(log, of('ready', 'Ready', 4))
  expect(log.map(({ text, count, isRead }) => [text, count, isRead])).toEqual([
    ['Ready', 1, false],
    ['Saved.', 1, false],
  ])
})
