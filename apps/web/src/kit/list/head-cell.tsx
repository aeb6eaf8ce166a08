import { type Direction, MAX_SORTS, type Sort } from '@backoffice/contract/list'
import { Fragment, type MouseEvent } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { dragWidth, type StackedColumn, sizes, widthByKey } from './column-layout.ts'
import { type Column, headingOf } from './columns.ts'
import { inSentence } from './condition-words.ts'
import css from './data-table.module.css'
import { pageState, withRows } from './selection.ts'
import type { ListState, ListView } from './use-list.ts'

type HeadColumn = Omit<Column, 'cell'>
type Props = { state: ListView; column: StackedColumn<HeadColumn> }

/** Heading of a column and of those below it. A press sorts, Shift adds to the sort, dragging the edge resizes. */
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

export function directionOf(sort: readonly Sort[], field: string): Direction | undefined {
  if (sort.includes(`${field}:asc`)) return 'asc'
  return sort.includes(`${field}:desc`) ? 'desc' : undefined
}

const fieldOf = (each: Sort) => each.slice(0, each.lastIndexOf(':'))
const NEXT = { none: 'asc', asc: 'desc', desc: undefined } as const

/**
 * The sort after a press on a column: ascending, descending, then the declared sort (undefined). `isAdded`: keeps the
 * other sorted columns.
 */
export function nextSort(
  sort: readonly Sort[],
  field: string,
  isAdded: boolean,
  declared: readonly Sort[],
): readonly Sort[] | undefined {
  const direction = NEXT[directionOf(sort, field) ?? 'none']
  const own = direction && (`${field}:${direction}` as const)
  if (!isAdded) {
    // The declared sort is descending already, so start with ascending.
    if (!own && declared.join() === sort.join()) return [`${field}:asc`]
    return own && [own]
  }
  if (!own) {
    const rest = sort.filter((each) => fieldOf(each) !== field)
    return rest.length > 0 ? rest : undefined
  }
  if (directionOf(sort, field)) return sort.map((each) => (fieldOf(each) === field ? own : each))
  return sort.length < MAX_SORTS ? [...sort, own] : sort
}

export const sortedFields = (sort: readonly Sort[]) => sort.map(fieldOf)

/** Selects the rows of the page. */
export function PageCheckbox<Row>({ state, rows }: { state: ListState<Row>; rows: readonly Row[] }) {
  const { list, selected, select } = state
  const some = pageState(selected, rows, list.idOf)
  return (
    <input
      ref={(input) => {
        if (input) input.indeterminate = some === 'some'
      }}
      type="checkbox"
      aria-label="Select the rows of this page"
      checked={some === 'all'}
      onChange={() => select(withRows(selected, rows, list.idOf, some !== 'all'))}
    />
  )
}
