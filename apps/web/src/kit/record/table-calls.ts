import type { Permission } from '@backoffice/contract/access'
import type { Address } from '@backoffice/contract/endpoint'
import { optionsEndpoint, tableEndpoints } from '@backoffice/contract/endpoints/tables'
import type { References } from '@backoffice/contract/schemas/values'
import type { OptionTable, TableDeclaration } from '@backoffice/contract/table'
import { ApiError, type FieldError } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import type { Row, SeenRow } from './rows.ts'

/** The calls of a lookup table, by its declaration. */

export type RowOutcome = {
  id: string
  outcome: 'done' | 'unchanged' | 'refused'
  code?: string | undefined
  detail?: string | undefined
  errors?: readonly FieldError[] | undefined
  /** After the write. */
  row?: Row | undefined
  /** As it is now, where the refusal is a conflict with it. */
  current?: Row | undefined
  /** What refers to a row that was not deleted. */
  usedBy?: References | undefined
}

type Body = Record<string, unknown>

/** The schema of a reply follows the declaration, which the types of any table cannot. */
async function send<Output>(endpoint: Address, input: Body): Promise<Output> {
  return (await call(endpoint, input as never)) as Output
}

const endpointsOf = (table: TableDeclaration): Record<'get' | 'create' | 'uses' | Write, Address> =>
  tableEndpoints(table)

export function getRow(table: TableDeclaration, id: string, signal: AbortSignal): Promise<Row> {
  return send(endpointsOf(table).get, { params: { id }, signal })
}

export function createRow(table: TableDeclaration, body: Body, idempotencyKey: string): Promise<Row> {
  return send(endpointsOf(table).create, { body, idempotencyKey })
}

type Write = 'update' | 'delete' | 'restore'

/** One row: throws what the server refused. */
export async function writeRow(table: TableDeclaration, write: Write, item: SeenRow & Body): Promise<Row> {
  const [outcome] = await sendRows(table, write, [item])
  if (!outcome?.row) throw new ApiError(422, { code: outcome?.code ?? '', detail: outcome?.detail ?? '' })
  return outcome.row
}

/** An outcome for each row, in their order. */
export async function writeRows(
  table: TableDeclaration,
  write: Write,
  items: readonly (SeenRow & Body)[],
): Promise<RowOutcome[]> {
  try {
    return await sendRows(table, write, items)
  } catch (error) {
    const [only, ...others] = items
    // The refusal of a single row is that of the call.
    if (!(error instanceof ApiError) || !only || others.length > 0 || !isOfRow(error)) throw error
    const { code, message, fields, current, usedBy } = error
    // A conflict answers with the row of the call.
    return [
      {
        id: only.id,
        outcome: 'refused',
        code,
        detail: message,
        errors: fields,
        current: current as Row | undefined,
        usedBy,
      },
    ]
  }
}

const isOfRow = ({ status }: ApiError) => status === 404 || status === 409 || status === 422

type SentOutcome = RowOutcome & { used_by?: References }

async function sendRows(
  table: TableDeclaration,
  write: Write,
  items: readonly Body[],
): Promise<RowOutcome[]> {
  const reply = await send<{ items: SentOutcome[] }>(endpointsOf(table)[write], { body: { items } })
  return reply.items.map(({ used_by, ...outcome }) => ({ ...outcome, usedBy: used_by }))
}

/** What refers to the rows and uses them, together. */
export async function findUses(table: TableDeclaration, rows: readonly SeenRow[]): Promise<References> {
  const body = { ids: rows.map(({ id }) => id) }
  return (await send<{ items: References }>(endpointsOf(table).uses, { body })).items
}

export type Option = { code: string; name: string; in_force: boolean }

/** `selected` codes are answered whatever their state. */
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
