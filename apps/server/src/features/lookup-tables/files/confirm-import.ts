import type { ApprovalKind } from '@backoffice/contract/approvals'
import { FILE_CATEGORIES } from '@backoffice/contract/file-kinds'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import { gapKindOf } from '@backoffice/contract/mapping'
import { movePermission, namingKeys, type TableDeclaration } from '@backoffice/contract/table'
import { anyKey, governedFields } from '@backoffice/contract/table-approvals'
import { tableOf } from '@backoffice/contract/tables/tables'
import { sql } from 'kysely'
import type { Database, Tx } from '../../../db/client.ts'
import type { ImportRequest } from '../../../db/schema.ts'
import { isBroughtBack, tableOf as sqlTable, staged, valuesOf } from '../../../files/check/table-staging.ts'
import { getVisibleFile, lockVisibleFile, requireSeenCheck } from '../../../files/tracked/file-access.ts'
import { sendFileJobs } from '../../../files/tracked/file-jobs.ts'
import { transitionFile } from '../../../files/tracked/file-writes.store.ts'
import type { FileRow } from '../../../files/tracked/files.store.ts'
import { listFixAuthors } from '../../../files/tracked/rows-to-fix.store.ts'
import type { SendJob } from '../../../jobs/queue.ts'
import type { StoredContext } from '../../../kernel/caller.ts'
import { type Clock, manilaDay } from '../../../kernel/clock.ts'
import { HttpError, invalidField } from '../../../kernel/errors.ts'
import { requirePermission } from '../../../kernel/mount.ts'
import type { Effect } from '../../approvals/proposals/proposal.ts'
import { endRequests } from '../../approvals/requests/end-requests.ts'
import { countWaiting } from '../../mapping/gaps.store.ts'
import { describeMapping, rowEffects, tableEffects } from '../row-effects.ts'
import { substitutesInSql } from '../row-substitutes.ts'
import type { Values } from '../table-values.ts'

export type ConfirmImportDeps = { db: Database; clock: Clock; sendJob: SendJob }

type Body = { source_filekey: string; version?: number | undefined; partial?: boolean | undefined }

/** Confirms the dry run of a file of the layout. The row lock lets only one of several concurrent calls succeed. */
export async function confirmImport(
  { db, clock, sendJob }: ConfirmImportDeps,
  layout: ImportLayout,
  { source_filekey: filekey, version, partial }: Body,
  { caller, approver }: Pick<StoredContext, 'caller' | 'approver'>,
) {
  const { kind, category } = await getVisibleFile(db, filekey, caller)
  if (kind !== 'import' || category !== layout.category) {
    const label = FILE_CATEGORIES[category]?.label ?? category
    const detail = `This is a file of ${label}, not an import into ${layout.title}.`
    throw new HttpError('file_state_conflict', { detail })
  }
  return async (tx: Tx) => {
    const locked = await lockVisibleFile(tx, filekey, caller, clock)
    await requireSeenCheck(locked, version)
    const { file } = locked
    const { new: added = 0, changed = 0, moved = 0 } = file.preview ?? {}
    const table = tableOf(category)
    const move = table && movePermission(table)
    if (moved > 0 && move) requirePermission(caller, move)
    const request: ImportRequest = {
      partial: partial ?? false,
      confirmed_by: { id: caller.id, name: caller.name },
    }
    const to = await transitionFile(tx, filekey, file.state, 'confirm', {
      confirmed_at: clock.now(),
      runs_for: caller.id,
      processed: 0,
      request,
    })
    if (file.error > 0 && !partial) throw rowsRejected(file.error, partial)
    // Ends a pending request that is no longer needed. An executed request ends with its decision.
    const ended = { now: clock.now(), sendJob, reason: 'The file was confirmed without approval.' }
    if (!approver) await endRequests(tx, { filekey }, ended)
    await sendFileJobs(kind, tx, sendJob, { filekey, attempt: file.attempt })
    const entry = {
      changes: {
        state: [file.state, to] as const,
        source_filekey: [null, filekey] as const,
        partial: [null, request.partial] as const,
        new: [null, added] as const,
        changed: [null, changed] as const,
        ...(move && { moved: [null, moved] as const }),
      },
    }
    const { effects, waiting } = await importEffects(tx, file, clock.now())
    const proposal = {
      what: `Import ${file.file_name}${describeMapping(waiting)}`,
      records: [filekey],
      ...(table && { table: table.name }),
      effects,
      subjects: await authorsOf(tx, file, caller.id),
    }
    return { resource: { source_filekey: filekey }, audit: [entry] as const, proposal }
  }
}

