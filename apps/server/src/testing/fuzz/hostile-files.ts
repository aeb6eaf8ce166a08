import { deflateRawSync, gzipSync } from 'node:zlib'

/**
 * Code of the rejection; `columns`: its columns must be chosen; `row`: read with errors or warnings; `read`: read
 * without any.
 */
type Outcome = 'F001' | 'F002' | 'F003' | 'F004' | 'F005' | 'columns' | 'row' | 'read'
/** `content` is made from a valid header and row. */
export type HostileFile = {
  name: string
  outcomes: readonly Outcome[]
  content: (header: string, row: string) => Buffer | string
}

const TEN_MB = 'x'.repeat(10 * 1024 * 1024)
const file = (name: string, outcomes: Outcome | Outcome[], content: HostileFile['content']): HostileFile => {
  return { name, outcomes: [outcomes].flat(), content }
}
/** A file with these texts in the first cells of its rows. */
const cells = (name: string, outcome: Outcome, ...texts: string[]) =>
  file(name, outcome, (header, row) =>
    [header, ...texts.map((text) => row.replace(/^[^,]*/, text)), ''].join('\n'),
  )

export const HOSTILE_FILES: readonly HostileFile[] = [
  file('an empty file', 'F001', () => ''),
  file('blank lines', 'F001', () => '\n\r\n\n'),
  file('a header only', 'F001', (header) => `${header}\n`),
  file('a byte order mark only', 'F001', () => '\uFEFF'),
  file('a byte order mark', 'read', (header, row) => `\uFEFF${header}\n${row}\n`),
  file('no header', 'columns', (_, row) => `${row}\n${row}\n`),
  file('a column twice', 'columns', (header, row) => `${header},${header.split(',')[0]}\n${row},1\n`),
  file(
    'columns of prototypes',
    ['row', 'read'],
    (header, row) => `${header},__proto__,constructor\n${row},1,2\n`,
  ),
  file('UTF-16', 'F004', (header, row) => Buffer.from(`\uFEFF${header}\n${row}\n`, 'utf16le')),
  file('Latin-1', 'F004', (header, row) => Buffer.from(`${header}\n${row}\xff\n`, 'latin1')),
  file('a NUL', 'F004', (header, row) => `${header}\n${row}\n\0\n`),
  file('a NUL far down', ['F004', 'F003'], (header, row) => `${header}\n${`${row}\n`.repeat(5_000)}\0\n`),
  file('a row of 10 MB', ['F003', 'F004', 'row'], (header, row) => `${header}\n${row}${TEN_MB}\n${row}\n`),
  file('a header of 10 MB', ['F003', 'F004'], (header, row) => `${header}${TEN_MB}\n${row}\n`),
  file('1,000 columns', 'F003', (header, row) => {
    return `${header}${Array.from({ length: 1_000 }, (_, index) => `,c${index}`).join('')}\n${row}\n`
  }),
  file(
    'a row of 40,000 cells',
    ['F003', 'row'],
    (header, row) => `${header}\n${row}${',x'.repeat(40_000)}\n`,
  ),
  file('an unclosed quote', ['F004', 'row'], (header, row) => `${header}\n"${row}\n${row}\n`),
  file('an unclosed quote in the header', ['F001', 'F004'], (header, row) => `${header},"x\n${row}\n`),
  cells('quotes within quotes', 'row', '"a"b"c"'),
  file(
    'line ends of every kind',
    ['F004', 'row'],
    (header, row) => `${header}\r\n${row}\r${row}\n\r${row}\r\n`,
  ),
  file('CR for line ends', ['F001', 'F004', 'row'], (header, row) => `${header}\r${row}\r`),
  file('commas only', ['F001', 'row'], (header) => `${header}\n${',,,,,,\n'.repeat(100)}`),
  file('fewer cells', ['row', 'read'], (header, row) => `${header}\n${row.split(',')[0]}\n`),
  cells('formulas', 'row', '"=HYPERLINK(""http://x.test"",1)"', '@SUM(1)'),
  cells('SQL and HTML', 'row', "'; DROP TABLE users; --", '<script>alert(1)</script>'),
  cells('text from right to left, and invisible marks', 'row', '\u202Eabc\u200B\u2066'),
  file('a damaged workbook', 'F004', () => Buffer.concat([Buffer.from('PK\x03\x04'), deflateRawSync('x')])),
  file('an old spreadsheet', ['F004', 'F005'], () => Buffer.from('D0CF11E0A1B11AE1'.repeat(40), 'hex')),
  file('a compressed file', ['F004', 'F005'], (header, row) => gzipSync(`${header}\n${row}\n`)),
  file('a page', ['F002', 'F004'], () => '<!DOCTYPE html>\n<html><body>not signed in</body></html>\n'),
  file('random bytes', ['F004', 'F005'], () => Buffer.from('9f3a00c7ffd8e1'.repeat(500), 'hex')),
]
