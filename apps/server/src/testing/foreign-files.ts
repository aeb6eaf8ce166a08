import { api } from '@backoffice/contract/api'
import type { CallInput } from '@backoffice/contract/endpoint'
import type { TrackedFile } from '@backoffice/contract/files'
import { waitFor } from './file-actions.ts'
import type { TestSystem } from './test-system.ts'

export type MatchBody = CallInput<typeof api.columns.match>['body']

let count = 0
/** An inquiry file of another system, with new headers, so that no other test's matching is remembered. */
export function foreignFile({
  headers = `Card No.;Start;End;Note ${++count}`,
  date = '01/10/2026',
} = {}): string {
  return `${headers}\r\n9990000000000011;${date};31/10/2026;x\r\n9990000000000029;${date};20/10/2026;y\r\n`
}

/** Fields of a foreign file. */
export const FIELDS = [
  { field: 'card_number', column: 0 },
  { field: 'date_from', column: 1 },
  { field: 'date_to', column: 2 },
]

/** Matching of a foreign file. */
export function matchBody({
  source_filekey,
  version,
}: Pick<TrackedFile, 'source_filekey' | 'version'>): MatchBody {
  const formats = { date_from: 'DMY' } as const
  return { source_filekey, version, sheet: null, header_row: 1, columns: FIELDS, formats }
}

/** Waits until the file is checked or waits for a matching. */
export function matchedOrOpen(system: TestSystem, source_filekey: string, as: string): Promise<TrackedFile> {
  return waitFor(system, source_filekey, as, ({ state }) => state !== 'UPLOADED' && state !== 'VALIDATING')
}

export async function matchColumns(
  system: TestSystem,
  file: TrackedFile,
  change: Partial<MatchBody>,
  as = 'agent',
): Promise<TrackedFile> {
  await system.call(api.columns.match, { body: { ...matchBody(file), ...change } }, as)
  return matchedOrOpen(system, file.source_filekey, as)
}
