import { expect, test } from 'vitest'
import { ageTone, dueText, fieldLabel, fieldText } from './case-words.ts'

test('an age is amber after ten working days and red after fifteen', () => {
  expect([10, 11, 15, 16].map(ageTone)).toEqual([undefined, 'warn', 'warn', 'bad'])
})

test('a due date names the day, and its year if it is another one', () => {
  const due = (day: string) => dueText(day, '2026-11-24')
  expect(['2026-11-24', '2026-11-17', '2027-01-04'].map(due)).toEqual(['Today', '17 Nov', '4 Jan 2027'])
})

test('the history shows labels of codes, days and lists', () => {
  expect([fieldLabel('due_on'), fieldLabel('purchases')]).toEqual(['Due', 'Purchases'])
  expect(fieldText('kind', 'LATE_POINTS')).toBe('Late points')
  expect(fieldText('due_on', '2026-11-20')).toBe('20 Nov 2026')
  expect(fieldText('due_on', '')).toBe('')
  expect(fieldText('purchases', '["2026-10-20 0101 N1","2026-10-21 0101 N2"]')).toBe(
    '2026-10-20 0101 N1, 2026-10-21 0101 N2',
  )
})
