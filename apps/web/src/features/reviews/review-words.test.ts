import { expect, test } from 'vitest'
import {
  dueText,
  endText,
  lastUsedText,
  originText,
  othersText,
  progressText,
  proposedName,
} from './review-words.ts'
import { anItem, aReview, BENITO } from './sample-review.ts'

/** 10:00 on 26 Nov in Manila. */
const NOW = new Date('2026-11-26T02:00:00Z')

test('words for the last use', () => {
  const used = (last_used_on: string | null, is_use_complete = true) => {
    const { text, tone } = lastUsedText({ last_used_on, is_use_complete }, '2026-11-01', NOW)
    return [text, tone]
  }
  expect(used('2026-11-26')).toEqual(['Today', undefined])
  expect(used('2026-11-25')).toEqual(['Yesterday', undefined])
  expect(used('2026-10-27')).toEqual(['30 days ago', undefined])
  expect(used('2026-10-26')).toEqual(['31 days ago', 'warn'])
  expect(used(null)).toEqual(['Never', 'bad'])
  expect(used(null, false)).toEqual(['Not recorded', undefined])
})

test('the last use has its exact day, or explains why it is unknown', () => {
  const titleOf = (last_used_on: string | null, is_use_complete: boolean) =>
    lastUsedText({ last_used_on, is_use_complete }, '2026-11-01', NOW).title
  expect(titleOf('2026-10-16', true)).toBe('16 Oct 2026')
  expect(titleOf(null, false)).toBe('Use is recorded since 1 Nov 2026')
})

test('the last use is not in the future while the clock of the browser is behind', () => {
  expect(lastUsedText({ last_used_on: '2026-11-27', is_use_complete: true }, '2026-11-01', NOW).text).toBe(
    'Today',
  )
})

test('a review is due at the end of a day in Manila', () => {
  const due = (due_on: string, status: 'OPEN' | 'FINISHED' = 'OPEN') =>
    dueText({ due_on, due_at: `${due_on}T16:00:00Z`, status }, NOW)
  expect(due('2026-11-30')).toEqual({ day: '30 Nov 2026', left: 'in 4 days', isOverdue: false })
  expect(due('2026-11-27').left).toBe('tomorrow')
  expect(due('2026-11-26').left).toBe('today')
  expect(due('2026-11-25')).toEqual({ day: '25 Nov 2026', left: 'overdue', isOverdue: true })
  expect(due('2026-11-25', 'FINISHED')).toEqual({
    day: '25 Nov 2026',
    left: undefined,
    isOverdue: false,
  })
})

test('origin and others', () => {
  const at = '2025-11-03T02:00:00Z'
  expect(originText({ granted_by: 'Benito Cruz', granted_at: at })).toBe('Benito Cruz, 3 Nov 2025')
  expect(originText({ granted_by: null, granted_at: at })).toBe('3 Nov 2025')
  expect(originText({ granted_by: null, granted_at: null })).toBe('Not recorded')
  const policy = anItem({ grant: { kind: 'policy', id: BENITO.id, name: 'Card reveal', until: null } })
  expect(othersText({ ...policy, others: { total: 12, have: 3 } })).toBe(
    '3 of 12 others with the same role have it',
  )
  expect(othersText({ ...policy, others: { total: 1, have: 1 } })).toBe(
    '1 of 1 other with the same role has it',
  )
  expect(othersText({ ...policy, others: { total: 0, have: 0 } })).toBe('No other user with the same role')
  expect(othersText(anItem({ others: { total: 240, have: 12 } }))).toBe('12 of 240 users have it')
})

test('a proposed name has the month in Manila', () => {
  const late = new Date('2026-10-31T17:00:00Z')
  expect(proposedName('HIGH_RISK', undefined, late)).toBe('November 2026: High-risk access')
  expect(proposedName('ROLE', 'Auditor', late)).toBe('November 2026: Auditor')
})

test('the end names its cause, undecided items and refused removals', () => {
  const counts = { total: 26, kept: 15, removed: 3, undecided: 8 }
  const ended = aReview({
    status: 'FINISHED',
    finished_at: '2026-11-30T16:00:00Z',
    counts,
    outcomes: { kept: 23, removed: 2, gone: 0, not_possible: 1 },
  })
  expect(endText(ended)).toEqual({
    title: 'Ended by its deadline: 8 undecided items were kept',
    text: '23 kept, 2 removed, 1 not possible.',
  })
  expect(endText({ ...ended, undecided: 'REMOVE', counts: { ...counts, undecided: 1 } }).title).toBe(
    'Ended by its deadline: 1 undecided item was removed',
  )
  expect(endText({ ...ended, finished_by: BENITO }).title).toMatch(/^Finished by Benito Cruz /)
  const cancelled = {
    ...ended,
    status: 'CANCELLED' as const,
    finished_by: BENITO,
    cancel_reason: 'Wrong role',
  }
  expect(endText(cancelled).text).toBe('Nothing was removed. Reason: Wrong role')
  expect(progressText(ended)).toBe('15 kept, 3 removed, 8 undecided')
})
