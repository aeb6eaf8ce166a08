import { ROW_STATUSES, type RowBase, type TableDeclaration, tableList } from '@backoffice/contract/table'
import { branches } from '@backoffice/contract/tables/branches'
import { companyGroups } from '@backoffice/contract/tables/company-groups'
import { establishments } from '@backoffice/contract/tables/establishments'
import { paymentMethods } from '@backoffice/contract/tables/payment-methods'
import { tenders } from '@backoffice/contract/tables/tenders'
import { trancodes } from '@backoffice/contract/tables/trancodes'
import { transactionCodes } from '@backoffice/contract/tables/transaction-codes'
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

/** `900100200000` as 900-100-200-000. */
const tinText = (tin: string) => tin.replace(/(\d{3})(?=\d)/g, '$1-')

/** Lists of the lookup tables with their own columns. */
export const LOOKUP_LISTS: readonly LookupList[] = [
  lookupList(tenders, [
    { field: 'source_system', label: 'Source', variant: 'code', always: true, inNarrowList: true },
    { field: 'tender_id', always: true, inNarrowList: true },
    { field: 'tender_name', label: 'Name', inNarrowList: true, card: 'title' },
    { field: 'payment_method_code', label: 'Method' },
    {
      field: 'bin_from',
      heading: 'BIN range',
      cell: (row) => (row.bin_from ? `${row.bin_from}–${row.bin_to}` : <EmptyValue />),
    },
    { field: 'company_code', under: 'tender_name' },
    { field: 'card_scheme' },
  ]),
  lookupList(trancodes, [
    { field: 'source_system', label: 'Source', variant: 'code', always: true, inNarrowList: true },
    {
      field: 'source_code',
      always: true,
      inNarrowList: true,
      card: 'title',
      // Leaves room for the state next to a record.
      stacked: { heading: 'Code' },
    },
    { field: 'tran_code', inNarrowList: true },
    { field: 'company_code', under: 'source_code' },
  ]),
  lookupList(companyGroups, [
    { field: 'company_code', label: 'Code', always: true, inNarrowList: true },
    { field: 'company_name', label: 'Name', inNarrowList: true, card: 'title' },
    { field: 'group_code', label: 'Group', under: 'company_code' },
    { field: 'group_name', under: 'company_name' },
    { field: 'tin', cell: (row) => (row.tin ? tinText(textOf(row, 'tin')) : <EmptyValue />) },
    { field: 'cutoff_time', label: 'Cut-off' },
    { field: 'settlement_account_ref', hidden: true },
    { field: 'contact_email', hidden: true },
    { field: 'contact_phone', hidden: true },
  ]),
  lookupList(branches, [
    { field: 'company_code', always: true, inNarrowList: true },
    { field: 'branch_code', label: 'Code', always: true, inNarrowList: true },
    { field: 'branch_name', label: 'Name', inNarrowList: true, card: 'title' },
    { field: 'establishment_code' },
    { field: 'city', under: 'branch_name' },
    { field: 'province', hidden: true },
    { field: 'region', hidden: true },
    { field: 'merchant_id', hidden: true },
    { field: 'address', hidden: true },
    { field: 'opened_on', label: 'Opened', hidden: true },
    { field: 'closed_on', label: 'Closed', hidden: true },
  ]),
  lookupList(establishments, [
    { field: 'establishment_code', label: 'Code', always: true, inNarrowList: true },
    { field: 'establishment_name', label: 'Name', inNarrowList: true, card: 'title' },
    { field: 'category', under: 'establishment_name' },
    { field: 'mcc' },
    { field: 'earn_allowed', label: 'Earns' },
    { field: 'redeem_allowed', label: 'Redeems' },
    { field: 'earn_rate_pesos_per_point', label: '₱ per point' },
  ]),
  lookupList(paymentMethods, [
    { field: 'payment_method_code', label: 'Code', always: true, inNarrowList: true },
    { field: 'name', label: 'Name', inNarrowList: true, card: 'title' },
    { field: 'type', under: 'name' },
    { field: 'earns_points' },
    { field: 'requires_reference', label: 'Approval code' },
    { field: 'settlement_days', label: 'Settled in days' },
    { field: 'sort_order' },
  ]),
  lookupList(transactionCodes, [
    { field: 'tran_code', label: 'Code', always: true, inNarrowList: true },
    { field: 'description', inNarrowList: true, card: 'title' },
    { field: 'class', under: 'description' },
    { field: 'points_sign' },
    { field: 'reverses' },
    { field: 'processing_code' },
    { field: 'posts_to_ledger', label: 'Ledger', hidden: true },
    { field: 'requires_reason', hidden: true },
  ]),
]

/** List of the table at a path such as `/lookup/tenders`. */
export const listAt = (path: string) => LOOKUP_LISTS.find(({ table }) => table.path === path)
