import type { api } from '@backoffice/contract/api'
import type { HandlerInput } from '@backoffice/contract/endpoint'
import {
  MAX_TRANSACTIONS_SHOWN,
  PENDING_AGES,
  type TransactionFigure,
} from '@backoffice/contract/transactions'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Clock } from '../../adapters/clock.ts'
import type { Database } from '../../db/client.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { requireKnownCodes } from '../transactions/known-codes.store.ts'
import { findTransactions, showTransactions } from '../transactions/transactions.store.ts'
import { businessDateOf } from './business-date.ts'
import { countDuplicates } from './transactions-tiles.store.ts'

type Endpoints = (typeof api)['dashboard']
type Query = HandlerInput<Endpoints['listTransactions']>['query']

const classOf = (tranClass: string) => sql<SqlBool>`tran_class = ${tranClass} AND status = 'POSTED'`

const CONDITIONS: Readonly<Record<Exclude<TransactionFigure, 'DUPLICATES'>, RawBuilder<SqlBool>>> = {
  TRANSACTIONS: sql<SqlBool>`true`,
  EARNED: classOf('EARN'),
  REDEEMED: classOf('REDEEM'),
  ADJUSTED: classOf('ADJUSTMENT'),
  EXPIRED: classOf('EXPIRY'),
  PENDING: sql<SqlBool>`status = 'PENDING'`,
}

export function listTransactions({
  db,
  clock,
}: {
  db: Database
  clock: Clock
}): Handlers<Endpoints>['listTransactions'] {
  return async ({ query }) => {
    await requireKnownCodes(db, query)
    const day = businessDateOf(query.date, clock)
    const found =
      query.figure === 'DUPLICATES'
        ? await duplicates(db, day)
        : await findTransactions(db, conditionOf(query, query.figure, day), {
            asOf: day,
            most: MAX_TRANSACTIONS_SHOWN,
          })
    const { total, items } = found
    const isCut = items.length === MAX_TRANSACTIONS_SHOWN && total > MAX_TRANSACTIONS_SHOWN
    return { as_of: clock.now().toISOString(), business_date: day, total, items, is_cut: isCut }
  }
}

function conditionOf(
  { company_code, tran_class, age }: Query,
  figure: keyof typeof CONDITIONS,
  day: string,
): RawBuilder<SqlBool> {
  const conditions = [figure === 'PENDING' ? businessDatesOf(age, day) : sql<SqlBool>`business_date = ${day}`]
  conditions.push(CONDITIONS[figure])
  if (company_code !== undefined)
    conditions.push(sql<SqlBool>`coalesce(company_code, '') = ${company_code.toUpperCase()}`)
  if (tran_class !== undefined) conditions.push(sql<SqlBool>`coalesce(tran_class, '') = ${tran_class}`)
  return sql<SqlBool>`${sql.join(conditions, sql` AND `)}`
}

/** Business dates of transactions of this age, in working days on `day`. */
function businessDatesOf(age: Query['age'], day: string): RawBuilder<SqlBool> {
  if (age === undefined) return sql<SqlBool>`business_date <= ${day}`
  const { from, to } = PENDING_AGES[age]
  const counted = sql`(SELECT working_days FROM calendar_days WHERE day = ${day}::date)`
  return sql<SqlBool>`business_date <= ${day} AND business_date IN (
    SELECT day FROM calendar_days WHERE working_days <= ${counted} - ${from}::int
      AND ${to === null ? sql`true` : sql`working_days >= ${counted} - ${to}::int`})`
}

/** Repeated transactions next to each other, sorted by terminal and time. */
async function duplicates(db: Database, day: string) {
  const group = sql`source_terminal_id, receipt_no, amount`
  const [total, items] = await Promise.all([
    countDuplicates(db, day),
    showTransactions(db, {
      picked: sql`SELECT * FROM transactions t WHERE business_date = ${day} AND (${group}) IN (
        SELECT ${group} FROM transactions
        WHERE business_date = ${day} AND source_terminal_id IS NOT NULL AND receipt_no IS NOT NULL
        GROUP BY ${group} HAVING count(*) > 1 ORDER BY ${group} LIMIT ${MAX_TRANSACTIONS_SHOWN}
      ) ORDER BY ${group}, transaction_at, transaction_id LIMIT ${MAX_TRANSACTIONS_SHOWN}`,
      order: sql`t.source_terminal_id, t.receipt_no, t.amount, t.transaction_at, t.transaction_id`,
      asOf: day,
    }),
  ])
  return { total, items }
}
