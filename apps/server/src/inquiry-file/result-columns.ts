export const RESULT_COLUMNS = [
  'row_number',
  'card_number',
  'reference_no',
  'outcome',
  'reason',
  'card_status',
  'tier',
  'points_balance',
  'last_transaction_at',
  'transactions',
  'amount',
  'points_earned',
  'points_redeemed',
  'pending',
  'oldest_pending_working_days',
] as const

export const resultHeader = `${RESULT_COLUMNS.join(',')}\n`
