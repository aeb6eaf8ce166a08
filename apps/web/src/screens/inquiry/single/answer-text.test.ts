import type { InquiryAnswer } from '@backoffice/contract/endpoints/inquiries'
import type { Transaction } from '@backoffice/contract/endpoints/transactions'
import { expect, test } from 'vitest'
import { answerText } from './answer-text.ts'

const transaction = (change: Partial<Transaction>): Transaction => ({
  transaction_id: '1',
  business_date: '2026-10-27',
  transaction_at: '2026-10-27T11:31:00Z',
  card: '•••• 0011',
  account_number: '2000417733',
  tran_code: '1000',
  tran_description: 'Earn',
  tran_class: 'EARN',
  source_system: 'POS',
  source_tran_code: 'SALE',
  company_code: 'NLF',
  branch_code: '0417',
  branch_name: 'Mabini, Tarlac',
  terminal_id: '60417001',
  receipt_no: '417002655',
  rrn: null,
  approval_code: null,
  payment_method_code: 'CRD',
  amount: 360_000,
  points: 1_800,
  balance_after: null,
  status: 'PENDING',
  reject_reason: null,
  posted_at: null,
  posting_age: 17,
  ...change,
})

const answer = (change: Partial<InquiryAnswer>): InquiryAnswer => ({
  id: '00000000-0000-4000-8000-000000000001',
  mode: 'CARD',
  purpose: 'MEMBER_COMPLAINT',
  ticket_no: 'OPS-20431',
  owner: { id: '00000000-0000-4000-8000-000000000002', name: 'Alma Dizon' },
  created_at: '2026-11-20T00:21:00Z',
  as_of: '2026-11-20',
  criteria: { subject: '•••• 0011', card_id: null, date_from: '2026-09-01', date_to: '2026-11-19' },
  outcome: 'FOUND',
  cards: [
    {
      card_id: '00000000-0000-4000-8000-000000000003',
      card: '999000 •••••• 0011',
      account_number: '2000417733',
      tier: 'Classic',
      status: 'ACTIVE',
      activated_on: null,
      expires_on: null,
      points_balance: 0,
      member_name: 'J•••',
    },
  ],
  totals: {
    rows: 3,
    amount: 725_000,
    earned: 600,
    redeemed: 50_000,
    pending: 2,
    pending_points: 3_025,
    oldest_pending_working_days: 17,
  },
  items: [
    transaction({}),
    transaction({ posting_age: 3, points: 1_225, receipt_no: '417002981' }),
    transaction({ status: 'POSTED', posting_age: null }),
  ],
  is_cut: false,
  without_filters: null,
  last_on: null,
  ...change,
})

test('what is late by name, what is not, and what happens next', () => {
  expect(answerText(answer({}))).toEqual([
    'Card •••• 0011, active. 1 Sep 2026 to 19 Nov 2026, checked on 20 Nov 2026 at 08:21.',
    '3 transactions, ₱ 7,250.00: 6.00 points earned and posted, 500.00 redeemed.',
    '₱ 3,600.00 on 27 Oct 2026 at Mabini, Tarlac, receipt 417002655: 18.00 points pending for 17 working days. The promise is 15.',
    '1 other purchase, 12.25 points, is not late yet.',
    'Next: the late points are passed on for posting with ticket OPS-20431; the others post by themselves within 15 working days of the purchase.',
  ])
})

test('on the fifteenth working day nothing is late', () => {
  const text = answerText(answer({ items: [transaction({ posting_age: 15 })] })).join('\n')
  expect(text).toContain('1 purchase, 18.00 points, is not late.')
  expect(text).toContain('Next: they post by themselves')
})

test('of many late ones the three oldest are named', () => {
  const items = [16, 30, 20, 18, 25].map((posting_age) => transaction({ posting_age }))
  const text = answerText(answer({ items }))
  expect(text.filter((line) => line.includes('The promise'))).toEqual([
    expect.stringContaining('30 working days'),
    expect.stringContaining('25 working days'),
    expect.stringContaining('20 working days'),
  ])
  expect(text).toContain('2 more purchases with late points.')
})

test('rejected purchases say why; all posted says that nothing is pending', () => {
  const items = [transaction({ status: 'REJECTED', posting_age: null, reject_reason: 'Card not active' })]
  expect(answerText(answer({ items })).slice(2)).toEqual([
    '₱ 3,600.00 on 27 Oct 2026 at Mabini, Tarlac, receipt 417002655 was rejected: Card not active.',
    'Nothing is pending.',
  ])
})

test.each<[Partial<InquiryAnswer>, string]>([
  [
    { outcome: 'CARD_NOT_FOUND', cards: [] },
    'This card is not in our records. Please compare its number with the card.',
  ],
  [{ outcome: 'ACCOUNT_NOT_FOUND' }, 'This account is not in our records. Please compare its number.'],
  [
    { outcome: 'REFERENCE_NOT_FOUND' },
    'No transaction has this reference. Please compare it with the receipt.',
  ],
  [
    { outcome: 'NO_TRANSACTIONS', last_on: '2026-05-01' },
    'There are no transactions on these dates. The last one on record is of 1 May 2026.',
  ],
  [{ outcome: 'NO_TRANSACTIONS' }, 'There are no transactions on these dates.'],
  [
    { outcome: 'FILTERED_OUT', without_filters: 7 },
    'None of the 7 transactions on these dates fits what was asked for.',
  ],
])('nothing found: %j', (change, sentence) => {
  expect(answerText(answer({ items: [], ...change })).slice(1)).toEqual([sentence])
})
