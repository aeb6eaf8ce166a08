import type { createPool } from '../apps/server/src/db/client.ts'
import { Driver, retryUntilReply } from './driver.ts'
import { digestOf } from './files.ts'
import {
  type ForeignFile,
  foreignInquiry,
  foreignTenders,
  NAME,
  runForeign,
  type Step,
} from './foreign-files.ts'

type Pool = ReturnType<typeof createPool>

/** An inquiry and an import, made once, and the users who run them. `ms`: duration of each step of each. */
export type ForeignFiles = {
  files: readonly (readonly [Driver, ForeignFile])[]
  reference: object
  ms: readonly (readonly number[])[]
}

/** Makes the files and runs them without deaths. */
export async function prepareForeign(pool: Pool, addresses: readonly string[]): Promise<ForeignFiles> {
  const files = [
    [await Driver.as('agent', addresses), await foreignInquiry()],
    [await Driver.as('lookup', addresses), await foreignTenders()],
  ] as const
  const began = files.map((): number[] => [])
  const reference = await runForeignFiles(pool, files, (at) => began[at]?.push(Date.now()))
  const ended = Date.now()
  return {
    files,
    reference,
    ms: began.map((times) => times.map((time, step) => (times[step + 1] ?? ended) - time)),
  }
}

/** Runs the files at the same time. Returns what must be the same in every round. */
export async function runForeignFiles(
  pool: Pool,
  files: ForeignFiles['files'],
  onStep: (file: number, step: Step) => void,
): Promise<object> {
  await forgetForeign(pool)
  const ran = await Promise.all(
    files.map(([driver, file], index) => runForeign(driver, file, (step) => onStep(index, step))),
  )
  const outcomes: object[] = []
  for (const { filekey, digests } of ran) outcomes.push({ digests, ...(await readForeign(pool, filekey)) })
  return { outcomes, lastFours: await readLastFours(pool) }
}

/** Removes what an earlier round has left: imported rows, the remembered matching, and counts of card numbers. */
async function forgetForeign(pool: Pool): Promise<void> {
  await retryUntilReply(() =>
    pool.query(`DELETE FROM tenders WHERE tender_name LIKE '${NAME}%';
      DELETE FROM column_matchings; DELETE FROM guess_counts`),
  )
}

/** The stored outcome of a file, without its key and times. */
function readForeign(pool: Pool, filekey: string) {
  return retryUntilReply(async () => {
    const { rows } = await pool.query(
      `SELECT state, version, fixed_rows, matching - 'at' AS matching, processed, found, not_found,
         total, valid, warning, error, duplicate, skipped, errors_total, error_codes, sha256,
         preview - 'compared_at' AS preview,
         (SELECT json_agg(json_build_array(row_no, field, value, was) ORDER BY row_no, field)
          FROM cell_fixes WHERE cell_fixes.source_filekey = files.source_filekey) AS fixes,
         (SELECT json_object_agg(action, events ORDER BY action) FROM (
            SELECT action, count(*) AS events FROM audit_events
            WHERE resource = 'file' AND resource_id = $1 AND action NOT IN ('file.view', 'file.download') GROUP BY 1) AS e) AS events,
         (SELECT json_object_agg(versions, tenders) FROM (
            SELECT version AS versions, count(*) AS tenders FROM tenders WHERE tender_name LIKE '${NAME}%' GROUP BY 1) AS t) AS tenders,
         (SELECT count(*)::int FROM audit_events WHERE reason = 'import ' || $1) AS row_events,
         (SELECT count(*)::int FROM rows_to_fix WHERE rows_to_fix.source_filekey = files.source_filekey) AS rows_to_fix
       FROM files WHERE source_filekey = $1::uuid`,
      [filekey],
    )
    return rows[0]
  })
}

/** Numbers of counted rows by last four digits, as a digest. */
function readLastFours(pool: Pool) {
  return retryUntilReply(async () => {
    const { rows } = await pool.query<{ counts: Buffer }>('SELECT counts FROM guess_counts')
    const sums: number[] = []
    for (const { counts } of rows)
      for (const [at, rowsOf] of new Uint32Array(Uint8Array.from(counts).buffer).entries())
        sums[at] = (sums[at] ?? 0) + rowsOf
    return { rows: sums.reduce((sum, each) => sum + each, 0), digest: digestOf(JSON.stringify(sums)) }
  })
}
