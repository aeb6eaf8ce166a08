import { type ResultQuery, resultTables, sqlDay } from '../files/result/result-rows.ts'

/**
 * Lines of the result without the header, made by PostgreSQL alone, as reference for tests and the benchmark. `calendar`:
 * relation with the calendar's columns.
 */
export function resultInSql(input: ResultQuery, calendar = 'calendar_days'): string {
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
    (SELECT working_days FROM ${calendar} AS calendar WHERE calendar.day = ${sqlDay(input.asOf)})
    - (SELECT working_days FROM ${calendar} AS calendar WHERE calendar.day = t.oldest)
  END AS oldest_pending_working_days
FROM ${resultTables(input)}
ORDER BY s.row_no`
}
