import type { FieldOf, ListDeclaration } from '@backoffice/contract/list'
import type { Expression, SelectQueryBuilder, SqlBool } from 'kysely'

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
  /** For a choice without a column: an indexable condition for each value. */
  readonly conditions?: Readonly<Record<string, Expression<SqlBool>>>
  /** For a code without a column: the condition for a text, for both `is` and `contains`. */
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
  /** Non-null codes or choices that identify a row: an order by all of them needs no id. */
  readonly unique?: readonly string[]
  /** Expressions of all filtered and sorted fields. */
  readonly fields: Readonly<Record<UsedFields<D>, ListExpression>>
  readonly searched: SearchTarget
}
