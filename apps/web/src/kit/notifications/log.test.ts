import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allSeen, MOST_NOTIFICATIONS, type Notification, unseen, withOneMore } from './log.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 1, minute)).toISOString()
const said = (...texts: string[]) =>
  texts.reduce<Notification[]>(
    (log, text, minute) => withOneMore(log, { kind: 'done', text, at: at(minute) }),
    [],
  )

test('newest first; what is said again comes up and is counted, with its last time', () => {
  expect(said('Saved.', 'Sent.', 'Saved.')).toEqual([
    { kind: 'done', text: 'Saved.', at: at(2), count: 2, seen: false },
    { kind: 'done', text: 'Sent.', at: at(1), count: 1, seen: false },
  ])
})

test('the same words of another kind are another thing', () => {
  const log = withOneMore(said('Saved.'), { kind: 'failed', text: 'Saved.', at: at(1) })
  expect(log.map(({ kind, count }) => [kind, count])).toEqual([
    ['failed', 1],
    ['done', 1],
  ])
})

test('what was seen is new again once it is said again', () => {
  const log = allSeen(said('Saved.', 'Sent.'))
  expect(unseen(log)).toBe(0)
  expect(unseen(withOneMore(log, { kind: 'done', text: 'Saved.', at: at(9) }))).toBe(1)
})

test('never more than a hundred, none twice, and the newest always among them', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(150), { minLength: 1, maxLength: 400 }), (numbers) => {
      const log = said(...numbers.map(String))
      expect(log.length).toBe(Math.min(MOST_NOTIFICATIONS, new Set(numbers).size))
      expect(new Set(log.map(({ text }) => text)).size).toBe(log.length)
      expect(log[0]?.text).toBe(String(numbers.at(-1)))
    }),
  )
})
