/** The id of every record in examples. */
export const EXAMPLE_ID = '3f6c1d2e-9a4b-4c8d-8e21-5b7f0a1c2d3e'

/** The id of a second record. */
export const OTHER_EXAMPLE_ID = '8a1f5b60-2c3d-4e5f-9a7b-0c1d2e3f4a5b'

/** An identity token, cut short. */
export const EXAMPLE_TOKEN = 'eyJraWQiOiJr'

const IN_FORCE = { status: 'ACTIVE', effective_from: null, effective_to: null }

/** Bodies whose values depend on each other or on rules, which a schema does not say; by operation. */
export const BODY_EXAMPLES: Readonly<Record<string, object>> = {
  'accessRequests.create': { role_id: EXAMPLE_ID, hours: 8, reason: 'Month-end settlement' },
  'accessRequests.options': { permission: 'tender:update' },
  'explain.explain': { permission: 'tender:update' },
  'files.presign': {
    file_name: 'cards.csv',
    content_type: 'text/csv',
    size: 38,
    category: 'SMAC_INQUIRY',
  },
  'inquiries.run': {
    mode: 'CARD',
    purpose: 'MEMBER_COMPLAINT',
    ticket_no: 'OPS-20431',
    card_number: '9990000000000011',
    date_from: '2026-11-01',
    date_to: '2026-11-19',
  },
  'mapping.create': {
    kind: 'TERMINAL',
    items: [{ terminal_id: '99000002', company_code: 'NLF', branch_code: '0101' }],
  },
  'columns.match': {
    source_filekey: EXAMPLE_ID,
    version: 1,
    sheet: null,
    header_row: 1,
    columns: [{ field: 'card_number', column: 0 }],
  },
  'fixes.save': {
    source_filekey: EXAMPLE_ID,
    version: 1,
    items: [{ row: 1, values: { card_number: '9990000000000011' } }],
  },
  'fixes.cell': { source_filekey: EXAMPLE_ID, row: 1, field: 'card_number' },
  'cases.addPurchases': {
    version: 1,
    typed: [{ business_date: '2026-11-19', branch_code: '0101', receipt_no: 'N20432', amount: 150000 }],
  },
  'account.confirmIdentity': { token: EXAMPLE_TOKEN },
  'reviews.start': {
    name: 'Half-year review',
    scope: 'ALL',
    due_on: '2026-12-18',
    undecided: 'KEEP',
    reviewers: [EXAMPLE_ID, OTHER_EXAMPLE_ID],
  },
  'cases.create': {
    kind: 'OTHER',
    card_id: EXAMPLE_ID,
    ticket_no: 'OPS-20431',
    typed: [{ business_date: '2026-11-19', branch_code: '0101', receipt_no: 'N20431', amount: 150000 }],
  },
  'users.invite': {
    items: [
      {
        email: 'ana.santos@northline.example',
        given_name: 'Ana',
        family_name: 'Santos',
        role_id: EXAMPLE_ID,
      },
    ],
  },
  'users.updateRole': {
    items: [{ id: EXAMPLE_ID, version: 1 }],
    role_id: EXAMPLE_ID,
    impact_version: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  },
  'users.handOver': { from: EXAMPLE_ID, to: OTHER_EXAMPLE_ID },
  'tenders.create': {
    source_system: 'POS',
    tender_id: '0099',
    tender_name: 'Fleet card',
    payment_method_code: 'CRD',
    bin_from: null,
    bin_to: null,
    card_scheme: null,
    company_code: 'NLF',
    ...IN_FORCE,
  },
  'trancodes.create': {
    source_system: 'POS',
    source_code: 'SALE9',
    tran_code: '1000',
    company_code: 'NLF',
    ...IN_FORCE,
  },
  'company_groups.create': {
    company_code: 'AMI',
    company_name: 'Amihan Pharmacies Inc.',
    group_code: 'HEALTH',
    group_name: 'Pharmacies',
    tin: '123456789',
    cutoff_time: '23:59',
    contact_email: 'settlement@amihan.example',
    contact_phone: '+639171234567',
    ...IN_FORCE,
  },
  'branches.create': {
    company_code: 'NLF',
    branch_code: '0999',
    branch_name: 'Makati Avenue',
    establishment_code: 'FUELSTN',
    merchant_id: null,
    region: 'National Capital Region (NCR)',
    province: 'City of Makati',
    city: 'City of Makati',
    address: null,
    opened_on: '2026-11-19',
    closed_on: null,
    ...IN_FORCE,
  },
  'establishments.create': {
    establishment_code: 'CARWASH',
    establishment_name: 'Car wash',
    category: 'SERVICES',
    mcc: '7542',
    earn_allowed: true,
    redeem_allowed: false,
    earn_rate_pesos_per_point: '200.00',
    ...IN_FORCE,
  },
  'payment_methods.create': {
    payment_method_code: 'QRP',
    name: 'QR payment',
    type: 'EWALLET',
    earns_points: true,
    requires_reference: true,
    settlement_days: 1,
    sort_order: 90,
    ...IN_FORCE,
  },
  'transaction_codes.create': {
    tran_code: '7100',
    description: 'Triple points',
    class: 'EARN',
    points_sign: '1',
    reverses: null,
    processing_code: '000020',
    posts_to_ledger: true,
    requires_reason: false,
    ...IN_FORCE,
  },
}
