import { addresses, type Reply } from './endpoint.ts'
import type { fixSchemas } from './fixes.schemas.ts'

/** Maximum number of rows to correct at a time. */
export const MAX_ROWS_TO_FIX = 1_000
/** Minimum number of listed rows with warnings, however many rows are rejected. */
export const MIN_WARNED_ROWS = 100
/** Maximum number of cells in a call. */
export const MAX_FIXED_CELLS = 5_000
/** Maximum number of corrected cells of a file. */
export const MAX_FIXED_CELLS_OF_FILE = 50_000

/**
 * Kinds of suggested values: the nearest existing code or place, zeros that a spreadsheet dropped, spaces removed, upper
 * case, an allowed value in another spelling, and another order of day and month.
 */
export const FIX_SUGGESTIONS = ['nearest', 'zeros', 'trimmed', 'upper', 'option', 'date'] as const
export type FixSuggestion = (typeof FIX_SUGGESTIONS)[number]

export const fixEndpoints = addresses<typeof fixSchemas>('operations')({
  rows: { method: 'GET', path: '/file_tracker/rows_to_fix', access: 'file:upload', effect: 'read' },
  cell: { method: 'POST', path: '/file_tracker/cell', access: 'file:upload', effect: 'read' },
  save: { method: 'POST', path: '/file_tracker/fix', access: 'file:upload', effect: 'write' },
})

export type RowsToFix = Reply<typeof fixEndpoints.rows>
export type RowToFix = RowsToFix['rows'][number]
export type CellProblem = RowToFix['problems'][number]
