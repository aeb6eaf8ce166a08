import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { EXPORT_FORMS, type ListDeclaration, type Selection } from '@backoffice/contract/list'
import { type TableDeclaration, unmaskedColumns } from '@backoffice/contract/table'
import { tableOf } from '@backoffice/contract/tables/tables'
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { objectKey } from '../adapters/storage/object-keys.ts'
import type { Tx } from '../db/client.ts'
import type { ExportRequest } from '../db/schema.ts'
import { auditSource } from '../features/audit/audit.store.ts'
import { casesSource } from '../features/cases/cases.store.ts'
import { inquiriesSource } from '../features/inquiries/inquiries.store.ts'
import { tableSource } from '../features/lookup-tables/table-source.ts'
import { gapsSource } from '../features/mapping/gaps.store.ts'
import { policiesSource } from '../features/policies/policies.store.ts'
import { evidenceRows } from '../features/reviews/evidence.ts'
import { rolesSource } from '../features/roles/roles.store.ts'
import { usersSource } from '../features/users/users.store.ts'
import type { FileJob } from '../jobs/queue.ts'
import type { WorkerDeps } from '../jobs/worker-deps.ts'
import { recordSystemAudit } from '../kernel/audit.ts'
import { manilaDay } from '../kernel/clock.ts'
import { countMatching, matchingRows } from '../kernel/list-rows.ts'
import type { ListExpression } from '../kernel/list-source.ts'
import { csvLine } from './csv/guarded-cell.ts'
import { exportRequest } from './tracked/file-permissions.ts'
import { lockFile, transitionFile, updateProcessed, updateTotal } from './tracked/file-writes.store.ts'
import { filesSource, findFile } from './tracked/files.store.ts'
import { AccessLost, checkWorkAccess, claimQueued, requireWorkAccess } from './tracked/work-access.ts'

const PROGRESS_MS = 250

/**
 * Streams a list into a CSV. Repeatable after a kill, because the same data gives the same bytes. Stores select masked
 * card numbers, such as `card` in `cases.store.ts`; a whole one (`db/card-number.ts`) is no string, so that no line takes
 * it. Copies of inquiry results are masked by `prepare-copy.ts`.
 */
export async function exportList(deps: WorkerDeps, { filekey }: FileJob): Promise<void> {
  const { db, storage, clock } = deps
  if (!(await claimQueued(deps, filekey))) return
  const file = await findFile(db, filekey)
  if (!file) return
  const progress = reporter(async (rows) => {
    await checkWorkAccess(db, filekey)
    return updateProcessed(db, filekey, rows)
  })
  try {
    const { total, stored } = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        const reader = { now: file.created_at, viewer: file.runs_for ?? file.uploaded_by }
        const request = exportRequest(file)
        const rows = request.review
          ? await evidenceRows(tx, request.review, deps.evidenceKey)
          : await exportRows(tx, file.category, request, reader)
        await updateTotal(db, filekey, rows.total)
        return {
          total: rows.total,
          stored: await storage.write(objectKey.result(filekey), rows.content(progress)),
        }
      })
    await db.transaction().execute(async (tx) => {
      const current = await lockFile(tx, filekey)
      if (current?.state !== 'PROCESSING') throw new FileCancelled()
      const to = await transitionFile(tx, filekey, current.state, 'complete', {
        finished_at: clock.now(),
        processed: total,
        valid: total,
        result_bytes: stored.bytes,
        result_sha256: stored.sha256,
      })
      const changes = {
        state: [current.state, to],
        rows: [null, total],
        bytes: [null, stored.bytes],
      } as const
      await recordSystemAudit(tx, { resource: 'file', action: 'finish', id: filekey, changes })
      await requireWorkAccess(tx, filekey)
    })
  } catch (error) {
    const isCancelled = error instanceof FileCancelled
    // Clean-up may have run before the object was written.
    if (isCancelled || error instanceof AccessLost) await storage.remove(objectKey.results(filekey))
    if (!isCancelled) throw error
  }
}

/** Reports progress a few times a second. Throws when the file is no longer being processed. */
function reporter(report: (rows: number) => Promise<boolean>) {
  let due = performance.now() + PROGRESS_MS
  return async (rows: number) => {
    if (performance.now() < due) return
    due = performance.now() + PROGRESS_MS
    if (!(await report(rows))) throw new FileCancelled()
  }
}

/** The export was cancelled while being written. */
class FileCancelled extends Error {}

const FETCH_ROWS = 2_000

type Column = { head: string; value: RawBuilder<string | null>; options?: Readonly<Record<string, string>> }

/** When and for whom a list is read. */
type ListReader = { now: Date; viewer: string }

