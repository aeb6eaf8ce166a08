import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { FileRejected } from '../../csv/file-rejected.ts'
import { CellWriter } from './cell-writer.ts'
import { NumberCells } from './number-cells.ts'
import { SharedStrings } from './shared-strings.ts'
import { SharedStringsReader } from './shared-strings-reader.ts'
import { SheetReader } from './sheet-reader.ts'
import { DEFAULT_LIMITS } from './workbook-limits.ts'

/** Ways to write the same document. */
const anyPrefix = fc.constantFrom('', 'x:', 'main:')
const anyQuote = fc.constantFrom('"', "'")
const anySpace = fc.constantFrom(' ', '\n', '\t ', '  ')
const anyNoise = fc.constantFrom('', '', '', '<!-- <v>1</v> -->', '<?pi <c> ?>')
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 4 }),
      fc.constantFrom(
        '"',
        ',',
        ';',
        '=',
        '\n',
        '\r\n',
        '\r',
        '\t',
        '&',
        '<',
        '>',
        ']]',
        '_x000D_',
        '_x0041_',
        '_x005F_',
        '_xD83D__xDE00_',
        ' ',
        '😀',
        'ñ',
        '0006',
      ),
    ),
    { maxLength: 6 },
  )
  .map((pieces) => pieces.join('').replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''))

/** A text as XML: plain, as references, as CDATA, or with noise inside. */
const anyXmlText = fc
  .tuple(anyText, anyText, fc.constantFrom('plain', 'decimal', 'hex', 'cdata'), anyNoise)
  .map(([first, second, form, noise]) => {
    const plain = (text: string) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    if (form === 'cdata') return `${plain(first)}<![CDATA[${second.replaceAll(']]', '')}]]>${noise}`
    if (form === 'plain') return `${plain(first)}${noise}${plain(second)}`
    const radix = form === 'hex' ? 16 : 10
    return `${plain(first)}${noise}${[...second].map((c) => `&#${form === 'hex' ? 'x' : ''}${(c.codePointAt(0) ?? 0).toString(radix)};`).join('')}`
  })
const anyRuns = fc
  .tuple(fc.array(fc.tuple(anyXmlText, fc.boolean()), { maxLength: 3 }), fc.boolean(), anyNoise)
  .map(([runs, isRich, noise]) => {
    const one = ([text, isPreserved]: [string, boolean]) =>
      `<P:t${isPreserved ? ' xml:space="preserve"' : ''}>${text}</P:t>`
    if (!isRich) return noise + (runs[0] ? one(runs[0]) : '<P:t/>')
    return (
      runs.map((run) => `<P:r><P:rPr><P:b/></P:rPr>${one(run)}</P:r>`).join(noise) +
      '<P:rPh sb="0" eb="1"><P:t>ph</P:t></P:rPh>'
    )
  })
const anyCell = fc.oneof(
  fc.integer({ min: 0, max: 3 }).map((index) => ({ type: 's', content: `<P:v>${index}</P:v>` })),
  anyRuns.map((runs) => ({ type: 'inlineStr', content: `<P:is>${runs}</P:is>` })),
  anyXmlText.map((text) => ({ type: 'str', content: `<P:f>A1&amp;"x"</P:f><P:v>${text}</P:v>` })),
  fc
    .integer({ min: -1e15 + 1, max: 1e15 - 1 })
    .map((value) => ({ type: 'n', content: `<P:v>${value}</P:v>` })),
  fc.constant({ type: '', content: '' }),
)
const anySheet = fc.record({
  strings: fc.array(anyRuns, { minLength: 4, maxLength: 4 }),
  rows: fc.array(
    fc.record({
      skip: fc.nat({ max: 3 }),
      hasReference: fc.boolean(),
      cells: fc.array(
        fc.record({ skip: fc.nat({ max: 2 }), hasReference: fc.boolean(), cell: anyCell, noise: anyNoise }),
        { maxLength: 4 },
      ),
    }),
    { maxLength: 5 },
  ),
  prefix: anyPrefix,
  quote: anyQuote,
  space: anySpace,
  isReversed: fc.boolean(),
})
type Sheet = typeof anySheet extends fc.Arbitrary<infer T> ? T : never

