import type { MouseEvent } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { dragWidth, sizes, widthByKey } from './column-width.ts'
import { type Column, headingOf } from './columns.ts'
import css from './data-table.module.css'
import { directionOf, nextSort, sortedFields } from './sorting.ts'
import type { ListView } from './use-list.ts'

type Props = { state: ListView; column: Omit<Column, 'cell'> }

/** Column heading: a press sorts, Shift adds the column to the sort, dragging the edge resizes. */
export function HeadCell({ state, column }: Props) {
  const { list, sort, change, choice, chooseColumns } = state
  const { field, variant, width, inNarrowList } = column
  const direction = directionOf(sort, field)
  const heading = headingOf(list, column)
  const rank = direction && sort.length > 1 ? sortedFields(sort).indexOf(field) + 1 : undefined

  const onWidth = (chosen: number | undefined) =>
    chooseColumns(choice.map((each) => (each.id === field ? { id: field, width: chosen } : each)))
  const onSort = ({ shiftKey }: MouseEvent) =>
    change({ sort: nextSort(sort, field, shiftKey, list.declaration.sort) })

  return (
    <th
      scope="col"
      aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}
      data-variant={variant}
      data-sized={width && true}
      data-optional={!inNarrowList || undefined}
      style={width ? sizes(width) : undefined}
    >
      {list.declaration.fields[field]?.sort ? (
        <button
          type="button"
          className={css.sort}
          onClick={onSort}
          onKeyDown={(event) => widthByKey(event, onWidth)}
        >
          {heading}
          {direction && <Icon name={direction === 'asc' ? 'up' : 'down'} size={12} />}
          {rank && <span className={css.rank}>{rank}</span>}
        </button>
      ) : (
        heading
      )}
      <span
        className={css.grip}
        aria-hidden="true"
        onPointerDown={(event) => dragWidth(event, onWidth)}
        onDoubleClick={() => onWidth(undefined)}
      />
    </th>
  )
}
