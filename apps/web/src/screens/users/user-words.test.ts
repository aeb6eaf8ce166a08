import { expect, test } from 'vitest'
import { openWorkInWords } from './user-words.ts'

test('open work names what there is', () => {
  const words = (files: number, inquiries: number, cases: number) =>
    openWorkInWords({ files, inquiries, cases })
  expect(words(2, 0, 0)).toBe('2 open files')
  expect(words(0, 0, 1)).toBe('1 open case')
  expect(words(1, 1, 0)).toBe('1 open file and 1 open inquiry')
  expect(words(2, 1, 3)).toBe('2 open files, 1 open inquiry and 3 open cases')
})