function documents({ strings, rows, prefix, quote, space, isReversed }: Sheet): {
  strings: string
  sheet: string
} {
  const attributes = (values: Record<string, string>) => {
    const pairs = Object.entries(values).map(
      ([name, value]) => `${space}${name}${isReversed ? ' = ' : '='}${quote}${value}${quote}`,
    )
    return (isReversed ? pairs.reverse() : pairs).join('')
  }
  let row = 0
  const lines = rows.map(({ skip, hasReference, cells }) => {
    row += hasReference ? 1 + skip : 1
    let column = -1
    const content = cells.map(({ skip, hasReference, cell: { type, content }, noise }) => {
      column += hasReference ? 1 + skip : 1
      const reference: Record<string, string> = hasReference
        ? { r: `${String.fromCharCode(65 + column)}${row}` }
        : {}
      const typed: Record<string, string> = type === '' ? {} : { t: type }
      const start = `<P:c${attributes({ ...reference, 'y:t': 'b', s: '7', ...typed })}`
      return content === ''
        ? `${start}/>`
        : `${start}${isReversed ? space : ''}>${noise}${content}</P:c${isReversed ? space : ''}>`
    })
    return `<P:row${attributes({ ...(hasReference ? { r: String(row) } : {}), 'y:r': '9' })}>${content.join('')}</P:row>`
  })
  const named = (xml: string) => xml.replaceAll('P:', prefix)
  return {
    strings: named(
      `<?xml version="1.0"?><P:sst xmlns:x="a" xmlns:main="b">${strings.map((runs) => `<P:si>${runs}</P:si>`).join(space)}</P:sst>`,
    ),
    sheet: named(
      `<P:worksheet xmlns:x="a"><P:sheetData>${lines.join(space)}</P:sheetData><P:extLst><P:c><P:v>1</P:v></P:c></P:extLst></P:worksheet>`,
    ),
  }
}

/** Reads the same documents with a general parser, one string a step. */
function expected({ strings, sheet }: { strings: string; sheet: string }): string[][] {
  const shared: string[] = []
  const rows: string[][] = []
  let row = 0
  let column = -1
  let type = 'n'
  let value = ''
  let run = ''
  let isPreserved = false
  const path: string[] = []
  const onDocument = (xml: string) => {
    const parser = new SaxesParser({ position: false, xmlns: false })
    parser.on('opentag', ({ name, attributes }) => {
      const local = name.slice(name.indexOf(':') + 1)
      path.push(local)
      if (local === 'si') value = ''
      if (local === 'row') {
        row = Number(attributes.r ?? row + 1)
        column = -1
      }
      if (local === 'c' && path.includes('sheetData')) {
        column = attributes.r === undefined ? column + 1 : attributes.r.charCodeAt(0) - 65
        type = attributes.t ?? 'n'
        value = ''
      }
      if (local === 't' || local === 'v') {
        run = ''
        isPreserved = local === 'v' || attributes['xml:space'] === 'preserve'
      }
    })
    const onText = (text: string) => {
      if (path.at(-1) === 't' || path.at(-1) === 'v') run += text
    }
    parser.on('text', onText)
    parser.on('cdata', onText)
    parser.on('closetag', () => {
      const local = path.at(-1)
      if ((local === 't' && !path.includes('rPh')) || local === 'v')
        value += decoded(isPreserved ? run : run.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ''))
      if (local === 'si') shared.push(clean(value))
      if (local === 'c' && path.includes('sheetData')) {
        const text = type === 's' ? (shared[Number(value)] ?? '') : clean(value)
        if (text !== '') {
          while (rows.length < row) rows.push([])
          const cells = rows[row - 1]
          while (cells && cells.length < column) cells.push('')
          cells?.push(text)
        }
      }
      path.pop()
    })
    parser.write(xml).close()
  }
  onDocument(strings)
  onDocument(sheet)
  return rows
}

