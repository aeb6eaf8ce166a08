import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseBlock } from './use-grid-actions.ts'

test.each([
  ['one cell', '0417', [['0417']]],
  [
    'Excel, with its last line break',
    '0417\tTarlac\r\n0420\tCapas\r\n',
    [
      ['0417', 'Tarlac'],
      ['0420', 'Capas'],
    ],
  ],
  [
    'Google Sheets, without it',
    '0417\tTarlac\n0420\tCapas',
    [
      ['0417', 'Tarlac'],
      ['0420', 'Capas'],
    ],
  ],
  [
    'empty cells',
    '\t\n\t\n',
    [
      ['', ''],
      ['', ''],
    ],
  ],
  ['a quoted cell with a line break and a quote', '"a\nb ""c"""\td', [['a\nb "c"', 'd']]],
  ['a quoted tab', '"a\tb"\r\nc', [['a\tb'], ['c']]],
  ['text that begins with a quote', '"Mabini" branch\tx', [['"Mabini" branch', 'x']]],
  ['a quote without its end', '"a\tb', [['"a', 'b']]],
  ['nothing', '', [['']]],
])('%s', (_, text, lines) => {
  expect(parseBlock(text)).toEqual(lines)
})

/** As LibreOffice, Excel and Google Sheets copy cells. */
function copied(lines: readonly (readonly string[])[], lineBreak: string): string {
  const quoted = (cell: string) => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  return lines.map((line) => line.map(quoted).join('\t') + lineBreak).join('')
}

test('a copied block comes back as it was', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '0', ' ', '"', '\t', '\n', '\r\n', 'é') })
  const lines = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(lines, fc.constantFrom('\n', '\r\n'), (block, lineBreak) => {
      expect(parseBlock(copied(block, lineBreak))).toEqual(block)
    }),
  )
})
