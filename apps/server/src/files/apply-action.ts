import type { TableDeclaration, TableRow } from '@backoffice/contract/table'
import { tableOfCategory } from '@backoffice/contract/tables/tables'
import { sql } from 'kysely'
import { objectKey } from '../adapters/storage/object-keys.ts'
import type { Tx } from '../db/client.ts'
import type { ActionRequest } from '../db/schema.ts'
import { chosenTable, hasChosenRows } from '../features/lookup-tables/files/chosen-rows.store.ts'
import { rowWrites } from '../features/lookup-tables/table-handlers.ts'
import { mapCodes } from '../features/mapping/map-codes.ts'
import { mapWaiting } from '../features/mapping/start-mapping.ts'
import type { FileJob } from '../jobs/queue.ts'
import type { WorkerDeps } from '../jobs/worker-deps.ts'
import { NO_REQUEST, recordAudit, recordSystemAudit } from '../kernel/audit.ts'
import { type ItemOutcome, runBulk } from '../kernel/bulk.ts'
import { HttpError } from '../kernel/errors.ts'
import { failForLostRows } from './clean-up.ts'
import { csvLine } from './csv/guarded-cell.ts'
import { actionRequest, isMapping } from './tracked/file-permissions.ts'
import { lockFile, transitionFile } from './tracked/file-writes.store.ts'
import { findFile } from './tracked/files.store.ts'
import { AccessLost, claimQueued, findActor, requireWorkAccess } from './tracked/work-access.ts'

const CHUNK_ROWS = 500

type Target = { table: TableDeclaration; filekey: string; request: ActionRequest }
/** A row that matched at the confirmation. */
type ChosenRow = { row_no: number; id: string; version: number; label: string }
type Outcome = { row_no: number; outcome: string; detail: string }

/**
 * Applies an action to the rows of its confirmation, in chunks that commit with their outcomes. Resumes after the last
 * outcome.
 */
export async function applyAction(deps: WorkerDeps, job: FileJob): Promise<void> {
  const { db } = deps
  const { filekey } = job
  if (!(await claimQueued(deps, filekey))) return
  const file = await findFile(db, filekey)
  if (!file) return
  if (isMapping(file)) return mapCodes(deps, filekey)
  const target = { table: tableOfCategory(file.category), filekey, request: actionRequest(file) }
  if (!(await hasChosenRows(db, filekey))) return failForLostRows(deps, job)
  try {
    while (await applyChunk(deps, target)) {}
    await finish(deps, target)
  } catch (error) {
    if (error instanceof AccessLost) await storeOutcomes(deps, target)
    throw error
  }
}

/** False if no rows are left or the file was cancelled. */
async function applyChunk(deps: WorkerDeps, target: Target): Promise<boolean> {
  const { db } = deps
  const { table, filekey, request } = target
  const { action } = request
  const writes = rowWrites(table, deps)
  return db.transaction().execute(async (tx) => {
    const current = await lockFile(tx, filekey)
    if (current?.state !== 'PROCESSING') return false
    const actor = await findActor(tx, filekey)
    const { rows: items } =
      await sql<ChosenRow>`SELECT row_no, id, version, label FROM ${chosenTable(target.filekey)}
      WHERE row_no > ${current.processed} ORDER BY row_no LIMIT ${CHUNK_ROWS}`.execute(tx)
    if (items.length === 0) return false
    const status = action === 'activate' ? 'ACTIVE' : 'INACTIVE'
    const result = await runRefusable(tx, items, ({ id, version }) =>
      action === 'delete'
        ? writes.delete(tx, { id, version }, actor.id)
        : writes.update(tx, { id, version, ...{ status } }, actor),
    )
    if ('audit' in result) {
      const events = result.audit.map((entry) => ({
        resource: table.resource,
        action: action === 'delete' ? ('delete' as const) : ('update' as const),
        ...entry,
        id: entry.id ?? null,
      }))
      await recordAudit(tx, { actor, ...NO_REQUEST }, events)
    }
    const outcomes = result.resource.items.map(
      ({ outcome, detail = '' }, index): Outcome => ({
        row_no: items[index]?.row_no ?? 0,
        outcome,
        detail,
      }),
    )
    await store(tx, target, outcomes)
    await requireWorkAccess(tx, filekey)
    return true
  })
}

