import type { RowBase, TableDeclaration, TableRow } from '@backoffice/contract/table'
import { ROW_STATUSES, tableList } from '@backoffice/contract/table'
import { day, formatDateTime } from '../../kit/format-time.ts'
import { InCard } from '../../kit/list/card-text.tsx'
import type { Column, List } from '../../kit/list/columns.ts'
import { recordLink } from '../../kit/record/record-links.ts'
import { stateBadge } from '../../kit/record/row-state.ts'
import { titleOf } from '../../kit/record/rows.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyValue } from '../../ui/card.tsx'

type ListOf<D extends TableDeclaration> = ReturnType<typeof tableList<D>>
type Own<D extends TableDeclaration> = Column<TableRow<D>, keyof D['fields'] & string>

/** The list of a lookup table: its own columns, then those that every table has. */
export function lookupList<D extends TableDeclaration>(
  table: D,
  columns: readonly Own<D>[],
): List<TableRow<D>, ListOf<D>> {
  return {
    declaration: tableList(table),
    noun: table.noun,
    idOf: ({ id }) => id,
    // The naming field is one of the row's.
    nameOf: (row) => `${titleOf(table, row)}, ${String(row[table.naming as keyof typeof row])}`,
    open: ({ id }) => recordLink(table, id),
    columns: [...columns, ...COMMON],
  }
}

const COMMON: readonly Column<RowBase>[] = [
  {
    field: 'state',
    beside: true,
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
