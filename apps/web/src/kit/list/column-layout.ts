import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { boundedWidth, type Column } from './columns.ts'

/** Width change per press of Alt with an arrow key. */
const STEP_PX = 16

type OnWidth = (width: number) => void

/** Follows the pointer that drags the edge of a header; the release sets the width. */
export function dragWidth(down: PointerEvent<HTMLElement>, onWidth: OnWidth): void {
  const grip = down.currentTarget
  const header = grip.closest('th')
  if (!header || down.button !== 0) return
  down.preventDefault()
  grip.setPointerCapture(down.pointerId)
  const startX = down.clientX
  const startWidth = header.offsetWidth
  let width = startWidth
  const listeners = new AbortController()
  const follow = ({ clientX }: globalThis.PointerEvent) => {
    width = boundedWidth(startWidth + clientX - startX)
    // Avoids a render for each pointer move.
    for (const cell of cellsOf(header)) Object.assign(cell.style, sizes(width))
  }
  const end = () => {
    listeners.abort()
    if (width !== startWidth) onWidth(width)
  }
  grip.addEventListener('pointermove', follow, { signal: listeners.signal })
  grip.addEventListener('pointerup', end, { signal: listeners.signal })
  grip.addEventListener('pointercancel', end, { signal: listeners.signal })
}

/** Alt with an arrow key resizes the column of the header. */
export function widthByKey(event: KeyboardEvent<HTMLElement>, onWidth: OnWidth): void {
  const step = { ArrowLeft: -STEP_PX, ArrowRight: STEP_PX }[event.key]
  const header = event.currentTarget.closest('th')
  if (!event.altKey || !step || !header) return
  // The browser would navigate back.
  event.preventDefault()
  onWidth(boundedWidth(header.offsetWidth + step))
}

/** Styles of a cell. Automatic table layout respects a width only with equal bounds. */
export function sizes(width: number) {
  const px = `${width}px`
  return { width: px, minWidth: px, maxWidth: px }
}

function cellsOf(header: HTMLTableCellElement): HTMLElement[] {
  const rows = [...(header.closest('table')?.rows ?? [])]
  return rows.flatMap(({ cells }) => cells[header.cellIndex] ?? [])
}

/** Below this width two columns share a cell. */
const STACKED_BELOW_PX = 700
/** At this window width and below, rows are cards (data-table.module.css). */
const CARDS_UP_TO_PX = 640

type Stackable = Pick<Column, 'field' | 'under'> & { stacked?: unknown }

/** A column in a narrow table, with those that share its cell. */
export type StackedColumn<C = Column> = C & { below?: readonly C[] }

/** Moves each column with `under` into the cell of that column, if it is shown. */
export function stacked<C extends Stackable>(columns: readonly C[]): StackedColumn<C>[] {
  const above = ({ under }: C) =>
    columns.find(({ field, under: own }) => field === under && own === undefined)
  return columns
    .filter((column) => !above(column))
    .map((column) => {
      const below = columns.filter((each) => above(each) === column)
      return below.length > 0 || column.stacked ? { ...column, below } : column
    })
}

/** The columns as they fit into the element, before it is painted. */
export function useStackedColumns<C extends Stackable>(
  element: RefObject<HTMLElement | null>,
  columns: readonly C[],
): readonly StackedColumn<C>[] {
  const [isNarrow, setNarrow] = useState(false)
  const stacks = columns.some(({ under, stacked }) => under !== undefined || stacked !== undefined)
  useLayoutEffect(() => {
    const { current } = element
    if (!current || !stacks) return
    const measure = () => {
      const { clientWidth: width } = current
      // A table that is not displayed has no width.
      setNarrow(width > 0 && width < STACKED_BELOW_PX && window.innerWidth > CARDS_UP_TO_PX)
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(current)
    return () => sizes.disconnect()
  }, [element, stacks])
  return useMemo(() => (isNarrow ? stacked(columns) : columns), [isNarrow, columns])
}
