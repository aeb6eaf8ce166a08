import type { Transaction } from '@backoffice/contract/inquiries'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TransactionDetails } from './transactions-table.tsx'

const PENDING: Transaction = {
  transaction_id: 'POS-20261102-000417',
  business_date: '2026-11-02',
  transaction_at: '2026-11-02T06:14:09.000Z',
  card: '•••• 0011',
  account_number: '0001234567',
  tran_code: '1000',
  tran_description: 'Earn',
  tran_class: 'EARN',
  source_system: 'POS',
  source_tran_code: '01',
  company_code: 'NLF',
  branch_code: '0417',
  branch_name: 'Mabini – Tarlac',
  terminal_id: '60417001',
  receipt_no: '000123',
  rrn: '629906000417',
  approval_code: 'A1B2C3',
  payment_method_code: 'CSH',
  amount: 360_000,
  points: 1_800,
  balance_after: null,
  status: 'PENDING',
  reject_reason: null,
  posted_at: null,
  posting_age: 17,
}

/** Shown text of a field. */
function field(name: string): string {
  const term = screen.getByText(name, { selector: 'dt' })
  return term.nextElementSibling?.textContent ?? ''
}

test('shows every field of a transaction with its label, and a dash for a missing one', () => {
  const { unmount } = render(<TransactionDetails transaction={PENDING} />)
  expect(field('Time')).toBe('2 Nov 2026, 14:14:09')
  expect(field('Branch')).toBe('0417 Mabini – Tarlac')
  expect(field('Terminal')).toBe('60417001')
  expect(field('RRN')).toBe('629906000417')
  expect(field('Approval code')).toBe('A1B2C3')
  expect(field('Amount')).toBe('₱ 3,600.00')
  expect(field('Points')).toBe('+18.00')
  expect(field('Posting age')).toBe('17 working days')
  expect(field('Posted')).toBe('—')
  unmount()

  const { tran_code, tran_class, branch_code, ...rest } = PENDING
  render(
    <TransactionDetails
      transaction={{ ...rest, tran_code: null, tran_class: null, branch_code: null, branch_name: null }}
    />,
  )
  expect(field('Transaction')).toBe('Not mapped')
  expect(field('Source code')).toBe('01')
  expect(field('Branch')).toBe('—')
})
