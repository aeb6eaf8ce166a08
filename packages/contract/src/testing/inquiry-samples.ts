import type { CaseInReply, InquiryResult, Transaction } from '../inquiries.ts'

/** A purchase that has been pending for 17 working days. */
export const aTransaction = (change: Partial<Transaction> = {}): Transaction => ({
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

/** Result of a card with three transactions, two of them pending. */
export const aResult = (change: Partial<InquiryResult> = {}): InquiryResult => ({
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
    aTransaction(),
    aTransaction({ posting_age: 3, points: 1_225, receipt_no: '417002981' }),
    aTransaction({ status: 'POSTED', posting_age: null }),
  ],
  is_cut: false,
  without_filters: null,
  last_on: null,
  pending_not_included: { on_dates: 0, outside_dates: 0, are_purchases: false },
  cases: [],
  ...change,
})

/** A case of the sample's late purchase, sent to posting. */
export const aCaseInReply = (change: Partial<CaseInReply> = {}): CaseInReply => ({
  case_no: 'C-000118',
  kind: 'LATE_POINTS',
  status: 'SENT',
  sent_at: '2026-11-20T02:00:00Z',
  resolution: null,
  resolved_at: null,
  purchases: [{ transaction_id: '1', status: 'PENDING', posted_at: null }],
  ...change,
})
