import { ROW_STATUSES, type RowBase, type TableDeclaration, tableList } from '@backoffice/contract/table'
import { day, formatDateTime } from '../../kit/format/format-time.ts'
import type { Column, List } from '../../kit/list/columns.ts'
import { InCard } from '../../kit/list/data-row.tsx'
import { recordLink } from '../../kit/record/record-links.ts'
import { FIELD_LOOKS, type Row, shownValue, stateBadge, textOf, titleOf } from '../../kit/record/rows.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyValue } from '../../ui/card.tsx'

/** Column with an optional cell; the default cell shows the field. */
type Own<D extends TableDeclaration> = Omit<
  Column<Row, (keyof D['fields'] | keyof NonNullable<D['derived']>) & string>,
  'cell'
> &
  Partial<Pick<Column<Row>, 'cell'>>

export type LookupList = List<Row> & { table: TableDeclaration }

/** List of a lookup table: its own columns, then the common ones. */
export function lookupList<D extends TableDeclaration>(table: D, columns: readonly Own<D>[]): LookupList {
  return {
    table,
    declaration: tableList(table),
    noun: table.noun,
    idOf: ({ id }) => id,
    nameOf: (row) => `${titleOf(table, row)}, ${textOf(row, table.naming)}`,
    open: ({ id }) => recordLink(table, id),
    columns: [...columns.map((column) => withCell(table, column)), ...COMMON],
  }
}

function withCell(table: TableDeclaration, column: Own<TableDeclaration>): Column<Row> {
  const field = table.fields[column.field]
  const variant = column.variant ?? (field && FIELD_LOOKS[field.type].variant)
  const cell = (row: Row) => {
    const text = textOf(row, column.field)
    if (text === '' || !field) return <EmptyValue />
    if (!FIELD_LOOKS[field.type].needsLabel) return shownValue(field, text)
    return (
      <>
        <InCard>{column.label ?? field.label}: </InCard>
        {shownValue(field, text)}
      </>
    )
  }
  return { ...(field?.shown === false && { hidden: true }), cell, ...column, ...(variant && { variant }) }
}

const COMMON: readonly Column<RowBase>[] = [
  {
    field: 'state',
    inNarrowList: true,
    card: 'badge',
    cell: (row) => {
      const { tone, text } = stateBadge(row)
      return <Badge tone={tone}>{text}</Badge>
    },
  },
  {
    field: 'effective_from',
    variant: 'second',
    card: 'foot',
    cell: ({ effective_from: from, effective_to: to }) =>
      from ? (
        <>
          {!to && <InCard>since </InCard>}
          {day(from)}
        </>
      ) : (
        <EmptyValue />
      ),
  },
  {
    field: 'effective_to',
    variant: 'second',
    card: 'foot',
    cell: ({ effective_to: to }) =>
      to ? (
        <>
          <InCard>until </InCard>
          {day(to)}
        </>
      ) : (
        <EmptyValue />
      ),
  },
  { field: 'status', hidden: true, card: 'none', cell: ({ status }) => ROW_STATUSES[status] },
  {
    field: 'updated_at',
    hidden: true,
    variant: 'second',
    card: 'none',
    cell: ({ updated_at }) => <time dateTime={updated_at}>{formatDateTime(updated_at)}</time>,
  },
  { field: 'updated_by', hidden: true, card: 'none', cell: ({ updated_by }) => updated_by },
]
