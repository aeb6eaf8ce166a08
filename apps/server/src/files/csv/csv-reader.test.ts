import { Buffer } from 'node:buffer'
import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CsvReader, MAX_FEED_BYTES } from './csv-reader.ts'
import { FileRejected } from './file-rejected.ts'

type Outcome = { records: string[][] } | { refused: string }

/** All records of the pieces, as strings. */
function read(pieces: readonly Uint8Array[]): Outcome {
  const reader = new CsvReader({ isStrict: true })
  const records: string[][] = []
  const drain = () => {
    while (reader.next()) records.push(Array.from({ length: reader.cells }, (_, i) => reader.text(i)))
  }
  try {
    for (const piece of pieces) {
      reader.feed(piece)
      drain()
    }
    reader.finish()
    drain()
    return { records }
  } catch (error) {
    if (error instanceof FileRejected) return { refused: error.code }
    throw error
  }
}

function theirs(text: string, delimiter: string): Outcome {
  try {
    const records = parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: true,
      bom: true,
    })
    return { records: records as unknown as string[][] }
  } catch {
    return { refused: 'F004' }
  }
}

function pieces(bytes: Buffer, cuts: readonly number[]): Uint8Array[] {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b)
  return [0, ...places].map((from, i) => bytes.subarray(from, places[i] ?? bytes.length))
}

const cell = fc.stringMatching(/^[ab0 ,;\t"\n\r€ñ😀'=]{0,6}$/u)
const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
const delimiters = fc.constantFrom(',', ';', '\t')

/** A valid file, with all necessary quotes. */
const validFile = fc
  .record({
    delimiter: delimiters,
    rows: fc.array(fc.array(fc.tuple(cell, fc.boolean()), { minLength: 1, maxLength: 5 }), { maxLength: 8 }),
    ends: fc.array(fc.constantFrom('\n', '\r\n', '\n\n', '\r\n\n'), { minLength: 1, maxLength: 4 }),
    lastEnd: fc.boolean(),
    bom: fc.boolean(),
  })
  .map(({ delimiter, rows, ends, lastEnd, bom }) => {
    const header = ['h1', 'h2', 'h3'].join(delimiter)
    const lines = rows.map((row) =>
      row.map(([text, quoted]) => (quoted || /[,;\t"\r\n]/.test(text) ? quote(text) : text)).join(delimiter),
    )
    const text = [header, ...lines].map((line, i) => line + (ends[i % ends.length] ?? '\n')).join('')
    return { delimiter, text: (bom ? '\uFEFF' : '') + (lastEnd ? text : text.trimEnd()) }
  })

describe('CsvReader', () => {
  test('reads like csv-parse, for any split of the bytes', () => {
    fc.assert(
      fc.property(validFile, fc.array(fc.nat(300), { maxLength: 12 }), ({ delimiter, text }, cuts) => {
        expect(read(pieces(Buffer.from(text), cuts))).toEqual(theirs(text, delimiter))
      }),
      { numRuns: propertyRuns(3_000) },
    )
  })

  test('reads the same for a split at every byte', () => {
    fc.assert(
      fc.property(validFile, ({ text }) => {
        const bytes = Buffer.from(text)
        const whole = read([bytes])
        for (let cut = 0; cut <= bytes.length; cut++) {
          expect(read([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(whole)
        }
        expect(read(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(whole)
      }),
      { numRuns: propertyRuns(200) },
    )
  })

  test('agrees with csv-parse or rejects, for any input', () => {
    const anything = fc.array(fc.constantFrom('a', '"', ',', '\n', '\r\n', '\r', ' ', '""', '€'), {
      maxLength: 20,
    })
    fc.assert(
      fc.property(anything, fc.array(fc.nat(40), { maxLength: 6 }), (tokens, cuts) => {
        const text = `h1,h2\n${tokens.join('')}`
        const ours = read(pieces(Buffer.from(text), cuts))
        // csv-parse accepts a bare CR as text.
        if ('refused' in ours && /\r(?!\n)/.test(text)) return
        expect(ours).toEqual(theirs(text, ','))
      }),
      { numRuns: propertyRuns(5_000) },
    )
  })

  test('throws nothing but FileRejected', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.array(fc.nat(200), { maxLength: 5 }),
        (bytes, cuts) => {
          read(pieces(Buffer.from(bytes), cuts))
        },
      ),
      { numRuns: propertyRuns(3_000) },
    )
  })

  test.each([
    ['a spreadsheet', Buffer.from('PK\u0003\u0004abcdefgh'), 'F005'],
    ['an old spreadsheet', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'F005'],
    ['UTF-16 with its mark', Buffer.from('\uFEFFcard_number\n', 'utf16le'), 'F004'],
    ['UTF-16 without', Buffer.from('card_number\n1\n', 'utf16le'), 'F004'],
    ['Latin-1', Buffer.from('card_number\nñandú\n', 'latin1'), 'F004'],
    ['a NUL', Buffer.from('card_number\n1\0\n'), 'F004'],
    ['CR alone', Buffer.from('card_number\r1\r2\r'), 'F004'],
    ['a quote never closed', Buffer.from('a,b\n1,"2\n3,4\n'), 'F004'],
    ['a quote in the middle', Buffer.from('a,b\n1,2"3\n'), 'F004'],
  ])('rejects %s', (_, bytes, code) => {
    expect(read([bytes])).toEqual({ refused: code })
  })

  test('rejects a line of 10 MB without storing it', () => {
    const piece = Buffer.alloc(MAX_FEED_BYTES, 'x')
    expect(read(Array.from({ length: 160 }, () => piece))).toEqual({ refused: 'F004' })
  })

  test('reports the line', () => {
    const refusal = (text: string) => {
      const reader = new CsvReader({ isStrict: true })
      reader.feed(Buffer.from(text, 'latin1'))
      while (reader.next());
    }
    expect(() => refusal('a,b\n\n1,"2\n3"\n4,5"6\n')).toThrow(expect.objectContaining({ line: 5 }))
    expect(() => refusal('a,b\n1,2\n\xf1,3\n')).toThrow(expect.objectContaining({ line: 3 }))
  })
})
