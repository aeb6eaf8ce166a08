/** What a lookup table has on the server beside its declaration: data only. */
export type TableData = {
  /** The partial unique index over the key. */
  readonly keyConstraint: string
  /** Where the use of a row is counted, by the values of its key. */
  readonly usage?: {
    /** For “In use by 1 transaction”, “In use by 3 transactions”. */
    readonly one: string
    readonly many: string
    readonly table: string
    readonly since: string
    readonly count: string
    /** Fields of the row that the columns of the same name are compared with. */
    readonly by: readonly string[]
    /** A field whose value stands for every value of the column. */
    readonly any?: { readonly field: string; readonly value: string }
  }
}
