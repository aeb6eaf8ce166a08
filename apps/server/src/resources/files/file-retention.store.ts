import type { Reader, Tx } from '../../db/client.ts'

/** `originals`: the upload and its results. `reports`: the error and rejected files, and the preview. */
export type RetainedData = 'originals' | 'reports'

const BATCH_SIZE = 1_000

/** `results`: of exports and actions, which have no upload. Files in a final state whose data is past its retention but not yet removed. */
export async function findPastRetention(
  db: Reader,
  what: RetainedData | 'results' | 'never-registered',
  before: Date,
): Promise<string[]> {
  let past = db.selectFrom('files').select('source_filekey').where('finished_at', 'is not', null)
  if (what === 'reports') {
    past = past.where('reports_removed_at', 'is', null).where('validated_at', '<', before)
  } else {
    past = past.where('originals_removed_at', 'is', null)
    past =
      what === 'originals'
        ? past.where('uploaded_at', '<', before)
        : past
            .where('uploaded_at', 'is', null)
            .where('kind', what === 'results' ? 'in' : 'not in', ['export', 'action'])
            .where('finished_at', '<', before)
  }
  const rows = await past.limit(BATCH_SIZE).execute()
  return rows.map((row) => row.source_filekey)
}

export async function markRemoved(tx: Tx, filekey: string, what: RetainedData, at: Date): Promise<void> {
  await tx
    .updateTable('files')
    .set(what === 'originals' ? { originals_removed_at: at } : { reports_removed_at: at })
    .where('source_filekey', '=', filekey)
    .execute()
}

/** Calls are not repeated days later, and stored replies may contain links. */
export async function deleteOldIdempotencyKeys(db: Reader, before: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()
}
