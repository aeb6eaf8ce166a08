import type { ListExpression } from '../../kernel/list-source.ts'

/** What a lookup table has on the server beside its declaration: data only. */
export type TableData = {
  /** The partial unique index over the key. */
  readonly keyConstraint: string
  /** Where its use in transactions is counted, by the values of its key. */
  readonly usage?: {
    /** With the columns `transactions` and `first_used`. */
    readonly table: string
    /** Fields of the row that the columns of the same name are compared with. */
    readonly by: readonly string[]
    /** A field whose value stands for every value of the column. */
    readonly any?: { readonly field: string; readonly value: string }
  }
  /** The derived fields of the table as `t`. */
  readonly derived?: Readonly<Record<string, ListExpression>>
}
