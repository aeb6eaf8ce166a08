import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDryRunDatabase } from '../../testing/dry-run-database.ts'
import { checkDigit } from '../csv/cells.ts'
import type { ReadyFile } from './validate-inquiry-file.ts'

const CARD = '9990000000000011'
const OTHER = '9990000000000029'

let dryRuns: Awaited<ReturnType<typeof createDryRunDatabase>>
let validate: typeof dryRuns.validate
beforeAll(async () => {
  dryRuns = await createDryRunDatabase()
  validate = dryRuns.validate
})
afterAll(() => dryRuns.close())

/** Codes by row, as sent to the screen. */
function codes(ready: ReadyFile) {
  return ready.firstErrors.map(({ row_number, column, code }) => `${row_number} ${code} ${column}`)
}

describe('validateInquiryFile', () => {
  test('stages a valid file', async () => {
    const text = `Reference_No, CARD_NUMBER ,date_to,date_from\nA-1,${CARD},2026-01-31,2026-01-01\n,${OTHER},,\n`
    const { ready, rows, reports } = await validate(text)
    expect(ready).toMatchObject({
      outcome: 'ready',
      sha256: createHash('sha256').update(text).digest('hex'),
      delimiter: ',',
      total: 2,
      valid: 2,
      error: 0,
      warning: 0,
      duplicate: 0,
      rowsWithoutDates: 1,
      errorsTotal: 0,
    })
    expect(rows).toEqual([
      {
        row_no: 1,
        card_number: CARD,
        date_from: '2026-01-01',
        date_to: '2026-01-31',
        outcome: 'V',
        reason: null,
        card_text: CARD,
        reference_no: 'A-1',
      },
      expect.objectContaining({
        row_no: 2,
        card_number: OTHER,
        date_from: null,
        date_to: null,
        reference_no: null,
      }),
    ])
    expect(reports).toEqual({})
  })

  test.each([
    ['', 'E001 card_number'],
    ["'", 'E001 card_number'],
    ['999000000000001', 'E002 card_number'],
    ['99900000000000110', 'E002 card_number'],
    ['999000000000001x', 'E002 card_number'],
    ['９９９00000000000011', 'E002 card_number'],
    ['9990000000000012', 'E003 card_number'],
    ['9990000000000010', 'E012 card_number'],
    ['9.99E+15', 'E012 card_number'],
    ['"9,99E+15"', 'E012 card_number'],
    [`"${CARD}\t"`, 'E004 card_number'],
    ['1'.repeat(501), 'E004 card_number'],
  ])('reports card %j as %s', async (card, expected) => {
    const { ready, rows } = await validate(`card_number,reference_no\n${card},x\n`)
    expect(codes(ready)).toEqual([`1 ${expected}`])
    expect(rows[0]).toMatchObject({ outcome: 'I', card_number: '-1', reason: expected })
    expect(ready).toMatchObject({ total: 1, valid: 0, error: 1 })
  })

  test.each([
    ['9990 0000 0000 0011', 'W002'],
    ['9990-0000-0000-0011', 'W002'],
    [` ${CARD}`, 'W002'],
    [`'${CARD}`, undefined],
    [`"${CARD}"`, undefined],
  ])('accepts card %j with %s', async (card, warning) => {
    const { ready, rows } = await validate(`card_number\n${card}\n`)
    expect(rows[0]).toMatchObject({ outcome: 'V', card_number: CARD, card_text: card.replaceAll('"', '') })
    expect(ready.firstErrors.map(({ code }) => code)).toEqual(warning ? [warning] : [])
    expect(ready).toMatchObject({ valid: 1, warning: warning ? 1 : 0 })
  })

  test.each([
    ['2026-02-30,2026-03-01', ['E005 date_from']],
    ['2026-2-3,2026-03-01', ['E005 date_from']],
    ['01/02/2026,x', ['E005 date_from', 'E005 date_to']],
    ['2026-01-01,', ['E001 date_to']],
    [',2026-01-01', ['E001 date_from']],
    ['2026-01-02,2026-01-01', ['E006 date_to']],
    ['2026-01-01,2026-02-01', ['E006 date_to']],
    ['2026-01-01,2026-01-31', []],
    ['2026-11-20,2026-11-20', []],
    ['2026-11-20,2026-11-21', ['E006 date_to']],
    ['2026-11-21,2026-11-22', ['E006 date_from', 'E006 date_to']],
    [' 2026-11-01 ,2026-11-02', ['W002 date_from']],
    [' 2026-11-01 ,2026-10-02', ['E006 date_to', 'W002 date_from']],
    ['2024-02-29,2024-02-29', []],
  ])('reports dates %s as %j', async (dates, expected) => {
    const { ready } = await validate(`card_number,date_from,date_to\n${CARD},${dates}\n`)
    expect(codes(ready)).toEqual(expected.map((one) => `1 ${one}`))
  })

  test('reports every problem of a row, and each cell beyond the header', async () => {
    const { ready, rows } = await validate(`card_number,date_from,date_to\n1,x,,,y\n${CARD},,,,\n`)
    expect(codes(ready)).toEqual([
      '1 E004 column 5',
      '1 E002 card_number',
      '1 E005 date_from',
      '1 E001 date_to',
    ])
    expect(rows.map(({ outcome }) => outcome)).toEqual(['I', 'V'])
  })

  test('a duplicate has the same card and dates as an earlier valid row, unless it is invalid', async () => {
    const { ready, rows } = await validate(
      `card_number,date_from,date_to\n${CARD},,\n${CARD},2026-01-01,2026-01-02\n9990-0000-0000-0011,,\n${CARD},2026-01-01,2026-01-02\n${CARD},2026-01-01,\n${CARD},2026-01-01,\n`,
    )
    expect(rows.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['V', null],
      ['V', null],
      ['D', 'same as row 1'],
      ['D', 'same as row 2'],
      ['I', 'E001 date_to'],
      ['I', 'E001 date_to'],
    ])
    expect(ready).toMatchObject({ total: 6, valid: 2, duplicate: 2, error: 2, errorsTotal: 5 })
    expect(ready.firstErrors.filter(({ code }) => code === 'E008')).toEqual([
      expect.objectContaining({
        row_number: 3,
        line_number: 4,
        severity: 'warning',
        message: 'Same as row 1 (line 2)',
      }),
      expect.objectContaining({ row_number: 4, value: '•••• 0011' }),
    ])
  })

  test('counts valid rows with warnings apart from duplicates and invalid rows', async () => {
    const cleaned = ` ${CARD}`
    const rows = [
      cleaned,
      cleaned,
      `${CARD},x`,
      `'9990000000000029,`,
      ' 9990000000000012',
      ' 9990000000000029',
    ]
    const { ready } = await validate(`card_number,reference_no\n${rows.join('\n')}\n`)
    expect(ready).toMatchObject({ total: 6, valid: 2, warning: 1, duplicate: 3, error: 1 })
    expect(ready.rowsToFix.filter(({ outcome }) => outcome === 'warned')).toHaveLength(1 + 3)
  })

  test('reports mask cards and neutralise formulas, and rejected rows are unchanged', async () => {
    const text = `card_number;reference_no;extra\r\n9990000000000012;"=1+1;""x""";${CARD}\r\n${CARD};+63;\r\n;@a;;z\r\n`
    const { ready, rows, reports } = await validate(text)
    // The ignored column is a warning of the file, not of its rows.
    expect(ready).toMatchObject({ delimiter: ';', total: 3, warning: 0 })
    expect(reports.errors).toBe(
      [
        'row_number,line_number,column,value,severity,code,message',
        '0,1,extra,,warning,W001,"Unknown column, ignored"',
        '1,2,card_number,•••• 0012,error,E003,Check digit is wrong: compare with the card',
        '3,4,column 4,z,error,E004,There is no column for this cell. Does the line have an extra delimiter?',
        '3,4,card_number,,error,E001,A required value is missing',
        '',
      ].join('\n'),
    )
    expect(reports.rejected).toBe(
      [
        'card_number;reference_no;extra;_errors',
        `9990000000000012;"'=1+1;""x""";${CARD};E003 card_number`,
        `;'@a;;"E004 column 4; E001 card_number";z`,
        '',
      ].join('\n'),
    )
    expect(rows.map(({ reference_no }) => reference_no)).toEqual([`'=1+1;"x"`, "'+63", "'@a"])
    const again = await validate(reports.rejected ?? '')
    expect(codes(again.ready)).toEqual([
      '0 W001 extra',
      '1 E003 card_number',
      '2 E004 column 5',
      '2 E001 card_number',
    ])
    expect(again.rows[0]?.reference_no).toBe(`'=1+1;"x"`)
    // `_errors` precedes the cell without a column.
    expect(again.reports.rejected).toBe(reports.rejected?.replace('column 4', 'column 5'))
  })

  test('keeps the first 1,000 errors and counts all', async () => {
    const { ready, reports } = await validate(`card_number\n${'1\n'.repeat(30_000)}`)
    expect(ready).toMatchObject({ total: 30_000, error: 30_000, errorsTotal: 30_000 })
    expect(ready.firstErrors).toHaveLength(1_000)
    expect(reports.errors?.split('\n')).toHaveLength(30_002)
  })

  test('shows damaged cells on one line and truncated', async () => {
    const { rows } = await validate(
      `card_number,reference_no\n${CARD},"a\nb\tc"\n${CARD},${'é'.repeat(1_500)}\n`,
    )
    expect(rows[0]?.reference_no).toBe('a b c')
    expect(rows[1]?.reference_no).toBe('é'.repeat(1_000))
  })

  test('stages every row of a file of many blocks unchanged', async () => {
    const lines = Array.from({ length: 60_000 }, (_, i) => {
      const front = String(999_100_000_000_000 + i * 7)
      return `${front}${checkDigit(front)},é${'x'.repeat(i % 61)}${i}`
    })
    const { rows } = await validate(`card_number,reference_no\n${lines.join('\n')}\n`)
    expect(rows.map((row) => `${row.card_number},${row.reference_no}`)).toEqual(lines)
    expect(rows.every((row, i) => row.row_no === i + 1 && row.outcome === 'V')).toBe(true)
  })

  test('stops on abort and can roll back', async () => {
    const stop = new AbortController()
    const text = `card_number\n${'1\n'.repeat(200_000)}`
    const running = validate(text, { signal: stop.signal, onProgress: () => stop.abort() })
    await expect(running).rejects.toThrow()
    await dryRuns.client.query('ROLLBACK')
    expect((await validate(`card_number\n${CARD}\n`)).ready.valid).toBe(1)
  })
})
