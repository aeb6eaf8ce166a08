import type { FieldOf, ListDeclaration } from '@backoffice/contract/list'
import type { Expression, SelectQueryBuilder, SqlBool } from 'kysely'

/** What a field of a list is in SQL. */
export type ListExpression = {
  readonly sql: Expression<unknown>
  /** What an export writes of it, where that is another text. */
  readonly written?: Expression<unknown>
  readonly nullable?: boolean
  /** May have more than 200 characters: ordered by its first 200. */
  readonly long?: boolean
  /** Of a choice that is no column: for each value the condition that its rows fulfil, in a form that an index can use. */
  readonly conditions?: Readonly<Record<string, Expression<SqlBool>>>
  /** Of a code that is no column: what is asked of a row for one text, by `is` and `contains` alike. */
  readonly matches?: (text: string) => Expression<SqlBool>
}

/** What `search` looks into; or what it asks of a row, where that is something else than a part of these. */
export type Searched = readonly Expression<unknown>[] | ((text: string) => Expression<SqlBool>)

type Used<D extends ListDeclaration> = {
  [K in FieldOf<D>]: D['fields'][K] extends { filter: true } | { sort: true } ? K : never
}[FieldOf<D>]

/** A declared list and where its rows are. */
export type ListSource<D extends ListDeclaration, DB, TB extends keyof DB, O> = {
  readonly declaration: D
  /** With its joins, its columns and the rows that the caller may see; without order and limit. */
  readonly query: SelectQueryBuilder<DB, TB, O>
  /** Not null, one for each row; its text is compared as its column is. */
  readonly id: Expression<unknown>
  /** Fields that name a row, codes or choices without nulls: sorted by all of them, rows need no id to be in one order. */
  readonly unique?: readonly string[]
  /** Of every field that is filtered or sorted. */
  readonly fields: Readonly<Record<Used<D>, ListExpression>>
  readonly searched: Searched
}
