import { type Expression, type QueryExecutorProvider, type SelectQueryBuilder, sql } from 'kysely'

/** Up to here totals are exact and pages have numbers. */
export const EXACT_TOTAL = 10_000

export type Total = { total: number; total_estimated: boolean }

/** Exact up to 10,000, then the planner's estimate. `known`: earlier count of the rows, up to 10,001. */
export async function totalOf<DB, TB extends keyof DB, O>(
  db: QueryExecutorProvider,
  filtered: SelectQueryBuilder<DB, TB, O>,
  known?: number,
): Promise<Total> {
  const counted = known ?? (await countOf(db, withoutColumns(filtered).limit(EXACT_TOTAL + 1)))
  if (counted <= EXACT_TOTAL) return { total: counted, total_estimated: false }
  return { total: Math.max(await expectedRows(withoutColumns(filtered)), counted), total_estimated: true }
}

/** The planner's estimate of the rows. */
export async function expectedRows<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const [plan] = await query.explain<{ 'QUERY PLAN': readonly Plan[] }>('json')
  return plan?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}

type Plan = { Plan: { 'Plan Rows': number } }

/** The rows without columns, so that the planner drops joins which only add columns. */
export function withoutColumns<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) {
  return query.clearSelect().select(sql<number>`1`.as('one'))
}

export async function countOf(db: QueryExecutorProvider, query: Expression<unknown>): Promise<number> {
  const { rows } = await sql<{ counted: string }>`SELECT count(*) AS counted FROM (${query}) rows`.execute(db)
  return Number(rows[0]?.counted)
}
