import { GAP_TABLES, type GapKind, gapKindOf } from '@backoffice/contract/mapping'
import type { TableDeclaration } from '@backoffice/contract/table'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { startFileJob } from '../../files/tracked/file-jobs.ts'
import type { SendJob } from '../../jobs/queue.ts'
import type { Clock } from '../../kernel/clock.ts'
import { findWaiting } from './gaps.store.ts'

export type MappingDeps = { clock: Clock; sendJob: SendJob }
type Actor = { id: string; name: string }

/** Starts the job that maps transactions waiting for codes of this kind. `only` limits it to these codes. */
export async function startMapping(
  { clock, sendJob }: MappingDeps,
  tx: Tx,
  kind: GapKind,
  { id, name }: Actor,
  { only, isEntailed = false }: { only?: readonly string[] | undefined; isEntailed?: boolean } = {},
): Promise<string> {
  const { table } = GAP_TABLES[kind]
  return startFileJob(tx, sendJob, {
    kind: 'action',
    category: table.category,
    name: `${table.name}-map`,
    request: { action: 'map', gap: kind, actor: { id, name }, ...(only && { codes: only }) },
    owner: { id },
    now: clock.now(),
    isEntailed,
  })
}

/** Mapped chunks and deletions of rows wait for each other, so that no transaction gets the code of a deleted row. */
export async function lockMapping(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('map transactions', 0))`.execute(tx)
}

/** Starts a mapping after rows were written, if transactions wait for them. Returns their number. */
export async function mapWaiting(
  deps: MappingDeps,
  tx: Tx,
  table: TableDeclaration,
  rows: readonly object[] | 'any',
  actor: Actor,
): Promise<number> {
  const kind = gapKindOf(table)
  if (!kind) return 0
  const { code } = GAP_TABLES[kind]
  const only =
    rows === 'any'
      ? undefined
      : [...new Set(rows.map((row) => String((row as Record<string, unknown>)[code])))]
  const waiting = only?.length === 0 ? [] : await findWaiting(tx, kind, only)
  if (waiting.length === 0) return 0
  await startMapping(deps, tx, kind, actor, { only, isEntailed: true })
  return waiting.reduce((sum, { transactions }) => sum + transactions, 0)
}
