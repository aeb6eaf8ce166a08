import type { Permission } from '@backoffice/contract/access'
import { optionsEndpoint, tableEndpoints } from '@backoffice/contract/lookup-tables'
import type { OptionTable, TableDeclaration, TableInput } from '@backoffice/contract/table'
import type { RowOutcome as Outcome, References } from '@backoffice/contract/values.schemas'
import { ApiError } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import type { Row, RowVersion } from './rows.ts'

/** Calls of a lookup table, by its declaration. */

export type RowOutcome = Outcome<Row>

export type RowChange = RowVersion & Partial<TableInput>
type RowWrite = 'update' | 'delete' | 'restore'

export function getRow(table: TableDeclaration, id: string, signal: AbortSignal): Promise<Row> {
  return call(tableEndpoints(table).get, { params: { id }, signal })
}

export function createRow(table: TableDeclaration, body: TableInput, idempotencyKey: string): Promise<Row> {
  return call(tableEndpoints(table).create, { body, idempotencyKey })
}

/** Updates one row. Throws an `ApiError` if it is refused. */
export async function updateRow(table: TableDeclaration, item: RowChange): Promise<Row> {
  const [outcome] = (await call(tableEndpoints(table).update, { body: { items: [item] } })).items
  if (!outcome?.row) throw new ApiError(422, { code: outcome?.code ?? '', detail: outcome?.detail ?? '' })
  return outcome.row
}

/** Returns an outcome for each row, in order. */
export async function writeRows(
  table: TableDeclaration,
  write: RowWrite,
  items: readonly RowChange[],
): Promise<RowOutcome[]> {
  try {
    return (await call(tableEndpoints(table)[write], { body: { items: [...items] } })).items
  } catch (error) {
    const [only, ...others] = items
    // The call refuses a single row as a whole.
    if (!(error instanceof ApiError) || !only || others.length > 0 || !isOfRow(error)) throw error
    const { code, message, fields, usedBy } = error
    return [{ id: only.id, outcome: 'refused', code, detail: message, errors: [...fields], used_by: usedBy }]
  }
}

const isOfRow = ({ status }: ApiError) => status === 404 || status === 409 || status === 422

/** References to the rows. */
export async function findUses(table: TableDeclaration, rows: readonly RowVersion[]): Promise<References> {
  return (await call(tableEndpoints(table).uses, { body: { ids: rows.map(({ id }) => id) } })).items
}

export type Option = { code: string; name: string; in_force: boolean }

/** The reply includes `selected` codes in any state. */
export async function findOptions(
  permission: Permission,
  referenced: OptionTable,
  body: {
    search?: string
    selected?: string[]
    within?: Record<string, string>
    except?: Record<string, string>
    retired?: boolean
  },
  signal: AbortSignal,
): Promise<Option[]> {
  const endpoint = optionsEndpoint(referenced, [permission])
  return (await call(endpoint, { body, signal })).items
}
