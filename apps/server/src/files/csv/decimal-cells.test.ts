import { expect, test } from 'vitest'
import { DecimalCell } from './decimal-cells.ts'

const cell = new DecimalCell()

test.each<[string, (string | undefined)[]]>([
  ['1,234.50', ['1234.50', undefined]],
  ['1.234,50', [undefined, '1234.50']],
  ['12.5', ['12.5', undefined]],
  ['12,5', [undefined, '12.5']],
  ['1,234', ['1234', '1.234']],
  ['1.234', ['1.234', '1234']],
  ['1 234,50', [undefined, '1234.50']],
  ["1'234.50", ['1234.50', undefined]],
  ['1\u00a0234,5', [undefined, '1234.5']],
  ['-0.5', ['-0.5', undefined]],
  ['.5', ['0.5', undefined]],
  ['1,234,567', ['1234567', undefined]],
  ['1,23,4', [undefined, undefined]],
  ['1.2.3', [undefined, undefined]],
  ['31.12.2026', [undefined, undefined]],
  ['1234', [undefined, undefined]],
  ['a.5', [undefined, undefined]],
  ['.', [undefined, undefined]],
])('%s', (text, numbers) => {
  const bytes = Buffer.from(`;${text};`)
  const mask = cell.read(bytes, 1, bytes.length - 1)
  expect(numbers.map((_, index) => (mask & (1 << index) ? cell.texts[index] : undefined))).toEqual(numbers)
})
