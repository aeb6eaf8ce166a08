import { Fragment, type RefObject, useLayoutEffect, useState } from 'react'
import { type Column, headingOf, type ListColumns } from './columns.ts'
import css from './stacked-columns.module.css'

/** In a narrower table, columns with `stack` share a cell of two lines. */
const STACKED_BELOW_PX = 700
/** As in `data-table.module.css`: on narrower screens rows are cards, with a place for every column. */
const CARDS = '(max-width: 640px)'

/** True while a table is narrow and its rows are no cards. */
export function useIsStacked(table: RefObject<HTMLElement | null>, canStack: boolean): boolean {
  const [isStacked, setStacked] = useState(false)
  useLayoutEffect(() => {
    const element = table.current
    if (!element || !canStack) return
    const measure = () => {
      const width = element.clientWidth
      setStacked(width > 0 && width < STACKED_BELOW_PX && !matchMedia(CARDS).matches)
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [table, canStack])
  return isStacked
}

/** The columns of a narrow table: each visible column `under` another one becomes the second line of its cell. */
export function stackedColumns<Row>(
  list: ListColumns,
  columns: readonly Column<Row>[],
): readonly Column<Row>[] {
  const leadOf = ({ stack }: Column<Row>) => columns.find(({ field }) => field === stack?.under)
  return columns.flatMap((column): Column<Row>[] => {
    if (leadOf(column)) return []
    const under = columns.filter((each) => leadOf(each) === column)
    if (!column.stack && under.length === 0) return [column]
    const { stack, cell } = column
    const seconds = [stack?.second, ...under.map((each) => each.stack?.second ?? each.cell)]
    const headings = [stack?.heading ?? headingOf(list, column), ...under.map((each) => each.stack?.heading)]
    return [
      {
        ...column,
        heading: headings.filter(Boolean).join(', '),
        cell: (row) => (
          <StackedCell
            first={(stack?.first ?? cell)(row)}
            second={seconds
              .map((second) => second?.(row))
              .filter((part) => part !== undefined && part !== null)}
          />
        ),
      },
    ]
  })
}

function StackedCell({ first, second }: { first: React.ReactNode; second: readonly React.ReactNode[] }) {
  return (
    <span className={css.cell}>
      <span>{first}</span>
      <span className={css.second}>
        {[...second.entries()].map(([at, part]) => (
          <Fragment key={at}>
            {at > 0 && ' · '}
            {part}
          </Fragment>
        ))}
      </span>
    </span>
  )
}
