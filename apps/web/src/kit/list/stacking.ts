import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import type { Column } from './columns.ts'

/** Below this width two columns share a cell. */
export const STACKED_BELOW_PX = 700
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
