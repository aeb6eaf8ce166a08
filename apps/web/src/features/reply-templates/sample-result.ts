import type { InquiryResult, Transaction } from '@backoffice/contract/inquiries'

const NONE = { terminal_id: null, rrn: null, approval_code: null, balance_after: null, reject_reason: null }

const purchase = (change: Partial<Transaction>): Transaction => ({
  ...NONE,
  transaction_id: '1',
  business_date: '2026-10-20',
  transaction_at: '2026-10-20T04:00:00Z',
  card: '•••• 0011',
  account_number: null,
  tran_code: null,
  tran_description: null,
  tran_class: 'EARN',
  source_system: 'POS',
  source_tran_code: 'SALE',
  company_code: null,
  branch_code: null,
  branch_name: 'Bonifacio – Malita',
  receipt_no: 'N000952061',
  payment_method_code: null,
  amount: 300_000,
  points: 1_500,
  status: 'PENDING',
  posted_at: null,
  posting_age: 25,
  ...change,
})

const rejected = { status: 'REJECTED', posting_age: null, reject_reason: 'Card not active' } as const

/** An invented card with a finding for most parts, for previews of templates. */
export const SAMPLE_RESULT: InquiryResult = {
  id: '',
  mode: 'CARD',
  purpose: 'MEMBER_COMPLAINT',
  ticket_no: '',
  owner: { id: '', name: '' },
  created_at: '2026-11-24T06:05:00Z',
  as_of: '2026-11-24',
  criteria: { subject: '•••• 0011', card_id: null, date_from: '2026-08-25', date_to: '2026-11-24' },
  outcome: 'FOUND',
  cards: [
    {
      card_id: '',
      card: '•••• 0011',
      account_number: '',
      tier: '',
      status: 'ACTIVE',
      activated_on: null,
      expires_on: null,
      points_balance: 0,
      member_name: '',
    },
  ],
  totals: {
    rows: 6,
    amount: 775_000,
    earned: 1_800,
    redeemed: 25_000,
    pending: 2,
    pending_points: 1_950,
    oldest_pending_working_days: 25,
  },
  items: [
    purchase({}),
    purchase({ transaction_id: '2', posting_age: 3, points: 450 }),
    purchase({ transaction_id: '3', ...rejected, amount: 90_000, business_date: '2026-11-18' }),
  ],
  is_cut: false,
  without_filters: null,
  last_on: null,
  pending_not_included: { on_dates: 0, outside_dates: 1, are_purchases: true },
  cases: [
    {
      case_no: 'C-000118',
      kind: 'LATE_POINTS',
      status: 'SENT',
      sent_at: '2026-11-20T02:00:00Z',
      resolution: null,
      resolved_at: null,
      purchases: [{ transaction_id: '1', status: 'PENDING', posted_at: null }],
    },
  ],
}
