import type { TrackedFile } from '@backoffice/contract/files'
import { fixEndpoints, MAX_FIXED_CELLS } from '@backoffice/contract/fixes'
import { type RefObject, useState } from 'react'
import { plural } from '../../../kit/format/format-number.ts'
import { call } from '../../../net/call.ts'
import {
  type FixGridData,
  fieldAt,
  isOpen,
  nextPlace,
  type Place,
  pastedChanges,
  problemAt,
  suggestionOf,
} from './fix-cells.ts'
import { type CellChange, undoneCells } from './fix-draft.ts'
import { focusCell, type GridActions } from './fix-grid.tsx'
import type { GridColumn } from './fix-row.tsx'
import { FIRST, withinGrid } from './grid-data.ts'
import { openProblem, placeName } from './problem-banner.tsx'
import { NOT_IN_LIST, type useCorrections } from './use-corrections.ts'

type Input = Pick<ReturnType<typeof useCorrections>, 'corrections' | 'change' | 'undo'> & {
  file: TrackedFile
  data: FixGridData
  columns: readonly GridColumn[]
  /** Cells with open problems. */
  open: readonly Place[]
  grid: RefObject<HTMLTableElement | null>
}

/** The active cell, the actions on the grid, and the message about the last one for screen readers. */
export function useGridActions({ file, data, columns, open, grid, corrections, change, undo }: Input) {
  const [wanted, setActive] = useState(FIRST)
  const [message, announce] = useState('')
  const active = withinGrid(data, wanted)
  const { draft } = corrections

  function activate(place: Place) {
    setActive(place)
    const problem = openProblem(data, place, corrections)
    announce(problem ? `${placeName({ data, columns, place })}: ${problem}${hint(data, place)}` : '')
  }

  function apply(cells: Parameters<typeof change>[0], inWords: (cells: number) => string) {
    const changed = change(cells)
    announce(
      changed === undefined
        ? `At most ${plural(MAX_FIXED_CELLS, 'cell')} can be changed at a time. Re-check first.`
        : inWords(changed),
    )
  }

  function changeCell(place: Place, value: string | undefined, isUnlisted = false) {
    const row = data.rows[place.index]
    const field = fieldAt(data, place.column)
    if (!row || field === undefined) return
    if (value !== undefined)
      return apply([{ row: row.row_number, field, value, isUnlisted }], () =>
        isUnlisted ? `Changed. ${NOT_IN_LIST}.` : 'Changed.',
      )
    const isChanged = draft.rows.get(row.row_number)?.has(field)
    if (isChanged) return apply([{ row: row.row_number, field, value }], () => 'Change undone.')
    if (row.was[field] !== undefined)
      apply([{ row: row.row_number, field, value: null }], () => 'Fix undone.')
  }

  function paste(place: Place, text: string) {
    apply(pastedChanges(data, place, parseBlock(text)), (cells) => `Pasted ${plural(cells, 'cell')}.`)
  }

  function undoLast() {
    // Reverted in reverse order, so the last one is the first that was changed.
    const first = undoneCells(draft).at(-1)
    if (!first) return announce('Nothing to undo.')
    undo()
    const index = data.rows.findIndex(({ row_number }) => row_number === first.row)
    const place = { index, column: data.fields.indexOf(first.field) + 1 }
    if (index >= 0) {
      setActive(place)
      focusCell(grid.current, place)
    }
    announce('Last change undone.')
  }

  function takeSuggestion() {
    const suggestion = suggestionOf(problemAt(data, active))
    const row = data.rows[active.index]
    const field = fieldAt(data, active.column)
    if (!suggestion || !row?.is_fixable || field === undefined) return announce('There is no suggestion.')
    apply([{ row: row.row_number, field, value: suggestion.value }], () => 'Applied to 1 row.')
    focusCell(grid.current, active)
  }

  function takeAlike(cells: readonly CellChange[]) {
    apply(cells, (changed) => `Applied to ${plural(changed, 'row')}.`)
    focusCell(grid.current, active)
  }

  function focusProblem(place: Place | undefined) {
    if (!place) return announce('No row is left to fix.')
    activate(place)
    focusCell(grid.current, place)
  }

  const goToProblem = (step: 1 | -1) => focusProblem(nextPlace(open, active, step))

  /** Returns to the open problem of the active cell first, if the focus is outside of the grid. */
  function enterProblem(step: 1 | -1) {
    const isOutside = !grid.current?.contains(document.activeElement)
    if (isOutside && isOpen(data, active, corrections)) focusProblem(active)
    else goToProblem(step)
  }

  async function loadCell(place: Place, signal: AbortSignal): Promise<string> {
    const row = data.rows[place.index]?.row_number ?? 0
    const field = fieldAt(data, place.column) ?? ''
    const body = { source_filekey: file.source_filekey, row, field }
    return (await call(fixEndpoints.cell, { body, signal })).value
  }

  const ofGrid: GridActions = {
    onChange: changeCell,
    onPaste: paste,
    onUndo: undoLast,
    onSuggestion: takeSuggestion,
    onProblem: goToProblem,
    loadCell,
  }
  return {
    ...{ active, setActive, message, announce, activate, ofGrid, takeAlike, enterProblem },
    focusFirstProblem: () => focusProblem(open[0]),
  }
}

/** How the suggestion of a problem is used by keyboard. */
function hint(data: FixGridData, place: Place): string {
  return suggestionOf(problemAt(data, place)) ? ' Alt Enter uses the suggestion.' : ''
}

/**
 * Cells of a copied block by line. Spreadsheets separate cells by tabs, and quote those that contain a tab, a line break
 * or a quote, with inner quotes doubled.
 */
export function parseBlock(text: string): string[][] {
  const lines: string[][] = [[]]
  let index = 0
  for (;;) {
    const quoted = quotedCell(text, index)
    const cell = quoted ?? plainCell(text, index)
    lines.at(-1)?.push(cell.value)
    index = cell.end
    if (index >= text.length) break
    if (text[index] === '\t') index += 1
    else {
      index += text.startsWith('\r\n', index) ? 2 : 1
      // The last line ends with a break too.
      if (index >= text.length) break
      lines.push([])
    }
  }
  return lines
}

type CopiedCell = { value: string; end: number }

/** Undefined unless the closing quote ends the cell, because other text may begin with a quote as well. */
function quotedCell(text: string, from: number): CopiedCell | undefined {
  if (text[from] !== '"') return undefined
  for (let index = from + 1; index < text.length; index++) {
    if (text[index] !== '"') continue
    if (text[index + 1] === '"') index += 1
    else {
      const end = index + 1
      if (end < text.length && !/[\t\r\n]/.test(text.charAt(end))) return undefined
      return { value: text.slice(from + 1, index).replaceAll('""', '"'), end }
    }
  }
  return undefined
}

function plainCell(text: string, from: number): CopiedCell {
  const length = text.slice(from).search(/[\t\r\n]/)
  const end = length === -1 ? text.length : from + length
  return { value: text.slice(from, end), end }
}
