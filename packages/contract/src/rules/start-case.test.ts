import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { startCase } from './start-case.ts'

test.each([
  ['first_name', 'First Name'],
  ['companyCode', 'Company Code'],
  ['terminal_id', 'Terminal Id'],
  ['branchCode2', 'Branch Code 2'],
  ['SMACNumber', 'SMAC Number'],
  ['ticket_no', 'Ticket No'],
  ['lines.0.amount', 'Lines 0 Amount'],
  ['--date-from--', 'Date From'],
  ['ID', 'ID'],
  ["owner's name", 'Owners Name'],
  ['Peñaflor', 'Peñaflor'],
  ['año_nuevo', 'Año Nuevo'],
  ['ßeta_ß', 'ßeta ß'],
  ['', ''],
  ['__', ''],
])('%s → %s', (name, expected) => {
  expect(startCase(name)).toBe(expected)
})

test('is idempotent', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string())
  fc.assert(fc.property(text, (name) => startCase(startCase(name)) === startCase(name)))
})

test('keeps letters and digits in order and changes only first letters, to capitals', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (name) => {
      const cased = startCase(name)
      expect(cased.replaceAll(' ', '').toLowerCase()).toBe(name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase())
      expect(cased.split(' ').every((word) => /^[A-Z]*[a-z]*$|^[0-9]+$/.test(word))).toBe(true)
      expect(cased).not.toMatch(/^[a-z]| [a-z]|^ | $| {2}/)
    }),
  )
})
