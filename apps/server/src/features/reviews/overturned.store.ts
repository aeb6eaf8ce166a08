import type { Tx } from '../../db/client.ts'
import type { StoredItem } from './review-items.store.ts'

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