/** Users whose rows these are, apart from the requester. They may not approve the import. */
async function authorsOf(tx: Tx, file: FileRow, requesterId: string): Promise<string[]> {
  const { source_filekey, uploaded_by, original_uploader } = file
  const authors = [uploaded_by, original_uploader, ...(await listFixAuthors(tx, source_filekey))]
  return [...new Set(authors)].filter((id) => id !== null).filter((id) => id !== requesterId)
}

function rowsRejected(count: number, partial: boolean | undefined): HttpError {
  const rows = count === 1 ? 'One row is' : `${count.toLocaleString('en')} rows are`
  const message =
    partial === undefined
      ? `${rows} rejected: choose between all or nothing and valid rows only.`
      : `${rows} rejected, so nothing can be imported: correct the file and upload it again, or import the valid rows only.`
  return invalidField('partial', 'rows_rejected', message)
}

type ImportFile = Pick<FileRow, 'source_filekey' | 'category' | 'preview'>

/** Effects of a confirmed import, by its dry run. None for imports that write no lookup table. */
async function importEffects(
  tx: Tx,
  file: ImportFile,
  now: Date,
): Promise<{ effects: Effect[]; waiting: number }> {
  const table = tableOf(file.category)
  if (!table || !file.preview) return { effects: [], waiting: 0 }
  const { new: added, changed, moved } = file.preview
  const kinds = new Map<ApprovalKind, number>([['MASS_CHANGE', added + changed]])
  if (table.movedBy) kinds.set('TERMINAL_MOVE', moved)
  for (const kind of await stagedKinds(tx, table, file.source_filekey, manilaDay(now)))
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  const waiting = await waitingForStaged(tx, table, file.source_filekey)
  return { effects: tableEffects(table, kinds, waiting), waiting }
}

type StagedChange = { known: Values | null; is_deleted: boolean; after: Values; substitutes: Values[] }

/**
 * Kinds of the staged rows, apart from those that the preview counts. A new row has one by its range, or if another row
 * held in its place.
 */
async function stagedKinds(tx: Tx, table: TableDeclaration, filekey: string, today: string) {
  const outcomes = table.ranges || anyKey(table) ? ['N', 'C'] : ['C']
  const { rows } = await sql<StagedChange>`
    SELECT CASE WHEN t.id IS NULL THEN NULL ELSE ${valuesOf(table, 't')} END AS known,
      ${isBroughtBack} AS is_deleted, s.value AS after,
      ${substitutesInSql(table, (name) => sql`(s.value->>${sql.lit(name)})`)} AS substitutes
    FROM ${staged(filekey)} s LEFT JOIN ${sqlTable(table)} t ON t.id = s.id
    WHERE s.outcome = ANY(${outcomes}::"char"[]) AND s.changes ?| ${[...governedFields(table), 'deleted']}::text[]`.execute(
    tx,
  )
  const ofFile = substitutesOfFile(table, rows)
  return rows
    .flatMap((row) => {
      const after = { ...row.known, ...row.after }
      const before = row.is_deleted ? null : row.known
      const substitutes = [...row.substitutes, ...ofFile(row)]
      return rowEffects(table, { before, after, former: row.known, substitutes }, today)
    })
    .filter((kind) => kind !== 'MASS_CHANGE' && kind !== 'TERMINAL_MOVE')
}

/** Values of the file that hold where a known row does not, by the row for all companies or for one. */
function substitutesOfFile(table: TableDeclaration, rows: readonly StagedChange[]) {
  const any = anyKey(table)
  if (!any) return () => []
  const names = namingKeys(table)
  const keyOf = ({ after }: StagedChange) => names.map((name) => after[name]).join(' ')
  const isForAll = ({ after }: StagedChange) => after[any.field] === any.value
  const byKey = Map.groupBy(rows, keyOf)
  return (row: StagedChange) => {
    const others = row.known ? (byKey.get(keyOf(row)) ?? []) : []
    return others.filter((other) => isForAll(other) !== isForAll(row)).map(({ after }) => after)
  }
}

/** Number of transactions that wait for the staged rows. */
async function waitingForStaged(tx: Tx, table: TableDeclaration, filekey: string): Promise<number> {
  const kind = gapKindOf(table)
  if (!kind) return 0
  const rows = sql`FROM ${staged(filekey)} s WHERE s.outcome IN ('N', 'C')`
  return countWaiting(tx, kind, rows, (name) => sql`(s.value->>${sql.lit(name)})`)
}