async function store(tx: Tx, target: Target, outcomes: readonly Outcome[]): Promise<void> {
  await sql`UPDATE ${chosenTable(target.filekey)} c SET outcome = r.outcome, detail = r.detail
    FROM jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) AS r(row_no int, outcome text, detail text)
    WHERE c.row_no = r.row_no`.execute(tx)
  const count = (outcome: string) => outcomes.filter((each) => each.outcome === outcome).length
  await tx
    .updateTable('files')
    .set((q) => ({
      processed: q('processed', '+', outcomes.length),
      valid: q('valid', '+', count('done')),
      skipped: q('skipped', '+', count('unchanged')),
      error: q('error', '+', count('refused')),
    }))
    .where('source_filekey', '=', target.filekey)
    .execute()
}

/** Like `runBulk`, but returns the refusal of a single item as its outcome. */
async function runRefusable(
  tx: Tx,
  items: readonly ChosenRow[],
  apply: (item: ChosenRow) => Promise<ItemOutcome<TableRow>>,
) {
  try {
    return await runBulk({ tx, items, apply })
  } catch (error) {
    const [item] = items
    if (!(error instanceof HttpError) || items.length !== 1 || !item) throw error
    const refused = { id: item.id, outcome: 'refused' as const, detail: error.message }
    return { resource: { items: [refused] }, unchanged: true as const }
  }
}

async function finish(deps: WorkerDeps, target: Target): Promise<void> {
  const { db, storage, clock, sendJob } = deps
  const { filekey } = target
  await db.transaction().execute(async (tx) => {
    const current = await lockFile(tx, filekey)
    const file = await findFile(tx, filekey)
    if (current?.state !== 'PROCESSING' || !file) return
    const stored = await storage.write(objectKey.result(filekey), outcomeLines(tx, target))
    const step = file.error > 0 ? 'completeWithErrors' : 'complete'
    const to = await transitionFile(tx, filekey, current.state, step, {
      finished_at: clock.now(),
      result_bytes: stored.bytes,
      result_sha256: stored.sha256,
    })
    await sendJob(tx, 'drop-staging', { filekey })
    if (target.request.action === 'activate')
      await mapWaiting(deps, tx, target.table, 'any', await findActor(tx, filekey))
    const changes = {
      state: [current.state, to],
      done: [null, file.valid],
      unchanged: [null, file.skipped],
      refused: [null, file.error],
    } as const
    await recordSystemAudit(tx, { resource: 'file', action: 'finish', id: filekey, changes })
    await requireWorkAccess(tx, filekey)
  })
}

/** Stores the outcomes of a file that stops early. */
async function storeOutcomes({ db, storage }: WorkerDeps, target: Target): Promise<void> {
  const { filekey } = target
  await db.transaction().execute(async (tx) => {
    if ((await lockFile(tx, filekey))?.state !== 'PROCESSING') return
    const { bytes, sha256 } = await storage.write(objectKey.result(filekey), outcomeLines(tx, target))
    const stored = { result_bytes: bytes, result_sha256: sha256 }
    await tx.updateTable('files').set(stored).where('source_filekey', '=', filekey).execute()
  })
}

async function* outcomeLines(tx: Tx, target: Target): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvLine(['row', 'outcome', 'detail']))
  for (let after = 0; ; ) {
    const { rows } = await sql<
      ChosenRow & Outcome
    >`SELECT row_no, label, outcome, detail FROM ${chosenTable(target.filekey)}
      WHERE row_no > ${after} ORDER BY row_no LIMIT ${CHUNK_ROWS}`.execute(tx)
    const last = rows.at(-1)
    if (!last) return
    const lines = rows.map(({ label, outcome, detail }) => csvLine([label, outcome ?? 'not done', detail]))
    yield Buffer.from(lines.join(''))
    after = last.row_no
  }
}
