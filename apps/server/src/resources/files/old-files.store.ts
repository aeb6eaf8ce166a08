import type { Reader, Tx } from '../../db/client.ts'

/** What of a file is kept for a time: its upload and results, or its error and rejected files. */
export type Kept = 'originals' | 'reports'

const AT_ONCE = 1_000

/** Ended files of which something is still kept that was due before a moment. */
export async function findPast(db: Reader, what: Kept | 'never-registered', before: Date): Promise<string[]> {
  let past = db.selectFrom('files').select('source_filekey').where('finished_at', 'is not', null)
  if (what === 'reports') {
    past = past.where('reports_removed_at', 'is', null).where('validated_at', '<', before)
  } else {
    past = past.where('originals_removed_at', 'is', null)
    past =
      what === 'originals'
        ? past.where('uploaded_at', '<', before)
        : past.where('uploaded_at', 'is', null).where('finished_at', '<', before)
  }
  const rows = await past.limit(AT_ONCE).execute()
  return rows.map((row) => row.source_filekey)
}

export async function markRemoved(tx: Tx, filekey: string, what: Kept, at: Date): Promise<void> {
  await tx
    .updateTable('files')
    .set(what === 'originals' ? { originals_removed_at: at } : { reports_removed_at: at })
    .where('source_filekey', '=', filekey)
    .execute()
}

/** Nobody repeats a call days later; the replies may hold links. */
export async function forgetOldKeys(db: Reader, before: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()
}
