import { randomUUID } from 'node:crypto'
import { GAP_TABLES, type GapKind } from '@backoffice/contract/mapping'
import { insertFile } from '../files/tracked/file-writes.store.ts'
import { userIdOf } from './access.ts'
import type { TestSystem } from './test-system.ts'

/** The file of a mapping that runs without a job, as the lookup maintainer. */
export async function startedMapping(system: TestSystem, gap: GapKind): Promise<string> {
  const source_filekey = randomUUID()
  const id = await userIdOf(system, 'lookup')
  await system.db.transaction().execute(async (tx) => {
    await insertFile(tx, {
      source_filekey,
      kind: 'action',
      category: GAP_TABLES[gap].table.category,
      file_name: 'map.csv',
      size: 0,
      declared_sha256: null,
      uploaded_by: id,
      link_expires_at: system.clock.now(),
      state: 'QUEUED',
      request: { action: 'map', gap, actor: { id, name: 'Lookup' } },
    })
    await tx
      .updateTable('files')
      .set({ state: 'PROCESSING' })
      .where('source_filekey', '=', source_filekey)
      .execute()
  })
  return source_filekey
}
