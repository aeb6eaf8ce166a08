import type { RowToFix } from '@backoffice/contract/fixes'
import type { TableField } from '@backoffice/contract/table'
import { memo, type ReactNode } from 'react'
import { day } from '../../../kit/format/format-time.ts'
import { CardNumber } from '../../../ui/card-number.tsx'
import { isDay } from '../../../ui/date/days.ts'
import { formatNumber } from '../../../ui/format-number.ts'
import { Icon } from '../../../ui/icon.tsx'
import { cellValue, type FixGridData, problemAt, type RowMessages, shownText } from './fix-cells.ts'
import type { RowDraft } from './fix-draft.ts'
import css from './fix-grid.module.css'
import { reasonOf } from './problem-words.ts'

/** Set explicitly, because rows that are laid out as grids lose the roles of their elements. */
export const gridRoles = {
  grid: { role: 'grid' },
  rows: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  number: { role: 'rowheader' },
  cell: { role: 'gridcell' },
} as const

export type GridColumn = {
  field: string
  label: string
  declaration: TableField | undefined
  /** True for a column of card numbers. */
  isCard: boolean
  /** True for dates that the file writes with the month before the day. */
  isMonthFirst: boolean
}

type Props = {
  row: RowToFix
  index: number
  columns: readonly GridColumn[]
  changes: RowDraft | undefined
  messages: RowMessages | undefined
  /** Set in the row of the active cell. */
  active: number | undefined
  /** Replaces the content of the active cell. */
  editor: ReactNode
  isFixed: boolean
}

/** A row of the grid. Only changed rows render again. */
export const FixRow = memo(function FixRow({
  row,
  index,
  columns,
  changes,
  messages,
  active,
  editor,
  isFixed,
}: Props) {
  const data = { rows: [row], fields: columns.map(({ field }) => field) }
  return (
    <tr {...gridRoles.row} className={css.row} aria-rowindex={index + 2} data-fixed={isFixed || undefined}>
      <NumberCell {...{ row, index, data, isFixed }} isActive={active === 0} />
      {row.is_fixable ? (
        columns.map((column, position) => (
          <FixCell
            key={column.field}
            {...{ row, index, column, data, changes }}
            number={position + 1}
            message={messages?.[column.field]}
            isActive={active === position + 1}
            editor={active === position + 1 && editor}
          />
        ))
      ) : (
        <td
          {...gridRoles.cell}
          className={css.cell}
          data-at={index}
          data-column={1}
          data-state="problem"
          data-spans
          aria-colindex={2}
          aria-colspan={columns.length}
          tabIndex={active !== undefined && active > 0 ? 0 : -1}
        >
          <span className={css.reason}>{row.problems[0]?.message ?? 'This line could not be read.'}</span>
          <span className={css.was}>Fix this line in the file and upload it again.</span>
        </td>
      )}
    </tr>
  )
})

type NumberProps = Pick<Props, 'row' | 'index' | 'isFixed'> & { data: FixGridData; isActive: boolean }

function NumberCell({ row, index, data, isActive, isFixed }: NumberProps) {
  const problem = row.is_fixable ? problemAt(data, { index: 0, column: 0 }) : undefined
  return (
    <th
      {...gridRoles.number}
      className={css.number}
      data-at={index}
      data-column={0}
      data-state={problem && !isFixed ? stateOf(problem.severity) : undefined}
      aria-colindex={1}
      tabIndex={isActive ? 0 : -1}
      title={`Line ${formatNumber(row.line_number)}`}
    >
      <span className={css.value}>
        {isFixed && (
          <>
            <Icon name="check" size={12} />
            <span className="visually-hidden">Fixed</span>
          </>
        )}{' '}
        {formatNumber(row.row_number)}
      </span>
      {problem && !isFixed && (
        <span className={css.reason}>
          {reasonOf(problem, { value: '', declaration: undefined, above: [] })}
        </span>
      )}
    </th>
  )
}

type CellProps = Pick<Props, 'row' | 'index' | 'changes' | 'editor'> & {
  column: GridColumn
  number: number
  data: FixGridData
  message: RowMessages[string] | undefined
  isActive: boolean
}

/** Start of a masked card number. */
const MASKED = '•••• '

const stateOf = (severity: 'error' | 'warning') => (severity === 'error' ? 'problem' : 'warning')

function FixCell({ row, index, column, number, data, changes, message, isActive, editor }: CellProps) {
  const { field, declaration } = column
  const problem = message === null ? undefined : problemAt(data, { index: 0, column: number })
  const change = changes?.get(field)
  const isChanged = typeof change === 'string'
  const was = isChanged ? (row.cells[field] ?? '') : change === null ? undefined : row.was[field]
  const isMasked = column.isCard || row.masked.includes(field)
  const shown = (text: string) =>
    declaration?.type === 'date' && isDay(text) ? day(text) : shownText(text, isMasked)
  const value = shown(cellValue(row, field, changes))
  const isCorrected = was !== undefined && !message && (isChanged || !problem)
  const state = message ? 'problem' : isCorrected ? 'fixed' : problem && stateOf(problem.severity)
  const above = (declaration?.place ?? []).map((each) => cellValue(row, each, changes))
  return (
    <td
      {...gridRoles.cell}
      className={css.cell}
      data-at={index}
      data-column={number}
      data-state={state}
      data-editing={editor ? true : undefined}
      aria-colindex={number + 1}
      aria-invalid={state === 'problem' || undefined}
      tabIndex={isActive && !editor ? 0 : -1}
    >
      {editor || (
        <span className={css.value} data-variant={declaration?.type} title={value || undefined}>
          {value.startsWith(MASKED) ? <CardNumber masked={value} /> : value}
          {!value && <span className="visually-hidden">empty</span>}
        </span>
      )}
      {message ? (
        <span className={css.reason}>{message}</span>
      ) : isCorrected ? (
        <>
          <span className={css.was}>was {was === '' ? 'empty' : shown(was)}</span>
          {!editor && (
            <span className={css.mark}>
              <Icon name="check" size={14} />
            </span>
          )}
        </>
      ) : (
        problem && (
          <span className={css.reason}>
            {reasonOf(problem, { value: row.cells[field] ?? '', declaration, above })}
          </span>
        )
      )}
    </td>
  )
}
