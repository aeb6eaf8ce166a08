import type { PendingAge } from '@backoffice/contract/transactions'
import { PENDING_AGE_NAMES, PENDING_AGES, type TranClass } from '@backoffice/contract/transactions'
import { sql } from 'kysely'
import { onlyRow, type Reader } from '../../db/client.ts'
import type { LedgerReader } from '../../db/ledger.ts'

/** Figures by business date from daily sums, in centavos and hundredths of a point. */

export type Cell = {
  day: string
  company_code: string | null
  tran_class: TranClass | null
  transactions: number
  /** Without rejected transactions. */
  amount: number
}

export async function transactionCells(db: Reader, from: string, to: string): Promise<Cell[]> {
  const { rows } = await sql<Cell>`
    SELECT business_date AS day, nullif(company_code, '') AS company_code, nullif(tran_class, '') AS tran_class,
      sum(transactions)::float8 AS transactions,
      coalesce(sum(amount) FILTER (WHERE status <> 'REJECTED'), 0)::float8 AS amount
    FROM transaction_days WHERE business_date BETWEEN ${from} AND ${to}
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(db)
  return rows
}

export async function firstBusinessDate(db: Reader): Promise<string | null> {
  const { rows } = await sql<{ first: string | null }>`
    SELECT min(business_date) AS first FROM transaction_days`.execute(db)
  return rows[0]?.first ?? null
}

/** Transactions that a terminal sent again, with the same receipt number and amount on the same business date. */
export async function countDuplicates(ledger: LedgerReader, day: string): Promise<number> {
  const { rows } = await sql<{ duplicates: number }>`
    SELECT coalesce(sum(times - 1), 0)::int AS duplicates FROM (
      SELECT count(*) AS times FROM transactions
      WHERE business_date = ${day} AND source_terminal_id IS NOT NULL AND receipt_no IS NOT NULL
      GROUP BY source_terminal_id, receipt_no, amount HAVING count(*) > 1
    ) AS repeated`.execute(ledger)
  return onlyRow(rows).duplicates
}

type PointsOfDay = Readonly<
  Record<'earned' | 'earned_pending' | 'redeemed' | 'adjusted' | 'expired', number>
> & { day: string }

/**
 * Posted points by day, and pending earned points. Excludes reversed pairs, of which neither is a posted transaction of
 * these classes.
 */
export async function pointsByDay(db: Reader, from: string, to: string): Promise<PointsOfDay[]> {
  const { rows } = await sql<PointsOfDay>`
    SELECT business_date AS day,
      ${sumOf('EARN')} AS earned, ${sumOf('EARN', 'PENDING')} AS earned_pending, 0 - ${sumOf('REDEEM')} AS redeemed,
      ${sumOf('ADJUSTMENT')} AS adjusted, 0 - ${sumOf('EXPIRY')} AS expired
    FROM transaction_days WHERE business_date BETWEEN ${from} AND ${to}
    GROUP BY 1`.execute(db)
  return rows
}

const sumOf = (tranClass: TranClass, status = 'POSTED') =>
  sql`coalesce(sum(points) FILTER (WHERE tran_class = ${tranClass} AND status = ${status}), 0)::float8`

/** Working days from a business date to `day`, from the running count of the calendar. */
export function workingDays(from: string, day: string) {
  return sql<number>`((SELECT working_days FROM calendar_days WHERE calendar_days.day = ${day}::date)
    - (SELECT working_days FROM calendar_days WHERE calendar_days.day = ${sql.ref(from)}))`
}

/** Pending transactions of business dates up to `day`, by their age on that day. */
export async function pendingByAge(
  db: Reader,
  day: string,
): Promise<{ age: PendingAge; transactions: number; points: number }[]> {
  const { rows } = await sql<{ age: number; transactions: number; points: number }>`
    SELECT ${workingDays('pending.business_date', day)}::int AS age, transactions, points
    FROM (
      SELECT business_date, sum(transactions)::float8 AS transactions, sum(points)::float8 AS points
      FROM transaction_days WHERE status = 'PENDING' AND business_date <= ${day} GROUP BY 1
    ) AS pending`.execute(db)
  return PENDING_AGE_NAMES.map((name) => {
    const { from, to } = PENDING_AGES[name]
    const ofAge = rows.filter(({ age }) => age >= from && age <= (to ?? Number.POSITIVE_INFINITY))
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
    return {
      age: name,
      transactions: sum(ofAge.map((row) => row.transactions)),
      points: sum(ofAge.map((row) => row.points)),
    }
  })
}