const decoded = (text: string) =>
  text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (all, hex: string) =>
    hex === '0000' ? all : String.fromCharCode(Number.parseInt(hex, 16)),
  )
const clean = (text: string) => text.toWellFormed().replaceAll(/\r\n?|\n/g, ' ')

/** `pieces` are fed one by one. */
function read(strings: readonly Uint8Array[], sheet: readonly Uint8Array[]): string {
  const store = new SharedStrings(DEFAULT_LIMITS)
  const stringsReader = new SharedStringsReader(store)
  for (const piece of strings) stringsReader.feed(piece)
  stringsReader.finish()
  const cells = new CellWriter({
    strings: store,
    isDate: [],
    is1904: false,
    limits: DEFAULT_LIMITS,
    numbers: new NumberCells(),
  })
  const reader = new SheetReader(cells)
  for (const piece of sheet) {
    reader.feed(piece)
    while (reader.readBlock());
  }
  reader.finish()
  return Buffer.concat([...cells.blocks.take()]).toString()
}

const rowsOf = (csv: string): string[][] =>
  parse(csv, { relax_column_count: true, skip_empty_lines: false, record_delimiter: '\n' }).map(
    (row: string[]) => (row.length === 1 && row[0] === '' ? [] : row),
  )

test('reads the same cells as a general XML parser, wherever the bytes are split', () => {
  fc.assert(
    fc.property(anySheet, fc.array(fc.nat({ max: 2_000 }), { maxLength: 5 }), (sheet, cuts) => {
      const xml = documents(sheet)
      const whole = read([Buffer.from(xml.strings)], [Buffer.from(xml.sheet)])
      expect(rowsOf(whole)).toEqual(expected(xml))
      expect(read(split(Buffer.from(xml.strings), cuts), split(Buffer.from(xml.sheet), cuts))).toBe(whole)
    }),
    { numRuns: propertyRuns(500) },
  )
})

test('reads the same cells split at every byte', () => {
  const [sheet] = fc.sample(
    anySheet.filter(({ rows }) => rows.length > 3),
    { numRuns: 1, seed: 7 },
  )
  if (!sheet) throw new Error('no sample')
  const xml = documents(sheet)
  const [strings, bytes] = [Buffer.from(xml.strings), Buffer.from(xml.sheet)]
  const whole = read([strings], [bytes])
  expect(whole).not.toBe('')
  for (let at = 0; at < bytes.length; at++)
    expect(read([strings], [bytes.subarray(0, at), bytes.subarray(at)])).toBe(whole)
  for (let at = 0; at < strings.length; at++)
    expect(read([strings.subarray(0, at), strings.subarray(at)], [bytes])).toBe(whole)
  const single = (all: Buffer) => Array.from(all, (byte) => Buffer.of(byte))
  expect(read(single(strings), single(bytes))).toBe(whole)
})

test('a changed part is read or rejected, and never fails otherwise', () => {
  const anyChange = fc.record({
    at: fc.nat({ max: 5_000 }),
    removed: fc.nat({ max: 3 }),
    added: fc.uint8Array({ maxLength: 3 }),
  })
  const changed = (
    xml: string,
    { at, removed, added }: { at: number; removed: number; added: Uint8Array },
  ) => {
    const bytes = Buffer.from(xml)
    const start = at % bytes.length
    return Buffer.concat([bytes.subarray(0, start), added, bytes.subarray(start + removed)])
  }
  fc.assert(
    fc.property(anySheet, anyChange, anyChange, (sheet, inStrings, inSheet) => {
      const xml = documents(sheet)
      try {
        read([changed(xml.strings, inStrings)], [changed(xml.sheet, inSheet)])
      } catch (error) {
        expect(error).toBeInstanceOf(FileRejected)
      }
    }),
    { numRuns: propertyRuns(500) },
  )
})

function split(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length].sort((a, b) => a - b)
  return places.slice(1).map((to, i) => bytes.subarray(places[i], to))
}
