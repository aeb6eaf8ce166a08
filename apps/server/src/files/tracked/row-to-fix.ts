import type { CellProblem } from '@backoffice/contract/fixes'
import type { FieldCell } from '../../db/schema.ts'

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

/** A corrected cell. Rows count from 1 below the header. `was` is the start of its text in the upload. */
export type CellFix = { row_no: number; field: string; value: string; was: string }

/** Longest corrected cell. */
export const MAX_CELL_CHARS = 500
/**
 * Longer than any correction, so that a cut cell never equals a corrected one: two more, because cutting may leave out
 * half a character.
 */
const STORED_CHARS = MAX_CELL_CHARS + 2

/** The text of a cell, or its start. PostgreSQL does not store half a character. */
export function cellToFix(text: string | undefined = ''): string {
  return text.length > STORED_CHARS ? text.slice(0, STORED_CHARS).replace(/[\uD800-\uDBFF]$/, '') : text
}
