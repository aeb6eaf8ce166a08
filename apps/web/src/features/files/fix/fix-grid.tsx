import type { TableDeclaration } from '@backoffice/contract/table'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { toastFailed } from '../../../kit/feedback/toast.ts'
import { errorMessage } from '../../../net/api-error.ts'
import { CellEditor, type Direction } from './cell-editor.tsx'
import {
  type Corrections,
  cellValue,
  type FixGridData,
  fieldAt,
  type GridKey,
  gridKey,
  type Place,
  shownText,
} from './fix-cells.ts'
import css from './fix-grid.module.css'
import { FixRow, type GridColumn, gridRoles } from './fix-row.tsx'

export type GridActions = {
  /** An undefined `value` takes the change back. `isUnlisted` is true if the list of the field does not have it. */
  onChange: (place: Place, value: string | undefined, isUnlisted?: boolean) => void
  onPaste: (place: Place, text: string) => void
  onUndo: () => void
  onSuggestion: () => void
  onProblem: (step: 1 | -1) => void
  /** Loads the whole value of a masked cell. */
  loadCell: (place: Place, signal: AbortSignal) => Promise<string>
}

type Props = GridActions & {
  data: FixGridData
  columns: readonly GridColumn[]
  table: TableDeclaration | undefined
  corrections: Corrections
  /** Indexes of rows without open problems. */
  isFixed: (index: number) => boolean
  active: Place
  onActive: (place: Place) => void
  isReadOnly: boolean
  grid: RefObject<HTMLTableElement | null>
}

/** From so many rows on, the browser skips those out of view. */
const MANY = 50
/** Column widths, as in the style sheet. */
const NUMBER_WIDTH_PX = 64
const MIN_COLUMN_PX = 120

const STEPS: Readonly<Record<Direction, { down: number; right: number }>> = {
  down: { down: 1, right: 0 },
  right: { down: 0, right: 1 },
  left: { down: 0, right: -1 },
  stay: { down: 0, right: 0 },
}

/** Moves the focus to a cell; the merged cell of a malformed line stands for all of its columns. */
export function focusCell(grid: HTMLElement | null, { index, column }: Place): void {
  const cells = grid?.querySelectorAll<HTMLElement>(`[data-at="${index}"]`)
  const cell = cells?.[Math.min(column, cells.length - 1)]
  cell?.focus()
}

function placeOf(target: EventTarget): Place | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-at]') : null
  return cell ? { index: Number(cell.dataset.at), column: Number(cell.dataset.column) } : undefined
}

