import type { FieldOf, ListDeclaration } from '@backoffice/contract/list'
import {
  type Expression,
  type QueryExecutorProvider,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'

/** SQL of a list's field. */
export type ListExpression = {
  readonly sql: Expression<unknown>
  /** The text in exports, if different. */
  readonly written?: Expression<unknown>
  readonly nullable?: boolean
  /** True for a code that is stored as a number, and sorted like one. */
  readonly isNumber?: boolean
  /** Sorted by its first 200 characters. */
  readonly long?: boolean
  /** Indexable condition for each value of a choice without a column. */
  readonly conditions?: Readonly<Record<string, Expression<SqlBool>>>
  /** Condition for the text of a code without a column, for both `is` and `contains`. */
  readonly matches?: (text: string) => Expression<SqlBool>
}

/** Texts that `search` looks into, or its own condition. */
export type SearchTarget = readonly Expression<unknown>[] | ((text: string) => Expression<SqlBool>)

type UsedFields<D extends ListDeclaration> = {
  [K in FieldOf<D>]: D['fields'][K] extends { filter: true } | { sort: true } ? K : never
}[FieldOf<D>]

/** A declared list and the query of its rows. */
export type ListSource<D extends ListDeclaration, DB, TB extends keyof DB, O> = {
  readonly declaration: D
  /** Joins, columns and the rows visible to the caller; without order and limit. */
  readonly query: SelectQueryBuilder<DB, TB, O>
  /** Not null and unique; compares as text like its column. */
  readonly id: Expression<unknown>
  /** Non-null codes or choices that identify a row, so that an order by all of them needs no id. */
  readonly unique?: readonly string[]
  /** Expressions of all filtered and sorted fields. */
  readonly fields: Readonly<Record<UsedFields<D>, ListExpression>>
  readonly searched: SearchTarget
}

/** Up to here totals are exact and pages have numbers. */
export const EXACT_TOTAL = 10_000

export type Total = { total: number; total_estimated: boolean }

/** Exact up to 10,000, then the planner's estimate. `known` is an earlier count, up to 10,001. */
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
