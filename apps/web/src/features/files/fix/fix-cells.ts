import { maskCardNumbers, maskedCard } from '@backoffice/contract/card-number'
import type { CellProblem, RowToFix } from '@backoffice/contract/fixes'
import type { CellChange, FixDraft, RowDraft } from './fix-draft.ts'

/** Position in the grid. Column 0 has the row number; the fields follow. */
export type Place = { index: number; column: number }

export type FixGridData = { rows: readonly RowToFix[]; fields: readonly string[] }

/**
 * Messages by field from the rules of the fields, for changed cells and for cells that are checked together with
 * them. Null if the changes of other cells solve the problem of this one.
 */
export type RowMessages = Readonly<Record<string, string | null>>
/** Messages by row number. */
export type CellMessages = ReadonlyMap<number, RowMessages>

/** Undefined for the row number. */
export function fieldAt({ fields }: FixGridData, column: number): string | undefined {
  return fields[column - 1]
}

/** The first error of a cell, or else its first warning. Column 0 has the problems that no column shows. */
export function problemAt(data: FixGridData, { index, column }: Place): CellProblem | undefined {
  const row = data.rows[index]
  const field = fieldAt(data, column)
  const own = row?.problems.filter((problem) =>
    field === undefined ? !isShownIn(data, problem) : problem.field === field,
  )
  return own?.find(({ severity }) => severity === 'error') ?? own?.[0]
}

const isShownIn = ({ fields }: FixGridData, { field }: CellProblem) =>
  field !== null && fields.includes(field)

/** Rules that the corrected rows break are problems as well. */
export type Corrections = { draft: FixDraft; messages: CellMessages }

/** True for a problem, of the check or of a rule, that no change of the draft solves. */
export function isOpen(data: FixGridData, place: Place, { draft, messages }: Corrections): boolean {
  const row = data.rows[place.index]
  const field = fieldAt(data, place.column)
  if (!row?.is_fixable) return false
  const changes = draft.rows.get(row.row_number)
  const message = field === undefined ? undefined : messages.get(row.row_number)?.[field]
  if (message !== undefined) return message !== null
  const problem = problemAt(data, place)
  // Warnings do not keep a rejected row out.
  if (!problem || (problem.severity === 'warning' && row.outcome === 'rejected')) return false
  return field === undefined ? !changes : typeof changes?.get(field) !== 'string'
}

/** Cells with open problems in reading order. */
export function openPlaces(data: FixGridData, corrections: Corrections): Place[] {
  return data.rows.flatMap((row, index) => {
    const broken = Object.keys(corrections.messages.get(row.row_number) ?? {})
    const named = [...row.problems.map(({ field }) => field), ...broken]
    // A field without a column has index -1, which leads to column 0.
    const columns = new Set(named.map((field) => (field === null ? 0 : data.fields.indexOf(field) + 1)))
    return [...columns]
      .sort((one, other) => one - other)
      .map((column) => ({ index, column }))
      .filter((place) => isOpen(data, place, corrections))
  })
}

const isAfter = (one: Place, other: Place) =>
  one.index === other.index ? one.column > other.column : one.index > other.index

/** The next or previous of the places in reading order, around the end; undefined without places. */
export function nextPlace(places: readonly Place[], from: Place, step: 1 | -1): Place | undefined {
  if (step === 1) return places.find((place) => isAfter(place, from)) ?? places[0]
  return places.findLast((place) => isAfter(from, place)) ?? places.at(-1)
}

/** Suggested value of a problem. A masked one could not be stored. */
export function suggestionOf(problem: CellProblem | undefined) {
  const suggestion = problem?.suggestion
  return suggestion?.value.includes('•') ? undefined : (suggestion ?? undefined)
}

