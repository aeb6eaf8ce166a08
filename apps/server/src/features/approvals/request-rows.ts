import type { RequestRows } from '@backoffice/contract/approvals'
import type { TABLE_ACTIONS } from '@backoffice/contract/files'
import type { Selection } from '@backoffice/contract/list'
import { isKeyOf } from '@backoffice/contract/objects'
import { keyFields, type TableDeclaration, writtenFields } from '@backoffice/contract/table'
import { DECLARATIONS } from '@backoffice/contract/tables/tables'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../db/client.ts'
import { stagingTable } from '../../db/staging-table.ts'
import { staged } from '../../files/check/table-staging.ts'
import { isStaged } from '../../files/tracked/staging-tables.store.ts'
import type { Caller } from '../../kernel/caller.ts'
import { HttpError } from '../../kernel/errors.ts'
import { matchingRows } from '../../kernel/list-rows.ts'
import { requirePermission } from '../../kernel/mount.ts'
import { actionEffects } from '../lookup-tables/row-substitutes.ts'
import { rowStates, tableSource } from '../lookup-tables/table-source.ts'
import { countRows, listRankedRows } from './request-rows.store.ts'
import { viewPermission } from './requests/request-table.ts'

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

/**
 * A page of the rows, for the requester and for deciders who may view the table. Throws `not_found`, `access_denied`.
 */
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

/** The stored call of a request about a lookup table. */
type RowsRequest = {
  endpoint: string
  /** Null once it is decided. */
  input: unknown
  records: readonly string[]
  changes: unknown
}

/**
 * Query of the rows that a request changes: row_no, id, key, name, is_new, changes (values before and after by field)
 * and is_governed (null if its fields decide). Null if they are no longer kept. Rows of an action are those that match
 * now; an approval applies to no others.
 */
async function rowsOf(
  db: Reader,
  table: TableDeclaration,
  { endpoint, input, records, changes }: RowsRequest,
  today: string,
): Promise<RawBuilder<unknown> | null> {
  if (endpoint === `${table.name}.import`) return importedRows(db, records[0] ?? '')
  if (endpoint === `${table.name}.all`) return input === null ? null : matchedRows(db, table, input, today)
  return storedRows(table, records, changes)
}

async function importedRows(db: Reader, filekey: string) {
  if (!(await isStaged(db, stagingTable(filekey)))) return null
  return sql`SELECT s.row_no, s.id, s.key, s.name, s.outcome = 'N' AS is_new, s.changes, NULL::boolean AS is_governed
    FROM ${staged(filekey)} s WHERE s.outcome IN ('N', 'C')`
}

function matchedRows(db: Reader, table: TableDeclaration, input: unknown, today: string) {
  // The call was checked before it was stored.
  const { body } = input as { body: { action: (typeof TABLE_ACTIONS)[number]; selection: Selection } }
  const { action, selection } = body
  const kinds = actionEffects(table, action, today)
  kinds.delete('MASS_CHANGE')
  const governed = [...kinds.values(), ...(action === 'activate' ? [] : [rowStates(today).IN_FORCE])]
  const status = action === 'activate' ? 'ACTIVE' : 'INACTIVE'
  const changes =
    action === 'delete'
      ? sql`jsonb_build_object('deleted', jsonb_build_array('No', 'Yes'))`
      : sql`CASE WHEN t.status = ${status} THEN '{}'
          ELSE jsonb_build_object('status', jsonb_build_array(t.status, ${status}::text)) END`
  const key = keyFields(table).map((name) => sql.ref(`t.${name}`))
  const matching = matchingRows(tableSource(db, table, today), selection)
    .clearSelect()
    .select([
      sql`t.id`.as('id'),
      sql<string>`concat_ws(' ', ${sql.join(key)})`.as('key'),
      sql.ref(`t.${table.naming}`).as('name'),
      changes.as('changes'),
      governed.length > 0
        ? sql<SqlBool>`(${sql.join(governed, sql` OR `)})`.as('is_governed')
        : sql<SqlBool>`false`.as('is_governed'),
    ])
  return sql`SELECT (row_number() OVER ())::int AS row_no, m.id, m.key, m.name, false AS is_new, m.changes, m.is_governed
    FROM (${matching}) AS m`
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Rows of a call that names them, with their names now. All values of a new row come from nothing. */
function storedRows(table: TableDeclaration, records: readonly string[], changes: unknown) {
  const ids = records.filter((record) => UUID.test(record))
  return sql`SELECT c.no::int AS row_no, NULL::uuid AS id, coalesce(c.value->>'label', '') AS key,
      coalesce(named.name, '') AS name,
      NOT EXISTS (SELECT FROM jsonb_each(c.value->'changes') e WHERE e.value->>0 IS NOT NULL) AS is_new,
      c.value->'changes' AS changes, NULL::boolean AS is_governed
    FROM jsonb_array_elements(${JSON.stringify(changes)}::jsonb) WITH ORDINALITY AS c(value, no)
    LEFT JOIN (SELECT audit_record_label(${table.resource}, id::text) AS key, min(${sql.ref(table.naming)}) AS name
      FROM ${sql.table(table.name)} WHERE id = ANY (${ids}::uuid[]) GROUP BY 1) AS named ON named.key = c.value->>'label'`
}