/** The rows to fix as an editable grid with one tab stop. */
export function FixGrid({
  data,
  columns,
  table,
  corrections,
  isFixed,
  active,
  onActive,
  isReadOnly,
  grid,
  ...actions
}: Props) {
  const [edit, setEdit] = useState<'keep' | 'replace'>()
  const commit = useRef<() => void>(undefined)
  const row = data.rows[active.index]
  const column = columns[active.column - 1]

  function moveTo(index: number, to: number) {
    const place = {
      index: Math.min(Math.max(index, 0), data.rows.length - 1),
      column: Math.min(Math.max(to, 0), columns.length),
    }
    flushSync(() => onActive(place))
    focusCell(grid.current, place)
  }

  function startEdit(start: 'keep' | 'replace') {
    if (isReadOnly || !row?.is_fixable || !column) return
    flushSync(() => setEdit(start))
  }

  function endEdit(changed: string | undefined, direction: Direction, isUnlisted = false) {
    const hadFocus = grid.current?.contains(document.activeElement)
    flushSync(() => {
      setEdit(undefined)
      if (changed !== undefined) actions.onChange(active, changed, isUnlisted)
    })
    const { down, right } = STEPS[direction]
    if (direction !== 'stay') moveTo(active.index + down, active.column + right)
    else if (hadFocus) focusCell(grid.current, active)
  }

  function run(key: GridKey) {
    switch (key.type) {
      case 'move':
        return moveTo(active.index + key.down, active.column + key.right)
      case 'edge':
        return moveToEdge(key.to)
      case 'problem':
        return actions.onProblem(key.step)
      case 'edit':
        return startEdit(key.start)
    }
    if (isReadOnly) return
    switch (key.type) {
      case 'clear':
        if (row?.is_fixable && column) actions.onChange(active, '')
        return
      case 'revert':
        if (column) actions.onChange(active, undefined)
        return
      case 'undo':
        return actions.onUndo()
      case 'suggestion':
        return actions.onSuggestion()
    }
  }

  function moveToEdge(to: 'row-start' | 'row-end' | 'start' | 'end') {
    const index = to === 'start' ? 0 : to === 'end' ? data.rows.length - 1 : active.index
    moveTo(index, to === 'row-start' || to === 'start' ? 0 : columns.length)
  }

  function onKeyDown(event: KeyboardEvent) {
    const key = gridKey(event)
    if (!key) return
    // Only keys that leave the edited cell arrive here.
    commit.current?.()
    // Letters are shortcuts elsewhere.
    event.stopPropagation()
    // A typed character goes into the control that it opens.
    if (key.type !== 'edit' || key.start === 'keep') event.preventDefault()
    run(key)
  }

  function onFocus({ target }: FocusEvent) {
    const place = placeOf(target)
    if (place && (place.index !== active.index || place.column !== active.column)) onActive(place)
  }

  const pressed = useRef<Place>(undefined)
  function onMouseDown({ target }: MouseEvent) {
    pressed.current = placeOf(target) && active
  }
  // A press on the active cell edits it, also by touch.
  function onClick({ target }: MouseEvent) {
    const place = placeOf(target)
    const { index, column: pressedColumn } = pressed.current ?? {}
    if (!edit && place && place.index === index && place.column === pressedColumn) startEdit('keep')
  }

  const isOfGrid = () => !edit && grid.current?.contains(document.activeElement)
  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    const field = fieldAt(data, active.column)
    if (!isOfGrid() || !row) return
    event.preventDefault()
    const changes = corrections.draft.rows.get(row.row_number)
    const isCard = Boolean(column?.isCard) || (field !== undefined && row.masked.includes(field))
    const text = field === undefined ? String(row.row_number) : cellValue(row, field, changes)
    event.clipboardData?.setData('text/plain', shownText(text, isCard))
  })
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (!isOfGrid() || isReadOnly) return
    event.preventDefault()
    actions.onPaste(active, event.clipboardData?.getData('text/plain') ?? '')
  })
  // Firefox sends these events to the selected text, which is elsewhere while a cell has the focus.
  useEffect(() => {
    const copy = (event: ClipboardEvent) => onCopy(event)
    const paste = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('copy', copy)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('paste', paste)
    }
  }, [])

  function editor() {
    if (!edit || !row || !column) return undefined
    const { field, label, declaration, isMonthFirst } = column
    const changes = corrections.draft.rows.get(row.row_number)
    const isMasked = edit === 'keep' && row.masked.includes(field) && typeof changes?.get(field) !== 'string'
    return (
      <CellEditor
        key={`${active.index} ${field}`}
        {...{ label, declaration, isMonthFirst, table, commit }}
        read={(other) => cellValue(row, other, changes)}
        initial={edit === 'replace' || isMasked ? '' : cellValue(row, field, changes)}
        isReplaced={edit === 'replace'}
        load={isMasked ? (signal) => actions.loadCell(active, signal) : undefined}
        onDone={endEdit}
        onFailed={(error) => {
          toastFailed(errorMessage(error))
          endEdit(undefined, 'stay')
        }}
      />
    )
  }

  return (
    <table
      ref={grid}
      {...{ ...gridRoles.grid, 'aria-readonly': isReadOnly || undefined }}
      aria-label="Rows to fix"
      aria-rowcount={data.rows.length + 1}
      aria-colcount={columns.length + 1}
      className={css.grid}
      data-many={data.rows.length > MANY || undefined}
      style={{ minWidth: NUMBER_WIDTH_PX + columns.length * MIN_COLUMN_PX }}
      {...{ onKeyDown, onFocus, onMouseDown, onClick }}
    >
      <Head columns={columns} />
      <tbody {...gridRoles.rows}>
        {data.rows.map((each, index) => (
          <FixRow
            key={each.row_number}
            row={each}
            index={index}
            columns={columns}
            changes={corrections.draft.rows.get(each.row_number)}
            messages={corrections.messages.get(each.row_number)}
            active={index === active.index ? active.column : undefined}
            editor={index === active.index ? editor() : undefined}
            isFixed={isFixed(index)}
          />
        ))}
      </tbody>
    </table>
  )
}

function Head({ columns }: { columns: readonly GridColumn[] }) {
  return (
    <thead {...gridRoles.rows}>
      <tr {...gridRoles.row} className={css.head} aria-rowindex={1}>
        <th {...gridRoles.head} className={css.number} aria-colindex={1}>
          Row
        </th>
        {columns.map(({ field, label }, index) => (
          <th key={field} {...gridRoles.head} aria-colindex={index + 2} title={field}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
  )
}
