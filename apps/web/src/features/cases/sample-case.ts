import type { CaseDetail, CaseNote, CasePurchase } from '@backoffice/contract/cases'
import { today } from '../../kit/format/format-time.ts'

/** A case of the tests. */
export const MARIA = { id: '01900000-0000-7000-8000-00000000000a', name: 'Maria Reyes' }
export const DENNIS = { id: '01900000-0000-7000-8000-00000000000b', name: 'Dennis Pascual' }
export const CARD_ID = '01900000-0000-7000-8000-00000000000c'

export const PURCHASE: CasePurchase = {
  no: 1,
  transaction_id: '952188',
  business_date: '2026-10-20',
  company_code: 'NLF',
  branch_code: '0101',
  branch_name: 'Bonifacio – Malita',
  receipt_no: 'N000952188',
  amount: 300_000,
  points_expected: 1_500,
  posting: { status: 'PENDING', points: 1_500, posted_at: null, reject_reason: null, posting_age: 25 },
}

export const NOTE: CaseNote = {
  id: '01900000-0000-7000-8000-00000000000d',
  at: '2026-11-23T08:20:00Z',
  author: DENNIS,
  text: 'Thanks @Maria Reyes, the batch is posted.',
  mentions: [MARIA],
}

export function aCase(fields: Partial<CaseDetail> = {}): CaseDetail {
  return {
    id: '01900000-0000-7000-8000-000000000001',
    version: 3,
    case_no: 'C-000118',
    kind: 'LATE_POINTS',
    status: 'OPEN',
    card_id: CARD_ID,
    card: '•••• 4568',
    purchases_count: 1,
    points_expected: 1_500,
    oldest_business_date: '2026-10-20',
    age_working_days: 25,
    due_on: today(),
    is_overdue: false,
    ticket_no: 'OPS-20431',
    assignee: MARIA,
    opened_by: MARIA,
    opened_at: '2026-11-13T01:42:00Z',
    sent_by: null,
    sent_at: null,
    resolution: null,
    resolved_by: null,
    resolved_at: null,
    updated_at: '2026-11-23T08:20:00Z',
    card_summary: {
      card_id: CARD_ID,
      card: '•••• 4568',
      account_number: '3000000002',
      tier: 'GOLD',
      status: 'ACTIVE',
      activated_on: '2024-01-02',
      expires_on: '2027-12-29',
      points_balance: 128_450,
      member_name: 'J••• D•• C•••',
    },
    purchases: [PURCHASE],
    checked_at: '2026-11-24T06:05:00Z',
    notes: [NOTE],
    reason: null,
    ...fields,
  }
}

/** Reply of a bulk step that refuses the rows with these numbers. */
export const outcomesOf = (rows: readonly CaseDetail[], refused: readonly string[] = []) => ({
  items: rows.map((row) =>
    refused.includes(row.case_no)
      ? {
          id: row.id,
          outcome: 'refused' as const,
          code: 'case_state_conflict',
          detail: `${row.case_no} is resolved.`,
        }
      : { id: row.id, outcome: 'done' as const, row },
  ),
})
