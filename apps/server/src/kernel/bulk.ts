import type { ApprovalKind } from '@backoffice/contract/approvals'
import type { RowOutcome } from '@backoffice/contract/values.schemas'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import type { AuditEntry, AuditEvent, Changes } from './audit.ts'
import { type ErrorCode, HttpError } from './errors.ts'

/** Outcome of one item: the new row and its changes. */
export type ItemOutcome<Row> =
  | {
      outcome: 'done'
      row?: Row
      changes?: Changes
      reason?: string
      /** Default: as the endpoint declares. */
      event?: Pick<AuditEvent, 'resource' | 'action'>
      /** Events of other records. */
      others?: readonly AuditEntry[]
      /** Kinds of approval that the change of this item may need. */
      kinds?: readonly ApprovalKind[]
    }
  | { outcome: 'unchanged'; row?: Row }

type Bulk<Item, Row> = {
  tx: Tx
  /** At most as many as `bulkItems` of the contract accepts. */
  items: readonly Item[]
  /** The items create rows: events have the id of the new row, or none for a refused item. */
  isNew?: true
  /** Throws an HttpError to refuse the item; any other error rolls the call back. */
  apply: (item: Item) => Promise<ItemOutcome<Row>>
}

export type BulkResult<Row> = {
  resource: { items: RowOutcome<Row>[] }
  /** Number of written items by kind of approval. */
  kinds: ReadonlyMap<ApprovalKind, number>
} & ({ audit: readonly [AuditEntry, ...AuditEntry[]] } | { unchanged: true })

/**
 * Applies each item in its own savepoint of one transaction, so that a refused item does not affect the others. Returns
 * an outcome per item, in order, and an audit event per record. Refuses the call when its only item is refused.
 */
export async function runBulk<Item extends { id: string }, Row>({
  tx,
  items,
  apply,
  isNew,
}: Bulk<Item, Row>): Promise<BulkResult<Row>> {
  const results: ItemResult<Row>[] = []
  // The same order in every call prevents deadlocks.
  const ordered = [...items.entries()].sort(([, a], [, b]) => compare(a.id, b.id))
  for (const [index, item] of ordered) {
    const result = await applyOne(tx, item, apply).catch((error: unknown) => {
      if (!(error instanceof HttpError) || items.length === 1 || WHOLE_CALL.has(error.code)) throw error
      return refusal<Row>(item.id, error)
    })
    results[index] = isNew ? withIdOfRow(result) : result
  }
  const resource = { items: results.map(({ outcome }) => outcome) }
  const [first, ...others] = results.flatMap(({ entries }) => entries)
  const kinds = countsOf(results.flatMap((each) => each.kinds))
  return first ? { resource, kinds, audit: [first, ...others] } : { resource, kinds, unchanged: true }
}

/** Refusals that the browser resolves for the whole call. */
const WHOLE_CALL: ReadonlySet<string> = new Set<ErrorCode>(['recent_sign_in_required'])

/** Rows that were written, without unchanged and refused ones. */
export function writtenRows<Row>({ resource }: Pick<BulkResult<Row>, 'resource'>): Row[] {
  return resource.items.flatMap(({ outcome, row }) => (outcome === 'done' && row ? [row] : []))
}

type ItemResult<Row> = {
  outcome: RowOutcome<Row>
  entries: readonly AuditEntry[]
  kinds: readonly ApprovalKind[]
}

function countsOf(kinds: readonly ApprovalKind[]): Map<ApprovalKind, number> {
  const counts = new Map<ApprovalKind, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}

function withIdOfRow<Row>({ outcome, entries, kinds }: ItemResult<Row>): ItemResult<Row> {
  const row: unknown = outcome.row
  const id = row instanceof Object && 'id' in row ? String(row.id) : null
  const [own, ...others] = entries
  return { outcome, kinds, entries: own ? [{ ...own, id }, ...others] : [] }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Runs a write in a savepoint: an error undoes the row and leaves the transaction usable. */
export async function inSavepoint<T>(tx: Tx, write: () => Promise<T>): Promise<T> {
  await sql`SAVEPOINT item`.execute(tx)
  const result = await write().catch(async (error: unknown) => {
    // Fails on a lost connection; the original error is rethrown.
    await undoWrite(tx).catch(() => {})
    throw error
  })
  await sql`RELEASE SAVEPOINT item`.execute(tx)
  return result
}

/** Within `inSavepoint`: undoes the row, so that queries work after a constraint violation. */
export async function undoWrite(tx: Tx): Promise<void> {
  await sql`ROLLBACK TO SAVEPOINT item`.execute(tx)
}

async function applyOne<Item extends { id: string }, Row>(
  tx: Tx,
  item: Item,
  apply: (item: Item) => Promise<ItemOutcome<Row>>,
) {
  const applied = await inSavepoint(tx, () => apply(item))
  const { id } = item
  const { outcome, row } = applied
  const entries = applied.outcome === 'unchanged' ? [] : [entryOf(id, applied), ...(applied.others ?? [])]
  const kinds = applied.outcome === 'unchanged' ? [] : (applied.kinds ?? [])
  return { outcome: { id, outcome, ...(row !== undefined && { row }) }, entries, kinds }
}

function entryOf(
  id: string,
  { changes, reason, event }: ItemOutcome<unknown> & { outcome: 'done' },
): AuditEntry {
  const said = { id, ...(changes && { changes }), ...(reason !== undefined && { reason }) }
  return event ? { ...said, ...event } : said
}

function refusal<Row>(id: string, { code, message, fields, current, usedBy }: HttpError): ItemResult<Row> {
  const outcome: RowOutcome<Row> = {
    id,
    outcome: 'refused',
    code,
    detail: message,
    ...(fields && { errors: [...fields] }),
    // Rows and conflicts come from the same function; the reply schema validates both.
    ...(current !== undefined && { current: current as Row }),
    ...(usedBy && { used_by: [...usedBy] }),
  }
  return { outcome, kinds: [], entries: [{ id, outcome: 'refused', reason: code }] }
}
