/** Rows from..to of the file, both counted. */
export type RowRange = { fromRow: number; toRow: number }

/** Divides 1..totalRows; the result's bytes do not depend on how. No rows, no chunks. */
export function planChunks(totalRows: number): RowRange[] {
  return totalRows === 0 ? [] : [{ fromRow: 1, toRow: totalRows }]
}
