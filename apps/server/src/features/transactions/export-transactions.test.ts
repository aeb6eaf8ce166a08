import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Transaction } from '@backoffice/contract/inquiries'
import { aTransaction } from '@backoffice/contract/testing/inquiry-samples'
import { expect, onTestFinished, test } from 'vitest'
import { readCell } from '../../files/csv/guarded-cell.ts'
import { readCsv } from '../../files/xlsx/read/testing/read-csv.ts'
import { STYLES } from '../../files/xlsx/write/columns.ts'
import { readWorkbook } from '../../testing/read-workbook.ts'
import { exportTransactions } from './export-transactions.ts'

async function csvOf(items: readonly Transaction[], columns: readonly string[]): Promise<string> {
  const file = await exportTransactions('transactions', items, { columns, format: 'csv' })
  if (!('csv' in file)) throw new Error('not a CSV')
  return file.csv
}

async function workbookOf(items: readonly Transaction[], columns: readonly string[]): Promise<Buffer> {
  const file = await exportTransactions('transactions', items, { columns, format: 'xlsx' })
  if (!('workbook' in file)) throw new Error('not a workbook')
  expect(file.file_name).toBe('transactions.xlsx')
  return Buffer.from(file.workbook, 'base64')
}

/** Reads the workbook as an upload. */
async function uploaded(workbook: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'transactions-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'transactions.xlsx')
  await writeFile(path, workbook)
  return readCsv(path)
}

test('writes times in Manila', async () => {
  const item = aTransaction({ transaction_at: '2026-11-19T17:30:05.250Z', posted_at: null })
  expect(await csvOf([item], ['transaction_at', 'posted_at'])).toBe(
    'transaction_at,posted_at\n2026-11-20T01:30:05+08:00,\n',
  )
})

test('the workbook has the cells of the CSV', async () => {
  const items = [
    aTransaction({ transaction_at: '2026-11-19T17:30:05Z', amount: 123_456, points: -50, posting_age: 17 }),
    aTransaction({ transaction_id: '2', balance_after: 99, posted_at: '2026-11-20T01:00:30Z' }),
  ]
  const columns = Object.keys(aTransaction())
  const csv = await csvOf(items, columns)
  const inManila = csv.replace(/(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\+08:00/g, '$1 $2')
  const cellsOf = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      // A number cell has no zeros at its end.
      .map((line) =>
        line.split(',').map((cell) =>
          readCell(cell)
            .replace(/(\.\d*?)0+$/, '$1')
            .replace(/\.$/, ''),
        ),
      )
  expect(cellsOf(await uploaded(await workbookOf(items, columns)))).toEqual(cellsOf(inManila))
})

test('cards, codes and formulas are text, amounts are numbers and dates are dates', async () => {
  const formulas = ['=1+1', '+639170000000', '-1+1', '@SUM(A1)']
  const items = formulas.map((receipt_no) =>
    aTransaction({
      card: '•••• 0011',
      receipt_no,
      branch_code: '0417',
      branch_name: receipt_no,
      amount: -5_000,
    }),
  )
  const columns = [
    'card',
    'receipt_no',
    'branch_code',
    'branch_name',
    'amount',
    'business_date',
    'transaction_at',
  ]
  const [sheet] = await readWorkbook(await workbookOf(items, columns))
  const text = 'inlineStr'
  expect(sheet?.slice(1)).toEqual(
    formulas.map((formula) => [
      { text: '•••• 0011', type: text, style: STYLES.code },
      { text: formula, type: text, style: STYLES.code },
      { text: '0417', type: text, style: STYLES.code },
      { text: formula, type: text, style: STYLES.general },
      { text: '-50.00', type: undefined, style: STYLES.money },
      { text: expect.stringMatching(/^\d{5}$/), type: undefined, style: STYLES.date },
      { text: expect.stringMatching(/^\d{5}\.\d+$/), type: undefined, style: STYLES.time },
    ]),
  )
})
