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
import { type Handlers, requireAnyPermission } from '../../kernel/mount.ts'
import { exportTransactions } from '../transactions/export-transactions.ts'
import { requireKnownCodes } from '../transactions/known-codes.store.ts'
import { countTransactions, findTransactions, showTransactions } from '../transactions/transactions.store.ts'
import { businessDateOf } from './business-date.ts'
import { countDuplicates } from './transactions-tiles.store.ts'

type Endpoints = (typeof api)['dashboard']
type Drill = HandlerInput<Endpoints['listTransactions']>['query']

const classOf = (tranClass: string) => sql<SqlBool>`tran_class = ${tranClass} AND status = 'POSTED'`

const CONDITIONS: Readonly<Record<Exclude<TransactionFigure, 'DUPLICATES'>, RawBuilder<SqlBool>>> = {
  TRANSACTIONS: sql<SqlBool>`true`,
  EARNED: classOf('EARN'),
  REDEEMED: classOf('REDEEM'),
  ADJUSTED: classOf('ADJUSTMENT'),
  EXPIRED: classOf('EXPIRY'),
  NET_LIABILITY: sql<SqlBool>`tran_class IN ('EARN', 'REDEEM', 'ADJUSTMENT', 'EXPIRY') AND status = 'POSTED'`,
  PENDING: sql<SqlBool>`status = 'PENDING'`,
  UNFOLLOWED: sql<SqlBool>`status = 'PENDING' AND NOT EXISTS (
    SELECT FROM case_purchases p WHERE p.is_open AND p.transaction_id = transactions.transaction_id)`,
}

type Deps = { db: Database; clock: Clock }

export function drillDownHandlers({
  db,
  clock,
}: Deps): Pick<Handlers<Endpoints>, 'listTransactions' | 'exportTransactions'> {
  return {
    listTransactions: async ({ query }) => {
      const { day, total, items } = await findBehind(db, clock, query)
      const isCut = items.length === MAX_TRANSACTIONS_SHOWN && total > MAX_TRANSACTIONS_SHOWN
      return { as_of: clock.now().toISOString(), business_date: day, total, items, is_cut: isCut }
    },

    exportTransactions: async ({ body: { columns, order, format, ...drill } }, { caller }) => {
      requireAnyPermission(caller, ['inquiry:run', 'inquiry:view-all'])
      const { day, items } = await findBehind(db, clock, drill)
      const { figure, company_code, tran_class, age } = drill
      const name = `transactions_${figure.toLowerCase()}_${day}`
      const resource = await exportTransactions(name, items, { columns, order, format })
      const rows = order ? items.filter(({ transaction_id }) => order.includes(transaction_id)) : items
      const recorded = {
        figure,
        date: day,
        company_code,
        tran_class,
        age,
        rows: rows.length,
        columns,
        format: format === 'csv' ? undefined : format,
      }
      const present = Object.entries(recorded).filter(([, value]) => value !== undefined)
      const changes = Object.fromEntries(present.map(([field, value]) => [field, [null, value] as const]))
      return async () => ({ resource, audit: [{ changes }] })
    },
  }
}

async function findBehind(db: Database, clock: Clock, drill: Drill) {
  for (const company_code of drill.company_code ?? []) await requireKnownCodes(db, { company_code })
  const day = businessDateOf(drill.date, clock)
  const found =
    drill.figure === 'DUPLICATES'
      ? await duplicates(db, day)
      : await findTransactions(db, conditionOf(drill, drill.figure, day), {
          asOf: day,
          most: MAX_TRANSACTIONS_SHOWN,
        })
  return { day, ...found }
}

function conditionOf(
  { company_code, tran_class, age }: Drill,
  figure: keyof typeof CONDITIONS,
  day: string,
): RawBuilder<SqlBool> {
  const conditions = [businessDates(figure, age, day)]
  conditions.push(CONDITIONS[figure])
  if (company_code !== undefined) {
    const codes = company_code.map((code) => code.toUpperCase())
    conditions.push(sql<SqlBool>`coalesce(company_code, '') = ANY(${codes})`)
  }
  if (tran_class !== undefined) conditions.push(sql<SqlBool>`coalesce(tran_class, '') = ANY(${tran_class})`)
  return sql<SqlBool>`${sql.join(conditions, sql` AND `)}`
}

function businessDates(figure: keyof typeof CONDITIONS, age: Drill['age'], day: string): RawBuilder<SqlBool> {
  if (figure === 'PENDING') return businessDatesOf(age, day)
  return figure === 'UNFOLLOWED' ? businessDatesOf('16+', day) : sql<SqlBool>`business_date = ${day}`
}

/** Purchases that are late on `day` and in no open case. */
export async function countUnfollowed(db: Database, day: string): Promise<number> {
  return countTransactions(db, conditionOf({ figure: 'UNFOLLOWED' }, 'UNFOLLOWED', day))
}

/** Business dates of transactions of this age, in working days on `day`. */
function businessDatesOf(age: Drill['age'], day: string): RawBuilder<SqlBool> {
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
