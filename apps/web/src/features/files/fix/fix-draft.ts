/** A new cell; null takes a saved correction back, and undefined removes the change from the draft. */
export type CellChange = { row: number; field: string; value: string | null | undefined }

/** Changed cells of a row by field. The object of an unchanged row stays the same. */
export type RowDraft = ReadonlyMap<string, string | null>

/** Corrections that are not saved yet, by row number. They hold whole card numbers, so they only live in memory. */
export type FixDraft = {
  readonly rows: ReadonlyMap<number, RowDraft>
  /** Changes that revert earlier ones, the latest last. */
  readonly history: readonly (readonly CellChange[])[]
}

export const EMPTY_DRAFT: FixDraft = { rows: new Map(), history: [] }

export type DraftEvent =
  | { type: 'change'; cells: readonly CellChange[] }
  | { type: 'undo' }
  /** Drops changes of rows that are no longer listed. */
  | { type: 'keep'; rows: ReadonlySet<number> }
  | { type: 'clear' }

export function draftReducer(draft: FixDraft, event: DraftEvent): FixDraft {
  switch (event.type) {
    case 'change': {
      const { rows, reverted } = applied(draft.rows, event.cells)
      return reverted.length === 0 ? draft : { rows, history: [...draft.history, reverted] }
    }
    case 'undo': {
      const last = draft.history.at(-1)
      if (!last) return draft
      return { rows: applied(draft.rows, last).rows, history: draft.history.slice(0, -1) }
    }
    case 'keep': {
      const isKept = ({ row }: CellChange) => event.rows.has(row)
      return {
        rows: new Map([...draft.rows].filter(([row]) => event.rows.has(row))),
        history: draft.history.map((cells) => cells.filter(isKept)).filter(({ length }) => length > 0),
      }
    }
    case 'clear':
      return EMPTY_DRAFT
  }
}

/** Changes the cells in order. `reverted`: the former values of those that differ, in reverse order. */
function applied(before: FixDraft['rows'], cells: readonly CellChange[]) {
  const rows = new Map(before)
  const copied = new Map<number, Map<string, string | null>>()
  const reverted: CellChange[] = []
  for (const { row, field, value } of cells) {
    const former = rows.get(row)?.get(field)
    if (former === value) continue
    reverted.unshift({ row, field, value: former })
    const values = copied.get(row) ?? new Map(before.get(row))
    copied.set(row, values)
    if (value === undefined) values.delete(field)
    else values.set(field, value)
    if (values.size > 0) rows.set(row, values)
    else rows.delete(row)
  }
  return { rows, reverted }
}

export function changedCells({ rows }: FixDraft): number {
  return [...rows.values()].reduce((sum, { size }) => sum + size, 0)
}

/** Items of the call that saves the draft. */
export function itemsOf({ rows }: FixDraft) {
  return [...rows].map(([row, values]) => ({ row, values: Object.fromEntries(values) }))
}

/** Cells that the undo of the draft would change. */
export function undoneCells({ history }: FixDraft): readonly CellChange[] {
  return history.at(-1) ?? []
}
