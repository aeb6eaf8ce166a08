import { Fragment, type MouseEvent } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { dragWidth, sizes, widthByKey } from './column-width.ts'
import { type Column, headingOf } from './columns.ts'
import { inSentence } from './condition-words.ts'
import css from './data-table.module.css'
import { directionOf, nextSort, sortedFields } from './sorting.ts'
import type { StackedColumn } from './stacking.ts'
import type { ListView } from './use-list.ts'

type HeadColumn = Omit<Column, 'cell'>
type Props = { state: ListView; column: StackedColumn<HeadColumn> }

/** Heading of a column and of those below it: a press sorts, Shift adds to the sort, dragging the edge resizes. */
export function HeadCell({ state, column }: Props) {
  const { sort, choice, chooseColumns } = state
  const { field, variant, width, inNarrowList, stacked, below = [] } = column
  const isStacked = column.below !== undefined
  const heading = headingOf(state.list, column)
  const directions = [column, ...below].flatMap((each) => directionOf(sort, each.field) ?? [])

  const onWidth = (chosen: number | undefined) =>
    chooseColumns(choice.map((each) => (each.id === field ? { id: field, width: chosen } : each)))

  return (
    <th
      scope="col"
      aria-sort={directions[0] && (directions[0] === 'asc' ? 'ascending' : 'descending')}
      data-variant={variant}
      data-sized={width && true}
      data-optional={!inNarrowList || undefined}
      style={width ? sizes(width) : undefined}
    >
      <Heading {...{ state, column, onWidth }} text={(isStacked && stacked?.heading) || heading} />
      {below.map((each) => {
        const text = each.stacked ? each.stacked.heading : inSentence(headingOf(state.list, each))
        return (
          text && (
            <Fragment key={each.field}>
              {', '}
              <Heading {...{ state, onWidth }} column={each} text={text} />
            </Fragment>
          )
        )
      })}
      <span
        className={css.grip}
        aria-hidden="true"
        onPointerDown={(event) => dragWidth(event, onWidth)}
        onDoubleClick={() => onWidth(undefined)}
      />
    </th>
  )
}

type HeadingProps = {
  state: ListView
  column: HeadColumn
  text: string
  onWidth: (width: number | undefined) => void
}

function Heading({ state, column: { field }, text, onWidth }: HeadingProps) {
  const { list, sort, change } = state
  if (!list.declaration.fields[field]?.sort) return text
  const direction = directionOf(sort, field)
  const rank = direction && sort.length > 1 ? sortedFields(sort).indexOf(field) + 1 : undefined
  const onSort = ({ shiftKey }: MouseEvent) =>
    change({ sort: nextSort(sort, field, shiftKey, list.declaration.sort) })
  return (
    <button
      type="button"
      className={css.sort}
      onClick={onSort}
      onKeyDown={(event) => widthByKey(event, onWidth)}
    >
      {text}
      {direction && <Icon name={direction === 'asc' ? 'up' : 'down'} size={12} />}
      {rank && <span className={css.rank}>{rank}</span>}
    </button>
  )
}
