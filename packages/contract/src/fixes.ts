/** Rows that are corrected at a time. */
export const MAX_ROWS_TO_FIX = 1_000
/** Rows with warnings that are listed however many rows are rejected. */
export const MIN_WARNED_ROWS = 100
/** Cells in one call. */
export const MAX_FIXED_CELLS = 5_000
/** Corrected cells of a file. */
export const MAX_FIXED_CELLS_OF_FILE = 50_000

/**
 * Kinds of suggested values: the nearest existing code or place, zeros that a spreadsheet dropped, spaces removed, upper
 * case, an allowed value in another spelling, and another order of day and month.
 */
export const FIX_SUGGESTIONS = ['nearest', 'zeros', 'trimmed', 'upper', 'option', 'date'] as const
export type FixSuggestion = (typeof FIX_SUGGESTIONS)[number]