type ExportRows = {
  total: number
  /** Header and rows as CSV, read through a cursor. `onRows` gets the number of rows so far. */
  content(onRows: (rows: number) => Promise<void>): AsyncGenerator<Uint8Array>
}

/** All matching rows of a list, in order. The transaction must be repeatable read. */
export async function exportRows(
  tx: Tx,
  category: string,
  { form, columns, owner, ...query }: ExportRequest,
  reader: ListReader,
): Promise<ExportRows> {
  const table = tableOf(category)
  const source = sourceOf(tx, category, table, owner, reader, query)
  const shown =
    form === EXPORT_FORMS[1] && table ? templateOf(table) : viewOf(source.declaration, source.fields, columns)
  const values = sql`array[${sql.join(shown.map(({ value }) => value))}]::text[]`
  return {
    total: await countMatching(tx, source, query),
    async *content(onRows) {
      yield Buffer.from(csvLine(shown.map(({ head }) => head)))
      const rows = matchingRows(source, query).clearSelect().select(values.as('cells'))
      let written = 0
      for await (const batch of fetchAll(tx, rows.compile())) {
        const lines = batch.map(({ cells }) =>
          csvLine(
            cells.map((cell, index) => (cell === null ? null : (shown[index]?.options?.[cell] ?? cell))),
          ),
        )
        yield Buffer.from(lines.join(''))
        written += batch.length
        await onRows(written)
      }
    },
  }
}

/** Lists other than tables. */
const SOURCES = {
  SMAC_INQUIRY: inquiriesSource,
  CASES: (tx: Tx, owner: string | null, now: Date, viewer: string) =>
    casesSource(tx, { viewer, owner, today: manilaDay(now) }),
  FILES: filesSource,
  USERS: (tx: Tx, _owner: string | null, _now: Date, _viewer: string, { filters }: Selection) =>
    usersSource(tx, filters),
  ROLES: rolesSource,
  POLICIES: policiesSource,
  AUDIT: (tx: Tx) => auditSource(tx),
  MAPPING_GAPS: (tx: Tx) => gapsSource(tx),
} as const satisfies Readonly<
  Record<string, (tx: Tx, owner: string | null, now: Date, viewer: string, selection: Selection) => unknown>
>

/** Category of a list other than a table. */
export type ListCategory = keyof typeof SOURCES

function sourceOf(
  tx: Tx,
  category: string,
  table: TableDeclaration | undefined,
  owner: string | null,
  { now, viewer }: ListReader,
  selection: Selection,
) {
  if (table) return tableSource(tx, table, manilaDay(now))
  if (!isListed(category)) throw new Error(`${category} has no list`)
  // The lists have different rows; only declared fields are read.
  return SOURCES[category](tx, owner, now, viewer, selection) as unknown as ReturnType<typeof tableSource>
}

const isListed = (category: string): category is ListCategory => Object.hasOwn(SOURCES, category)

function templateOf(table: TableDeclaration): Column[] {
  return unmaskedColumns(table).map((name) => ({ head: name, value: sql`${sql.ref(`t.${name}`)}::text` }))
}

/** Columns of the list, with labels for choices, ISO dates, and times in Manila. */
function viewOf(
  { fields }: ListDeclaration,
  expressions: Readonly<Record<string, Pick<ListExpression, 'sql' | 'written'>>>,
  columns: readonly string[],
): Column[] {
  const names = columns.length > 0 ? columns : Object.keys(fields)
  return names.flatMap((name) => {
    const field = fields[name]
    const { sql: expression, written } = expressions[name] ?? {}
    if (!field || !expression) return []
    const value: RawBuilder<string | null> = written
      ? sql`${written}::text`
      : field.type === 'time'
        ? sql`to_char(${expression} AT TIME ZONE 'Asia/Manila', 'YYYY-MM-DD HH24:MI')`
        : sql`${expression}::text`
    return { head: field.label, value, ...(field.options && { options: field.options }) }
  })
}

async function* fetchAll(tx: Tx, query: CompiledQuery): AsyncGenerator<{ cells: (string | null)[] }[]> {
  // Plans for reading all rows.
  await sql`SET LOCAL cursor_tuple_fraction = 1`.execute(tx)
  await tx.executeQuery(
    CompiledQuery.raw(`DECLARE export NO SCROLL CURSOR FOR ${query.sql}`, [...query.parameters]),
  )
  for (;;) {
    const { rows } = await sql<{
      cells: (string | null)[]
    }>`FETCH ${sql.lit(FETCH_ROWS)} FROM export`.execute(tx)
    if (rows.length > 0) yield rows
    if (rows.length < FETCH_ROWS) break
    await yieldToEventLoop()
  }
  await sql`CLOSE export`.execute(tx)
}
