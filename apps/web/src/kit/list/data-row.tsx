import { Fragment, memo, type ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type StackedColumn, sizes } from './column-layout.ts'
import type { Column, List } from './columns.ts'
import css from './data-table.module.css'

/** Explicit roles, because in some browsers rows in the card layout lose the roles of their elements. */
export const roles = {
  table: { role: 'table' },
  body: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
} as const

type Props<Row> = {
  row: Row
  list: List<Row>
  columns: readonly StackedColumn<Column<Row>>[]
  /** Address that the row opens. */
  href: string | undefined
  /** True for the one row that is a tab stop; arrow keys reach the others. */
  isActive: boolean
  isSelected: boolean | undefined
  isCurrent: boolean
  isSaved: boolean
  /** Id of the panel that its menu button opens. */
  menuId: string | undefined
  isMenuOpen: boolean
  /** State of a row that opens in place by its first cell. */
  isOpen: boolean | undefined
}

function Row<R>(props: Props<R>) {
  const { row, list, columns, href, isActive, isSelected, isCurrent, isSaved, menuId, isMenuOpen, isOpen } =
    props
  const id = list.idOf(row)
  const name = list.nameOf(row)
  const newer = newerFields(list, row)
  const fixed = newer[0] ? null : list.withoutCheckbox?.(row)
  const tabIndex = isActive ? 0 : -1
  const lead = (content: ReactNode) => {
    // Not the router's Link, which subscribes to the address in every row. The table follows a press.
    if (href !== undefined)
      return (
        <a href={href} aria-label={list.isNamedByCell ? undefined : name} tabIndex={tabIndex}>
          {content}
        </a>
      )
    return (
      <button
        type="button"
        data-toggle
        aria-expanded={isOpen}
        aria-label={list.isNamedByCell ? undefined : name}
        tabIndex={tabIndex}
      >
        <Icon name={isOpen ? 'open' : 'next'} size={14} />
        {content}
      </button>
    )
  }
  const hasLead = href !== undefined || isOpen !== undefined
  return (
    <tr
      {...roles.row}
      data-id={id}
      tabIndex={hasLead ? undefined : tabIndex}
      data-selected={isSelected || undefined}
      aria-current={isCurrent || undefined}
      data-saved={isSaved || undefined}
      data-mark={list.markOf?.(row)}
      data-open={isOpen || undefined}
      data-opens={hasLead || undefined}
    >
      {isSelected !== undefined && (
        <td {...roles.cell} className={css.check}>
          {fixed === undefined ? (
            <input
              type="checkbox"
              aria-label={`Select ${name}`}
              checked={isSelected}
              // The table handles the click.
              readOnly
              tabIndex={tabIndex}
            />
          ) : (
            fixed
          )}
        </td>
      )}
      {columns.map(({ field, cell, variant, width, inNarrowList, card, below, stacked }, index) => {
        const isLead = hasLead && index === 0
        const isNewer = newer.includes(field)
        const first = (below && stacked?.first) ?? cell
        const content = isNewer ? <Badge /> : first(row)
        return (
          <td
            key={field}
            {...roles.cell}
            className={isLead ? css.open : undefined}
            data-variant={variant}
            data-card={card}
            data-sized={width && true}
            data-optional={!inNarrowList || undefined}
            data-stacked={below && true}
            style={width ? sizes(width) : undefined}
          >
            {isLead ? lead(content) : content}
            {below && (
              <SecondLine row={row} own={isNewer ? undefined : stacked?.second} below={below} newer={newer} />
            )}
          </td>
        )
      })}
      {menuId && (
        <td {...roles.cell} className={css.menu}>
          {!newer[0] && (
            <button
              type="button"
              className={css.more}
              data-menu
              popoverTarget={menuId}
              aria-haspopup="menu"
              aria-expanded={isMenuOpen}
              aria-label={`Actions of ${name}`}
              tabIndex={tabIndex}
            />
          )}
        </td>
      )}
    </tr>
  )
}

// `memo` loses the generic type.
export const DataRow = memo(Row) as typeof Row

type SecondLineProps<Row> = {
  row: Row
  own: ((row: Row) => ReactNode) | undefined
  below: readonly Column<Row>[]
  newer: readonly string[]
}

/** Second line of a cell in a narrow table. */
function SecondLine<R>({ row, own, below, newer }: SecondLineProps<R>) {
  const parts = below.map(({ field, stacked, cell, variant }) => ({
    field,
    variant,
    content: newer.includes(field) ? <Badge /> : (stacked?.second ?? cell)(row),
  }))
  const all = own ? [{ field: '', variant: undefined, content: own(row) }, ...parts] : parts
  return (
    <div className={css.below} data-below>
      {all
        .filter(({ content }) => content !== null && content !== undefined)
        .map(({ field, variant, content }, index) => (
          <Fragment key={field}>
            {index > 0 && ' · '}
            <span data-variant={variant}>{content}</span>
          </Fragment>
        ))}
    </div>
  )
}

/**
 * Fields of a row with a choice that this release does not know, because a newer one wrote the row. Their cells say so,
 * and the row has no actions.
 */
export function newerFields<Row>({ declaration: { fields } }: List<Row>, row: Row): string[] {
  return Object.entries(row as object).flatMap(([name, value]) => {
    const { options, sort } = fields[name] ?? {}
    // Options of a field that is only filtered need not be the values of its rows.
    return options && sort && typeof value === 'string' && !(value in options) ? name : []
  })
}

/** Text that a cell shows only in the card layout, which has no column headings, and on the second line of a cell. */
export function InCard({ children }: { children: ReactNode }) {
  return <span className={css.inCard}>{children}</span>
}
