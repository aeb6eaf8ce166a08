import { expect, test } from 'vitest'
import { phraseCode } from './import-part.tsx'

test('a reversed period of a table is not described by the limit of an inquiry', () => {
  expect(phraseCode('E006', 'TENDERS')).toBe('The end is before the start')
})

test('describes other codes as in all files, and keeps unknown codes', () => {
  expect(phraseCode('E005', 'TENDERS')).toBe('Not a date: use YYYY-MM-DD')
  expect(phraseCode('E999', 'TENDERS')).toBe('E999')
})

test('describes cases that cannot be closed', () => {
  expect(phraseCode('E007', 'CASES')).toBe('The case is unknown or already closed')
})
