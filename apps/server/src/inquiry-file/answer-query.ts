import type { RowRange } from './plan-chunks.ts'
import { stagingTable } from './staging-table.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

export type AnswerQuery = RowRange & {
  filekey: string
  asOf: string
  dateFrom?: string | null | undefined
  dateTo?: string | null | undefined
}

/**
 * For one look-up per row in the order of the cards. Left alone, the planner takes joins that read whole
 * tables, and parallel workers that the other chunks need.
 */
export const PLANNER_SETTINGS = `
  SET LOCAL jit = off;
  SET LOCAL enable_hashjoin = off;
  SET LOCAL enable_mergejoin = off;
  SET LOCAL enable_seqscan = off;
  SET LOCAL enable_material = off;
  SET LOCAL enable_memoize = off;
  SET LOCAL max_parallel_workers_per_gather = 0;
  SET LOCAL work_mem = '64MB';
  SET LOCAL timezone = 'Asia/Manila';
  SET LOCAL datestyle = 'ISO, YMD'`

/** COPY takes no parameters, so what goes in is checked to be a day, a whole number or a known table. */
function day(value: string): string {
  if (!DAY.test(value)) throw new TypeError('not a day')
  return `date '${value}'`
}

function orRequest(column: string, value: string | null | undefined): string {
  return value ? `coalesce(s.${column}, ${day(value)})` : `s.${column}`
}

/** The lines of the result for these rows, without the header. */
export function answerQuery(input: AnswerQuery): string {
  const { fromRow, toRow, asOf } = input
  if (!Number.isSafeInteger(fromRow) || !Number.isSafeInteger(toRow)) throw new TypeError('not a row')
  return `
SELECT s.row_no AS row_number, s.card_text AS card_number, s.reference_no,
  CASE s.outcome WHEN 'I' THEN 'INVALID' WHEN 'D' THEN 'DUPLICATE'
    ELSE CASE WHEN c.status IS NULL THEN 'NOT_FOUND' ELSE 'FOUND' END END AS outcome,
  CASE WHEN c.status IS NULL THEN s.reason WHEN t.transactions = 0 THEN 'no transactions in range' END AS reason,
  c.status AS card_status, c.tier, c.points_balance * 0.01 AS points_balance,
  to_char(t.last_at, 'YYYY-MM-DD"T"HH24:MI:SSTZH:TZM') AS last_transaction_at,
  t.transactions,
  CASE WHEN c.status IS NOT NULL THEN coalesce(t.amount, 0) * 0.01 END AS amount,
  CASE WHEN c.status IS NOT NULL THEN coalesce(t.earned, 0) * 0.01 END AS points_earned,
  CASE WHEN c.status IS NOT NULL THEN coalesce(t.redeemed, 0) * 0.01 END AS points_redeemed,
  t.pending,
  CASE WHEN t.oldest IS NOT NULL THEN
    (SELECT working_days FROM calendar_days WHERE calendar_days.day = ${day(asOf)})
    - (SELECT working_days FROM calendar_days WHERE calendar_days.day = t.oldest)
  END AS oldest_pending_working_days
FROM (
  SELECT * FROM ${stagingTable(input.filekey)} WHERE row_no BETWEEN ${fromRow} AND ${toRow} ORDER BY card_number
) s
LEFT JOIN cards c ON c.card_number = s.card_number
LEFT JOIN LATERAL (
  SELECT count(*) AS transactions,
    sum(amount) FILTER (WHERE status <> 'REJECTED') AS amount,
    sum(points) FILTER (WHERE tran_class = 'EARN' AND status = 'POSTED') AS earned,
    -sum(points) FILTER (WHERE tran_class = 'REDEEM' AND status = 'POSTED') AS redeemed,
    count(*) FILTER (WHERE status = 'PENDING') AS pending,
    min(business_date) FILTER (WHERE status = 'PENDING') AS oldest,
    max(transaction_at) AS last_at
  FROM transactions
  WHERE card_number = c.card_number
    AND business_date BETWEEN ${orRequest('date_from', input.dateFrom)} AND ${orRequest('date_to', input.dateTo)}
) t ON c.status IS NOT NULL
ORDER BY s.row_no`
}
