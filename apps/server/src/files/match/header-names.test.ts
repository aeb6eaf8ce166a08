import { uploadLayout } from '@backoffice/contract/columns'
import { describe, expect, test } from 'vitest'
import { ColumnFacts } from './column-facts.ts'
import { suggestFields } from './suggest.ts'

/** Headers of foreign files with their field, or null if it is no field of the category. */
const HEADERS: Record<string, Record<string, string | null>> = {
  SMAC_INQUIRY: {
    Card: 'card_number',
    'Card #': 'card_number',
    'Loyalty Card No.': 'card_number',
    'Membership number': 'card_number',
    MemberID: 'card_number',
    From: 'date_from',
    'Txn date from': 'date_from',
    To: 'date_to',
    Till: 'date_to',
    Ref: 'reference_no',
    'Ref. No.': 'reference_no',
    Ticket: 'reference_no',
    Case: 'reference_no',
    Status: null,
    Store: null,
    'Posted date': null,
    'Valid from': null,
  },
  CASES: {
    Case: 'case_no',
    'Case ID': 'case_no',
    Ref: 'case_no',
    'Ticket #': 'case_no',
    Status: 'result',
    Resolution: 'result',
    'Posted date': 'posted_on',
    'Date of posting': 'posted_on',
    Comments: 'remark',
    Card: null,
    Terminal: null,
  },
  TENDERS: {
    'Tender no.': 'tender_id',
    'Tender #': 'tender_id',
    'Tender description': 'tender_name',
    'Pay type': 'payment_method_code',
    MOP: 'payment_method_code',
    Channel: 'source_system',
    'BIN start': 'bin_from',
    'BIN end': 'bin_to',
    'Card network': 'card_scheme',
    Entity: 'company_code',
    Active: 'status',
    'Valid from': 'effective_from',
    'Valid to': 'effective_to',
    'Expiry date': 'effective_to',
    TID: null,
    Region: null,
  },
  TERMINALS: {
    Terminal: 'terminal_id',
    TID: 'terminal_id',
    Till: 'terminal_id',
    'Till no.': 'terminal_id',
    Store: 'branch_code',
    Outlet: 'branch_code',
    'Site ID': 'branch_code',
    BU: 'company_code',
    From: 'effective_from',
    To: 'effective_to',
    'Tender no.': null,
    Email: null,
  },
  TRANCODES: {
    'Source trancode': 'source_code',
    'POS code': 'source_code',
    'Txn type': 'tran_code',
    'Mapped to': 'tran_code',
    Channel: 'source_system',
    Status: 'status',
  },
  COMPANY_GROUPS: {
    'Company no.': 'company_code',
    'Legal name': 'company_name',
    Group: 'group_code',
    'Parent company': 'group_name',
    'Tax ID': 'tin',
    'Cut-off': 'cutoff_time',
    'End of day': 'cutoff_time',
    'E-mail': 'contact_email',
    'Mobile number': 'contact_phone',
    Opening: null,
  },
  BRANCHES: {
    'Store no.': 'branch_code',
    'Store name': 'branch_name',
    'Outlet name': 'branch_name',
    MID: 'merchant_id',
    Opening: 'opened_on',
    'Opening date': 'opened_on',
    'Open date': 'opened_on',
    Closing: 'closed_on',
    'Closure date': 'closed_on',
    Municipality: 'city',
    'Street address': 'address',
    'Card No': null,
  },
  ESTABLISHMENTS: {
    'Business type': 'establishment_name',
    Segment: 'category',
    'Merchant category code': 'mcc',
    Earn: 'earn_allowed',
    Redeemable: 'redeem_allowed',
    'PHP per point': 'earn_rate_pesos_per_point',
  },
  PAYMENT_METHODS: {
    'Pay type': 'type',
    'PM code': 'payment_method_code',
    Description: 'name',
    'Clearing days': 'settlement_days',
    Sequence: 'sort_order',
    'With points': 'earns_points',
  },
  TRANSACTION_CODES: {
    Trancode: 'tran_code',
    'Txn desc': 'description',
    'DR/CR': 'points_sign',
    'Reversal of': 'reverses',
    Ledger: 'posts_to_ledger',
    'Proc code': 'processing_code',
  },
}

/** Suggested fields of columns with these names and values. */
function suggested(category: string, columns: Record<string, readonly string[]>) {
  const facts = Object.values(columns).map((values) => {
    const column = new ColumnFacts()
    for (const value of values) {
      const bytes = Buffer.from(value)
      column.add(bytes, 0, bytes.length)
    }
    return column
  })
  return suggestFields({
    ...{ names: Object.keys(columns), columns: facts, layout: uploadLayout(category) },
    ...{ existing: new Map(), remembered: new Map() },
  }).map((each) => each?.field ?? null)
}

describe.each(Object.entries(HEADERS))('in %s', (category, headers) => {
  test.each(Object.entries(headers))('%s is %s', (header, field) => {
    expect(suggested(category, { [header]: [] })).toEqual([field])
  })
})

test('a column without a date is not suggested for one by its name', () => {
  expect(suggested('TENDERS', { From: ['400000'], To: ['499999'] })).toEqual([null, null])
  expect(suggested('TENDERS', { From: ['2026-01-31', ''], To: ['31/12/2026 00:00'] })).toEqual([
    'effective_from',
    'effective_to',
  ])
})

test('names of one file take a field each', () => {
  const columns = { Store: [], 'Store name': [], Opening: [], Closing: [], Status: [], From: [], Till: [] }
  expect(suggested('BRANCHES', columns)).toEqual([
    ...['branch_code', 'branch_name', 'opened_on', 'closed_on', 'status', 'effective_from', 'effective_to'],
  ])
})
