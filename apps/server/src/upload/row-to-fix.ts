import type { CellProblem } from '@backoffice/contract/endpoints/fixes'
import type { FieldCell } from '../db/schema.ts'

/** A row of an upload with problems, and its cells by field. */
export type RowToFix = {
  row_no: number
  line_no: number
  outcome: 'rejected' | 'warned'
  /** Its cells are guessed. */
  is_malformed: boolean
  cells: readonly FieldCell[]
  problems: readonly CellProblem[]
}

const MAX_CELL_CHARS = 2_000

/** The text of a cell, or its start. PostgreSQL does not store half a character. */
export function cellToFix(text: string | undefined = ''): string {
  return text.length > MAX_CELL_CHARS ? text.slice(0, MAX_CELL_CHARS).replace(/[\uD800-\uDBFF]$/, '') : text
}
