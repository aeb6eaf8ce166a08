import { deflateRawSync, gzipSync } from 'node:zlib'

/** A file that no careful person would send. `of`: its bytes, from a header and a row that the category takes. */
export type HostileFile = {
  name: string
  of: (header: string, row: string) => Buffer | string
  /** What may become of it: the code of the refusal; `row`: it is read, and its bad rows are rejected; `read`: all is well. */
  outcome: readonly ('F001' | 'F002' | 'F003' | 'F004' | 'F005' | 'row' | 'read')[]
}

const MB = 1024 * 1024
const cells = (row: string) => row.split(',')
const first = (row: string, cell: string) => [cell, ...cells(row).slice(1)].join(',')

export const HOSTILE_FILES: readonly HostileFile[] = [
  { name: 'nothing', of: () => '', outcome: ['F001'] },
  { name: 'blank lines', of: () => '\n\r\n\n', outcome: ['F001'] },
  { name: 'a header only', of: (header) => `${header}\n`, outcome: ['F001'] },
  { name: 'a byte order mark only', of: () => '\uFEFF', outcome: ['F001'] },
  { name: 'a byte order mark', of: (header, row) => `\uFEFF${header}\n${row}\n`, outcome: ['read'] },
  { name: 'no header', of: (_, row) => `${row}\n${row}\n`, outcome: ['F001', 'F002', 'F004'] },
  {
    name: 'a column twice',
    of: (header, row) => `${header},${cells(header)[0]}\n${row},1\n`,
    outcome: ['F004'],
  },
  {
    name: 'columns of prototypes',
    of: (header, row) => `${header},__proto__,constructor\n${row},1,2\n`,
    outcome: ['read'],
  },
  {
    name: 'UTF-16',
    of: (header, row) => Buffer.from(`\uFEFF${header}\n${row}\n`, 'utf16le'),
    outcome: ['F004'],
  },
  {
    name: 'Latin-1',
    of: (header, row) => Buffer.from(`${header}\n${row}\xff\n`, 'latin1'),
    outcome: ['F004'],
  },
  { name: 'a NUL', of: (header, row) => `${header}\n${row}\n\0\n`, outcome: ['F004'] },
  {
    name: 'a NUL far down',
    of: (header, row) => `${header}\n${`${row}\n`.repeat(5_000)}\0\n`,
    outcome: ['F004', 'F003'],
  },
  {
    name: 'a row of 10 MB',
    of: (header, row) => `${header}\n${row}${'x'.repeat(10 * MB)}\n${row}\n`,
    outcome: ['F003', 'F004', 'row'],
  },
  {
    name: 'a header of 10 MB',
    of: (header, row) => `${header}${'x'.repeat(10 * MB)}\n${row}\n`,
    outcome: ['F003', 'F004'],
  },
  {
    name: '1,000 columns',
    of: (header, row) => `${header}${Array.from({ length: 1_000 }, (_, n) => `,c${n}`).join('')}\n${row}\n`,
    outcome: ['F003'],
  },
  {
    name: 'a row of 40,000 cells',
    of: (header, row) => `${header}\n${row}${',x'.repeat(40_000)}\n`,
    outcome: ['F003', 'row'],
  },
  {
    name: 'a quote never closed',
    of: (header, row) => `${header}\n"${row}\n${row}\n`,
    outcome: ['F004', 'row'],
  },
  {
    name: 'a quote never closed in the header',
    of: (header, row) => `${header},"x\n${row}\n`,
    outcome: ['F004'],
  },
  {
    name: 'quotes within quotes',
    of: (header, row) => `${header}\n${first(row, '"a"b"c"')}\n`,
    outcome: ['row'],
  },
  {
    name: 'line ends of every kind',
    of: (header, row) => `${header}\r\n${row}\r${row}\n\r${row}\r\n`,
    outcome: ['F004', 'row'],
  },
  { name: 'CR for line ends', of: (header, row) => `${header}\r${row}\r`, outcome: ['F001', 'F004', 'row'] },
  { name: 'commas only', of: (header) => `${header}\n${',,,,,,\n'.repeat(100)}`, outcome: ['F001', 'row'] },
  { name: 'fewer cells', of: (header, row) => `${header}\n${cells(row)[0]}\n`, outcome: ['row', 'read'] },
  {
    name: 'formulas',
    of: (header, row) =>
      `${header}\n${first(row, '"=HYPERLINK(""http://x.test"",1)"')}\n${first(row, '@SUM(1)')}\n`,
    outcome: ['row'],
  },
  {
    name: 'SQL and HTML',
    of: (header, row) =>
      `${header}\n${first(row, `'; DROP TABLE users; --`)}\n${first(row, '<script>alert(1)</script>')}\n`,
    outcome: ['row'],
  },
  {
    name: 'text that runs the other way, and marks that are not seen',
    of: (header, row) => `${header}\n${first(row, '\u202Eabc\u200B\u2066')}\n`,
    outcome: ['row'],
  },
  {
    name: 'a spreadsheet',
    of: () => Buffer.concat([Buffer.from('PK\x03\x04'), deflateRawSync('x')]),
    outcome: ['F005'],
  },
  {
    name: 'an old spreadsheet',
    of: () => Buffer.from('D0CF11E0A1B11AE1'.repeat(40), 'hex'),
    outcome: ['F004', 'F005'],
  },
  {
    name: 'a compressed file',
    of: (header, row) => gzipSync(`${header}\n${row}\n`),
    outcome: ['F004', 'F005'],
  },
  {
    name: 'a page',
    of: () => '<!DOCTYPE html>\n<html><body>not signed in</body></html>\n',
    outcome: ['F002', 'F004'],
  },
  {
    name: 'random bytes',
    of: () => Buffer.from('9f3a00c7ffd8e1'.repeat(500), 'hex'),
    outcome: ['F004', 'F005'],
  },
]
