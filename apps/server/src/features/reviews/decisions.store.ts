import { sql, type UpdateObject } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { DB } from '../../db/schema.ts'
import { lockItem, type StoredItem } from './review-items.store.ts'

type Person = { id: string; name: string }

/** `held`: access permissions of the reviewer. */
type Decision = { reason: string | null; by: Person; held: string[] } & (
  | { decision: 'KEEP' }
  | {
      decision: 'REMOVE'
      replacement: Person | null
      needsSecond: boolean
      /** The second reviewer agrees with it as before. */
      keepsAgreement: boolean
    }
)

const NO_AGREEMENT = { agreed_by: null, agreed_by_name: null, agreed_at: null, agreed_reason: null }
const UNDECIDED = {
  decision: null,
  reason: null,
  replacement_id: null,
  replacement_name: null,
  decided_by: null,
  decided_by_name: null,
  decided_at: null,
  decided_with: null,
  needs_second: false,
}

/** Saves the decision about a locked item; null takes it back. */
export function saveDecision(tx: Tx, item: StoredItem, decision: Decision | null): Promise<StoredItem> {
  if (!decision) return updateItem(tx, item, { ...UNDECIDED, ...NO_AGREEMENT })
  const removal = decision.decision === 'REMOVE' ? decision : undefined
  return updateItem(tx, item, {
    decision: decision.decision,
    reason: decision.reason,
    replacement_id: removal?.replacement?.id ?? null,
    replacement_name: removal?.replacement?.name ?? null,
    decided_by: decision.by.id,
    decided_by_name: decision.by.name,
    decided_at: sql<Date>`clock_timestamp()`,
    decided_with: decision.held,
    needs_second: removal?.needsSecond ?? false,
    ...(!removal?.keepsAgreement && NO_AGREEMENT),
  })
}

/** Saves that a second reviewer agrees with the removal of a locked item; null: no longer. */
export function saveAgreement(tx: Tx, item: StoredItem, agreement: { by: Person; reason: string } | null) {
  if (!agreement) return updateItem(tx, item, NO_AGREEMENT)
  return updateItem(tx, item, {
    agreed_by: agreement.by.id,
    agreed_by_name: agreement.by.name,
    agreed_at: sql<Date>`clock_timestamp()`,
    agreed_reason: agreement.reason,
  })
}

/** The second reviewer of a removal becomes the only one. */
export function leaveToSecond(
  tx: Tx,
  item: StoredItem,
  { held, needsSecond }: { held: string[]; needsSecond: boolean },
): Promise<StoredItem> {
  return updateItem(tx, item, {
    reason: item.agreed_reason,
    decided_by: item.agreed_by,
    decided_by_name: item.agreed_by_name,
    decided_at: item.agreed_at,
    decided_with: held,
    needs_second: needsSecond,
    ...NO_AGREEMENT,
  })
}

async function updateItem(
  tx: Tx,
  { id, review_id }: StoredItem,
  values: UpdateObject<DB, 'review_items'>,
): Promise<StoredItem> {
  await tx
    .updateTable('review_items')
    .set((q) => ({ ...values, version: q('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  const saved = await lockItem(tx, review_id, id)
  if (!saved) throw new Error('A locked item cannot disappear')
  return saved
}

/** Keeps the decision of an item that the caller is about to replace. */
export async function insertOverturned(
  tx: Tx,
  item: StoredItem,
  { by, reason }: { by: { id: string; name: string }; reason: string },
): Promise<void> {
  const { decision, decided_by, decided_by_name, decided_at } = item
  if (decision === null || decided_by === null || decided_by_name === null || decided_at === null)
    throw new Error('The item had no decision')
  await tx
    .insertInto('overturned_decisions')
    .values({
      ...{ item_id: item.id, decision, decided_by, decided_by_name, decided_at },
      reason: item.reason,
      replacement_name: item.replacement_name,
      agreed_by_name: item.agreed_by_name,
      agreed_at: item.agreed_at,
      agreed_reason: item.agreed_reason,
      overturned_by: by.id,
      overturned_by_name: by.name,
      overturned_reason: reason,
    })
    .execute()
}
