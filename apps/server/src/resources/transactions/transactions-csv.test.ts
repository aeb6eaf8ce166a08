import type { Transaction } from '@backoffice/contract/endpoints/inquiries'
import { expect, test } from 'vitest'
import { transactionsCsv } from './transactions-csv.ts'

test('writes times in Manila', () => {
  const item = { transaction_id: '1', transaction_at: '2026-11-19T17:30:05.250Z', posted_at: null }
  expect(transactionsCsv([item as Transaction], { columns: ['transaction_at', 'posted_at'] })).toBe(
    'transaction_at,posted_at\n2026-11-20T01:30:05+08:00,\n',
  )
})
