import type { api } from '@backoffice/contract/api'
import type { HandlerInput } from '@backoffice/contract/endpoint'
import {
  MAX_TRANSACTIONS_SHOWN,
  PENDING_AGES,
  type TransactionFigure,
} from '@backoffice/contract/transactions'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { onlyRow, type Reader } from '../../db/client.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Handlers, requireAnyPermission } from '../../kernel/mount.ts'
import { exportTransactions } from '../transactions/export-transactions.ts'
import { requireKnownCodes } from '../transactions/known-codes.store.ts'
import {
  countTransactions,
  findTransactions,
  showTransactions,
  type TransactionSources,
} from '../transactions/transactions.store.ts'
import { businessDateOf, lastDays, percentOf, weekdayMean } from './business-days.ts'
import { type Cell, countDuplicates } from './transactions-tiles.store.ts'

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
  UNFOLLOWED: sql<SqlBool>`status = 'PENDING'`,
}

type Deps = TransactionSources & { clock: Clock }

export function drillDownHandlers({
  clock,
  ...sources
}: Deps): Pick<Handlers<Endpoints>, 'listTransactions' | 'exportTransactions'> {
  return {
    listTransactions: async ({ query }) => {
      const { day, total, items } = await findBehind(sources, clock, query)
      const isCut = items.length === MAX_TRANSACTIONS_SHOWN && total > MAX_TRANSACTIONS_SHOWN
      return { as_of: clock.now().toISOString(), business_date: day, total, items, is_cut: isCut }
    },

    exportTransactions: async ({ body: { columns, order, format, ...drill } }, { caller }) => {
      requireAnyPermission(caller, ['inquiry:run', 'inquiry:view-all'])
      const { day, items } = await findBehind(sources, clock, drill)
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

async function findBehind(sources: TransactionSources, clock: Clock, drill: Drill) {
  const { db } = sources
  for (const company_code of drill.company_code ?? []) await requireKnownCodes(db, { company_code })
  const day = businessDateOf(drill.date, clock)
  const { figure } = drill
  if (figure === 'DUPLICATES') return { day, ...(await duplicates(sources, day)) }
  const condition = await conditionOf(db, { ...drill, figure }, day)
  const found = await findTransactions(sources, condition, { asOf: day, most: MAX_TRANSACTIONS_SHOWN })
  return { day, ...found }
}

type FigureQuery = Pick<Drill, 'company_code' | 'tran_class' | 'age'> & { figure: keyof typeof CONDITIONS }

/** Condition for transactions, with what the main database knows about them as parameters. */
async function conditionOf(
  db: Reader,
  { figure, company_code, tran_class, age }: FigureQuery,
  day: string,
): Promise<RawBuilder<SqlBool>> {
  const [dates, followed] = await Promise.all([
    businessDates(db, figure, age, day),
    figure === 'UNFOLLOWED' ? findFollowedIds(db) : [],
  ])
  const conditions = [dates, CONDITIONS[figure]]
  if (followed.length > 0) conditions.push(sql<SqlBool>`transaction_id <> ALL(${followed}::bigint[])`)
  if (company_code !== undefined) {
    const codes = company_code.map((code) => code.toUpperCase())
    conditions.push(sql<SqlBool>`coalesce(company_code, '') = ANY(${codes})`)
  }
  if (tran_class !== undefined) conditions.push(sql<SqlBool>`coalesce(tran_class, '') = ANY(${tran_class})`)
  return sql<SqlBool>`${sql.join(conditions, sql` AND `)}`
}

/** Transactions that open cases follow. */
async function findFollowedIds(db: Reader): Promise<string[]> {
  const { rows } = await sql<{ transaction_id: string }>`
    SELECT transaction_id FROM case_purchases WHERE is_open AND transaction_id IS NOT NULL`.execute(db)
  return rows.map(({ transaction_id }) => transaction_id)
}

/** Purchases that are late on `day` and in no open case. */
export async function countUnfollowed({ db, ledger }: TransactionSources, day: string): Promise<number> {
  return countTransactions(ledger.db, await conditionOf(db, { figure: 'UNFOLLOWED' }, day))
}

async function businessDates(
  db: Reader,
  figure: FigureQuery['figure'],
  age: Drill['age'],
  day: string,
): Promise<RawBuilder<SqlBool>> {
  if (figure === 'UNFOLLOWED') return businessDatesOf(db, '16+', day)
  if (figure !== 'PENDING') return sql<SqlBool>`business_date = ${day}`
  return age ? businessDatesOf(db, age, day) : sql<SqlBool>`business_date <= ${day}`
}

/**
 * Business dates of transactions of this age in working days on `day`. They are a range, as the calendar only counts
 * up.
 */
async function businessDatesOf(
  db: Reader,
  age: NonNullable<Drill['age']>,
  day: string,
): Promise<RawBuilder<SqlBool>> {
  const { from, to } = PENDING_AGES[age]
  const counted = sql`(SELECT working_days FROM calendar_days WHERE day = ${day}::date)`
  // From `day` backwards, so that a few rows of the index are enough.
  const lastWith = (workingDays: RawBuilder<unknown>) => sql`(SELECT day FROM calendar_days
    WHERE day <= ${day}::date AND working_days <= ${workingDays} ORDER BY day DESC LIMIT 1)`
  const older = to === null ? sql`NULL` : lastWith(sql`${counted} - ${to + 1}::int`)
  const { rows } = await sql<{ after: string | null; last: string | null }>`
    SELECT coalesce(${older}, (SELECT min(day) - 1 FROM calendar_days)) AS after,
      ${lastWith(sql`${counted} - ${from}::int`)} AS last`.execute(db)
  const { after, last } = onlyRow(rows)
  return sql<SqlBool>`business_date > ${after}::date AND business_date <= ${last}::date`
}

/** Repeated transactions next to each other, sorted by terminal and time. */
async function duplicates(sources: TransactionSources, day: string) {
  const group = sql`source_terminal_id, receipt_no, amount`
  const [total, items] = await Promise.all([
    countDuplicates(sources.ledger.db, day),
    showTransactions(
      sources,
      sql`WHERE business_date = ${day} AND (${group}) IN (
        SELECT ${group} FROM transactions
        WHERE business_date = ${day} AND source_terminal_id IS NOT NULL AND receipt_no IS NOT NULL
        GROUP BY ${group} HAVING count(*) > 1 ORDER BY ${group} LIMIT ${MAX_TRANSACTIONS_SHOWN}
      ) ORDER BY ${group}, transaction_at, transaction_id LIMIT ${MAX_TRANSACTIONS_SHOWN}`,
      day,
    ),
  ])
  return { total, items }
}

/** Figures of the transactions tile. `cells` are sums by day, company and class; `first` is the oldest day with any. */
export function transactionFigures(cells: readonly Cell[], day: string, first: string | null) {
  const ofDay = cells.filter((cell) => cell.day === day)
  const counted = countsByDay(cells)
  const { transactions, amount } = sumsOf(ofDay)
  const reversals = sumsOf(ofDay.filter(({ tran_class }) => tran_class === 'REVERSAL')).transactions
  const companies = groupBy(ofDay, ({ company_code }) => company_code).map(([company_code, own]) => {
    const ofCompany = countsByDay(cells.filter((cell) => cell.company_code === company_code))
    return { company_code, ...sumsOf(own), mean: weekdayMean(ofCompany, day, first).mean }
  })
  const classes = groupBy(ofDay, ({ tran_class }) => tran_class).map(([tran_class, own]) => ({
    tran_class,
    ...sumsOf(own),
  }))
  return {
    transactions,
    amount,
    ...weekdayMean(counted, day, first),
    reversals,
    reversals_percent: percentOf(reversals, transactions),
    by_day: lastDays(day, 14).map((each) => ({
      day: each,
      transactions: counted.get(each) ?? 0,
      mean: weekdayMean(counted, each, first).mean,
    })),
    companies: companies.sort(byTransactions),
    classes: classes.sort(byTransactions),
    cells: ofDay.map(({ day: _day, ...cell }) => cell),
  }
}

type Sums = Pick<Cell, 'transactions' | 'amount'>

function sumsOf(cells: readonly Cell[]): Sums {
  return cells.reduce(
    (sums, cell) => ({
      transactions: sums.transactions + cell.transactions,
      amount: sums.amount + cell.amount,
    }),
    { transactions: 0, amount: 0 },
  )
}

function countsByDay(cells: readonly Cell[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { day, transactions } of cells) counts.set(day, (counts.get(day) ?? 0) + transactions)
  return counts
}

function groupBy<Key>(cells: readonly Cell[], keyOf: (cell: Cell) => Key): [Key, Cell[]][] {
  return [...Map.groupBy(cells, keyOf)]
}

const byTransactions = (a: Sums, b: Sums) => b.transactions - a.transactions
