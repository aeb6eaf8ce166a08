import { uploadLayout } from '@backoffice/contract/columns'
import { tidyText } from '@backoffice/contract/field-types'
import { fixEndpoints, MAX_FIXED_CELLS, type RowsToFix } from '@backoffice/contract/fixes'
import { useCallback, useMemo, useReducer, useState } from 'react'
import { useWrite } from '../../../kit/form/use-write.ts'
import { call } from '../../../net/call.ts'
import { queryClient } from '../../../net/query-client.ts'
import { today } from '../../../ui/date/days.ts'
import { readDate } from '../../../ui/date/read-date.ts'
import { fileKeys } from '../tracked/file-queries.ts'
import type { CellMessages } from './fix-cells.ts'
import { useCellMessages } from './fix-checks.ts'
import {
  type CellChange,
  changedCells,
  draftReducer,
  EMPTY_DRAFT,
  type FixDraft,
  itemsOf,
} from './fix-draft.ts'

const NO_ROWS: RowsToFix['rows'] = []
export const NOT_IN_LIST = 'Not in the list'

/** `isUnlisted` is true if the list of the field did not have the value when it was entered. */
type EnteredCell = CellChange & { isUnlisted?: boolean }
type UnlistedCell = Pick<CellChange, 'row' | 'field' | 'value'>

/** Adds the values that are not in the lists of their fields. Only the check knows for sure. */
function withUnlisted(
  messages: CellMessages,
  { rows }: FixDraft,
  unlisted: readonly UnlistedCell[],
): CellMessages {
  const all = new Map(messages)
  for (const { row, field, value } of unlisted) {
    const of = all.get(row)
    if (rows.get(row)?.get(field) === value && !of?.[field]) all.set(row, { ...of, [field]: NOT_IN_LIST })
  }
  return all
}

/** The draft of the corrections with the messages of the rules about it. */
export function useCorrections(category: string, data: RowsToFix | undefined) {
  const [draft, dispatch] = useReducer(draftReducer, EMPTY_DRAFT)
  const rows = data?.rows ?? NO_ROWS
  const [unlisted, setUnlisted] = useState<readonly UnlistedCell[]>([])
  const checked = useCellMessages(category, rows, draft)
  const messages = useMemo(
    () => (unlisted.length > 0 ? withUnlisted(checked, draft, unlisted) : checked),
    [checked, draft, unlisted],
  )
  const byNumber = useMemo(() => new Map(rows.map((row) => [row.row_number, row])), [rows])

  /** Tidies values as the import would; a value that the file already has is no change. */
  function normalized({ row: number, field, value }: CellChange): CellChange {
    const row = byNumber.get(number)
    const declaration = uploadLayout(category).fields[field]
    if (typeof value !== 'string' || !row) return { row: number, field, value }
    const text = declaration ? tidyText(declaration, value) : value.trim()
    const isMonthFirst = data?.formats?.[field] === 'MDY'
    // A pasted date is read like a typed one.
    const day = declaration?.type === 'date' && readDate(text, { today: today(), isMonthFirst })
    const tidy = day || text
    const isAsBefore = tidy === row.cells[field] && !row.masked.includes(field)
    return { row: number, field, value: isAsBefore ? undefined : tidy }
  }

  /** Returns the number of changes, or undefined if the draft would become larger than a call. */
  function change(cells: readonly EnteredCell[]): number | undefined {
    const event = { type: 'change', cells: cells.map(normalized) } as const
    if (changedCells(draftReducer(draft, event)) > MAX_FIXED_CELLS) return undefined
    dispatch(event)
    const entered = event.cells.filter((_, index) => cells[index]?.isUnlisted)
    if (entered.length > 0) setUnlisted((before) => [...before, ...entered])
    return cells.length
  }

  const corrections = useMemo(() => ({ draft, messages }), [draft, messages])
  const keepListed = useCallback(
    (listed: RowsToFix) =>
      dispatch({ type: 'keep', rows: new Set(listed.rows.map(({ row_number }) => row_number)) }),
    [],
  )
  return {
    corrections,
    change,
    undo: () => dispatch({ type: 'undo' }),
    clear: useCallback(() => {
      dispatch({ type: 'clear' })
      setUnlisted([])
    }, []),
    keepListed,
  }
}

type Recheck = { version: number; draft: FixDraft }

/** Saves a draft and starts the check. A refusal refreshes the file, whose rows follow its version. */
export function useRecheck(source_filekey: string, onSent: () => void) {
  const queryKey = fileKeys.detail(source_filekey)
  return useWrite({
    run: ({ version, draft }: Recheck) =>
      call(fixEndpoints.save, { body: { source_filekey, version, items: itemsOf(draft) } }),
    store: (saved) => {
      onSent()
      queryClient.setQueryData(queryKey, saved)
    },
    refresh: (failure) => (failure ? queryClient.invalidateQueries({ queryKey }) : undefined),
    showsError: true,
  })
}
