import { api } from '@backoffice/contract/api'
import type { CallInput } from '@backoffice/contract/endpoint'
import { isFinalState } from '@backoffice/contract/file-states'
import type { TrackedFile } from '@backoffice/contract/files'
import type { RowsToFix } from '@backoffice/contract/fixes'
import { validateFile } from '../files/validate-file.ts'
import { waitFor } from './file-actions.ts'
import type { TestSystem } from './test-system.ts'

export type FixItems = CallInput<typeof api.fixes.save>['body']['items']

export const rowsToFix = (system: TestSystem, source_filekey: string, as = 'agent'): Promise<RowsToFix> =>
  system.call(api.fixes.rows, { query: { source_filekey } }, as)

/** Runs the check that the file waits for. */
export async function checkFile({ pool, workerDeps }: TestSystem, filekey: string): Promise<void> {
  const { rows } = await pool.query<{ attempt: number }>(
    'SELECT attempt FROM files WHERE source_filekey = $1',
    [filekey],
  )
  await validateFile(workerDeps, { filekey, attempt: rows[0]?.attempt ?? 0 })
}

/** Saves corrections with the current version. */
export async function sendFixes(system: TestSystem, source_filekey: string, items: unknown, as = 'agent') {
  const { version } = await system.call(api.files.get, { query: { source_filekey } }, 'admin')
  // Also invalid items.
  const body = { source_filekey, version, items: items as FixItems }
  return system.send(api.fixes.save, { body }, as)
}

/** Saves corrections and waits for the check. */
export async function fixCells(
  system: TestSystem,
  source_filekey: string,
  items: FixItems,
  as = 'agent',
): Promise<TrackedFile> {
  const { status, body } = await sendFixes(system, source_filekey, items, as)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return waitFor(
    system,
    source_filekey,
    as,
    ({ state }) => state === 'AWAITING_CONFIRMATION' || isFinalState(state),
  )
}
