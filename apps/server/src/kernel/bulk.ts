import type { RowOutcome } from '@backoffice/contract/schemas/values'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import type { AuditEntry, AuditEvent, Changes } from './audit.ts'
import { HttpError } from './errors.ts'

/** Outcome of one item: the row after it, and its changes. */
export type Applied<Row> =
  | {
      outcome: 'done'
      row?: Row
      changes?: Changes
      reason?: string
      /** Default: as the endpoint declares. */
      event?: Pick<AuditEvent, 'resource' | 'action'>
    }
  | { outcome: 'unchanged'; row?: Row }

type Bulk<Item, Row> = {
  tx: Tx
  /** At most as many as `bulkItems` of the contract accepts. */
  items: readonly Item[]
  /** The items create their rows: an event has the id of the row, and none where it was refused. */
  isNew?: true
  /** Throws an HttpError to refuse the item; any other error rolls the call back. */
  apply: (item: Item) => Promise<Applied<Row>>
}

export type BulkResult<Row> = {
  resource: { items: RowOutcome<Row>[] }
} & ({ audit: readonly [AuditEntry, ...AuditEntry[]] } | { unchanged: true })

/**
 * Applies each item by itself: a refused one leaves the others. Returns the result of a write handler, with an outcome
 * per item in their order and an audit event per record. The refusal of a single item is the refusal of the call.
 *
 * One transaction, with a savepoint per item: with at most 500 items its locks are short, and the changes, their audit
 * events and the reply that an Idempotency-Key repeats are committed together.
 */
export async function runBulk<Item extends { id: string }, Row>({
  tx,
  items,
  apply,
  isNew,
}: Bulk<Item, Row>): Promise<BulkResult<Row>> {
  const results: { outcome: RowOutcome<Row>; entry: AuditEntry | null }[] = []
  // In one order for all calls, so that two with the same rows wait for each other and do not deadlock.
  const ordered = [...items.entries()].sort(([, a], [, b]) => compare(a.id, b.id))
  for (const [index, item] of ordered) {
    const result = await applyOne(tx, item, apply).catch((error: unknown) => {
      if (!(error instanceof HttpError) || items.length === 1) throw error
      return refusal<Row>(item.id, error)
    })
    results[index] = isNew ? withIdOfRow(result) : result
  }
  const resource = { items: results.map(({ outcome }) => outcome) }
  const [first, ...others] = results.flatMap(({ entry }) => entry ?? [])
  return first ? { resource, audit: [first, ...others] } : { resource, unchanged: true }
}

function withIdOfRow<Row>({ outcome, entry }: { outcome: RowOutcome<Row>; entry: AuditEntry | null }) {
  const row: unknown = outcome.row
  const id = row instanceof Object && 'id' in row ? String(row.id) : null
  return { outcome, entry: entry && { ...entry, id } }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Runs the write of one row in the one savepoint of that row: what it throws undoes the row and leaves the transaction
 * usable.
 */
export async function inSavepoint<T>(tx: Tx, write: () => Promise<T>): Promise<T> {
  await sql`SAVEPOINT item`.execute(tx)
  const result = await write().catch(async (error: unknown) => {
    // The connection may be lost; the error says so.
    await undoWrite(tx).catch(() => {})
    throw error
  })
  await sql`RELEASE SAVEPOINT item`.execute(tx)
  return result
}

/** Within `inSavepoint`: undoes the row, so that queries work again after a violated constraint. */
export async function undoWrite(tx: Tx): Promise<void> {
  await sql`ROLLBACK TO SAVEPOINT item`.execute(tx)
}

async function applyOne<Item extends { id: string }, Row>(
  tx: Tx,
  item: Item,
  apply: (item: Item) => Promise<Applied<Row>>,
) {
  const applied = await inSavepoint(tx, () => apply(item))
  const { id } = item
  const { outcome, row } = applied
  const entry = applied.outcome === 'unchanged' ? null : entryOf(id, applied)
  return { outcome: { id, outcome, ...(row !== undefined && { row }) }, entry }
}

function entryOf(id: string, { changes, reason, event }: Applied<unknown> & { outcome: 'done' }): AuditEntry {
  const said = { id, ...(changes && { changes }), ...(reason !== undefined && { reason }) }
  return event ? { ...said, ...event } : said
}

function refusal<Row>(id: string, { code, message, fields, current, usedBy }: HttpError) {
  const outcome: RowOutcome<Row> = {
    id,
    outcome: 'refused',
    code,
    detail: message,
    ...(fields && { errors: [...fields] }),
    // The endpoint's rows and those of its conflicts are read by the same function; the reply's schema checks both.
    ...(current !== undefined && { current: current as Row }),
    ...(usedBy && { used_by: [...usedBy] }),
  }
  return { outcome, entry: { id, outcome: 'refused', reason: code } as const }
}
