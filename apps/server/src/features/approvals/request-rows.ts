import type { RequestRows } from '@backoffice/contract/approvals'
import { isKeyOf } from '@backoffice/contract/objects'
import { type TableDeclaration, writtenFields } from '@backoffice/contract/table'
import { DECLARATIONS } from '@backoffice/contract/tables/tables'
import type { Reader } from '../../db/client.ts'
import type { Caller } from '../../kernel/caller.ts'
import { HttpError } from '../../kernel/errors.ts'
import { requirePermission } from '../../kernel/mount.ts'
import { countRows, listRankedRows } from './request-rows.store.ts'
import { viewPermission } from './requests/request-table.ts'
import { type RowsRequest, rowsOf } from './rows-of-request.ts'

type TableRequest = RowsRequest & { table_name: string | null }

export function tableOfRequest({ table_name }: Pick<TableRequest, 'table_name'>): TableDeclaration | null {
  return table_name !== null && isKeyOf(DECLARATIONS, table_name) ? DECLARATIONS[table_name] : null
}

/** Number of rows that the request lists. Null for one about no lookup table, or whose rows are no longer kept. */
export async function countRequestRows(
  db: Reader,
  stored: TableRequest,
  today: string,
): Promise<number | null> {
  const table = tableOfRequest(stored)
  const rows = table && (await rowsOf(db, table, stored, today))
  return rows && countRows(db, rows)
}

type Page = { field?: string | undefined; page: number; page_size: number }

/** A page of the rows, for the requester and for deciders who may view the table. Throws `not_found`, `access_denied`. */
export async function requestRows(
  db: Reader,
  stored: TableRequest,
  { field, page, page_size }: Page,
  { caller, today }: { caller: Caller; today: string },
): Promise<RequestRows> {
  const table = tableOfRequest(stored)
  const permission = viewPermission(stored.table_name)
  if (permission) requirePermission(caller, permission)
  const rows = table && (await rowsOf(db, table, stored, today))
  if (!rows) throw new HttpError('not_found', { detail: 'The rows of this request are no longer kept.' })
  const { items, total, fields, new_rows } = await listRankedRows(db, table, rows, {
    field,
    limit: page_size,
    offset: (page - 1) * page_size,
  })
  const words = inWords(table)
  return {
    items: items.map((row) => ({
      ...row,
      changes: row.changes.map((change) => ({ ...change, ...words(change) })),
    })),
    total,
    page,
    page_size,
    fields: fields.map((each) => ({ ...each, label: words(each).label })),
    new_rows,
  }
}

/** Label of a field and its values, as screens show them. */
function inWords(table: TableDeclaration) {
  const fields = writtenFields(table)
  return ({ field, from = null, to = null }: { field: string; from?: string | null; to?: string | null }) => {
    const { label = 'Deleted', options } = fields[field] ?? {}
    const text = (value: string | null) => (value === null ? null : (options?.[value] ?? value))
    return { label, from: text(from), to: text(to) }
  }
}