/** Suggestions for open problems with the field, code and kind of a place. Each row has its own value. */
export function alikeChanges(data: FixGridData, place: Place, corrections: Corrections): CellChange[] {
  const field = fieldAt(data, place.column)
  const model = problemAt(data, place)
  const kind = suggestionOf(model)?.kind
  if (field === undefined || kind === undefined) return []
  return data.rows.flatMap((row, index) => {
    const here = { index, column: place.column }
    const problem = problemAt(data, here)
    const suggestion = suggestionOf(problem)
    const isAlike = problem?.code === model?.code && suggestion?.kind === kind
    return isAlike && suggestion && isOpen(data, here, corrections)
      ? [{ row: row.row_number, field, value: suggestion.value }]
      : []
  })
}

/** Rows with changes. Those in `fixed` have no open problem left. */
export function countFixed(data: FixGridData, corrections: Corrections): { changed: number; fixed: number } {
  const unsolved = new Set(openPlaces(data, corrections).map(({ index }) => index))
  const changed = data.rows.flatMap(({ row_number }, index) =>
    corrections.draft.rows.has(row_number) ? [index] : [],
  )
  return { changed: changed.length, fixed: changed.filter((index) => !unsolved.has(index)).length }
}

/** Changes that paste a block from a place on. Cells beyond the grid, and rows that cannot be fixed, are left out. */
export function pastedChanges(
  data: FixGridData,
  place: Place,
  block: readonly (readonly string[])[],
): CellChange[] {
  return block.flatMap((line, down) => {
    const row = data.rows[place.index + down]
    if (!row?.is_fixable) return []
    return line.flatMap((value, right) => {
      const field = fieldAt(data, place.column + right)
      return field === undefined ? [] : [{ row: row.row_number, field, value }]
    })
  })
}

/** The value of a cell in the file as it would be after the draft; masked, if the row has masked it. */
export function cellValue(row: RowToFix, field: string, changes: RowDraft | undefined): string {
  const value = changes?.get(field)
  return (value === null ? row.was[field] : value) ?? row.cells[field] ?? ''
}

/** Text of a value outside its editor. A card number, even a wrong one, shows its last four digits. */
export function shownText(value: string, isCard: boolean): string {
  const digits = value.replace(/\D/g, '')
  return isCard && !value.includes('•') && digits.length > 4 ? maskedCard(digits) : maskCardNumbers(value)
}

export type GridKey =
  | { type: 'move'; down: number; right: number }
  /** To the edge of the row, or of the grid. */
  | { type: 'edge'; to: 'row-start' | 'row-end' | 'start' | 'end' }
  | { type: 'problem'; step: 1 | -1 }
  /** For `replace`, the typed character is the first of the new value. */
  | { type: 'edit'; start: 'keep' | 'replace' }
  | { type: 'clear' | 'revert' | 'undo' | 'suggestion' }

type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

const MOVES: Partial<Record<string, { down: number; right: number }>> = {
  ArrowDown: { down: 1, right: 0 },
  ArrowUp: { down: -1, right: 0 },
  ArrowRight: { down: 0, right: 1 },
  ArrowLeft: { down: 0, right: -1 },
  PageDown: { down: 10, right: 0 },
  PageUp: { down: -10, right: 0 },
}

/** Meaning of a key on a cell that is not being edited; undefined for keys that the grid does not use. */
export function gridKey({ key, shiftKey, ctrlKey, metaKey, altKey }: Press): GridKey | undefined {
  const mod = ctrlKey || metaKey
  if (key === 'F8') return { type: 'problem', step: shiftKey ? -1 : 1 }
  if (altKey) return key === 'Enter' ? { type: 'suggestion' } : undefined
  if (key === 'Home') return { type: 'edge', to: mod ? 'start' : 'row-start' }
  if (key === 'End') return { type: 'edge', to: mod ? 'end' : 'row-end' }
  if (mod) return key.toLowerCase() === 'z' && !shiftKey ? { type: 'undo' } : undefined
  const move = MOVES[key]
  if (move) return { type: 'move', ...move }
  switch (key) {
    case 'Enter':
    case 'F2':
      return { type: 'edit', start: 'keep' }
    case 'Delete':
    case 'Backspace':
      return { type: 'clear' }
    case 'Escape':
      return { type: 'revert' }
    default:
      // Space would scroll.
      return key.length === 1 && key !== ' ' ? { type: 'edit', start: 'replace' } : undefined
  }
}
