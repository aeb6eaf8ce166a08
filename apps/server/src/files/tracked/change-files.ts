import type { TrackedFile } from '@backoffice/contract/files'
import type { RowOutcome } from '@backoffice/contract/values.schemas'
import type { Tx } from '../../db/client.ts'
import type { AuditEntry } from '../../kernel/audit.ts'
import { type ItemOutcome, runBulk } from '../../kernel/bulk.ts'

export type SeenFile = { source_filekey: string; version: number }
type OneOrSeveral = SeenFile | { items: readonly SeenFile[] }

type WriteOutcome<Resource> = { resource: Resource } & (
  | { audit: readonly [AuditEntry, ...AuditEntry[]] }
  | { unchanged: true }
)

/**
 * Applies a change to one file, or to several: then each has its own outcome, and a refused one does not affect the
 * others. Replies with the file or with the outcomes.
 */
export async function changeFiles(
  tx: Tx,
  body: OneOrSeveral,
  change: (file: SeenFile) => Promise<ItemOutcome<TrackedFile>>,
): Promise<WriteOutcome<TrackedFile | { items: RowOutcome<TrackedFile>[] }>> {
  const files = 'items' in body ? body.items : [body]
  const items = files.map(({ source_filekey, version }) => ({ id: source_filekey, source_filekey, version }))
  const written = await runBulk({ tx, items, apply: change })
  const row = written.resource.items[0]?.row
  return 'items' in body || !row ? written : { ...written, resource: row }
}
