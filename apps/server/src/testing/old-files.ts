import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { stagingTable } from '../db/staging-table.ts'
import { listStagingTables } from '../files/tracked/staging-tables.store.ts'
import type { TestSystem } from './test-system.ts'

const DAY_MS = 86_400_000

/** Ages around the ends of all periods, and between. */
export const age = fc.oneof(
  fc
    .tuple(fc.constantFrom(1, 2, 3, 30, 90, 1_826), fc.constantFrom(-1, 0, 1))
    .map(([days, ms]) => days * DAY_MS + ms),
  fc.integer({ min: 0, max: 6 * 365 * DAY_MS }),
)

export type OldFile = {
  filekey: string
  kind: 'inquiry' | 'import' | 'export' | 'action'
  state: string
  /** Ages in milliseconds; null if not happened. */
  uploaded: number | null
  validated: number | null
  finished: number | null
}

const ENDED = ['COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED', 'REJECTED', 'EXPIRED', 'CANCELLED'] as const
const OPEN = ['PENDING_UPLOAD', 'VALIDATING', 'AWAITING_CONFIRMATION', 'QUEUED', 'PROCESSING'] as const

const file = fc
  .record({
    filekey: fc.uuid({ version: 4 }),
    kind: fc.constantFrom('inquiry', 'inquiry', 'import', 'export', 'action'),
    ended: fc.constantFrom(...ENDED),
    open: fc.constantFrom(...OPEN),
    isOpen: fc.nat(4).map((n) => n === 0),
    uploaded: fc.option(age),
    validated: fc.option(age),
    finished: age,
  })
  .map(({ ended, open, isOpen, ...rest }): OldFile => {
    const hasUpload = rest.kind === 'inquiry' || rest.kind === 'import'
    const uploaded = hasUpload ? rest.uploaded : null
    return {
      ...rest,
      state: isOpen ? open : ended,
      uploaded,
      validated: uploaded === null ? null : rest.validated,
      finished: isOpen ? null : rest.finished,
    }
  })

export const files = fc.uniqueArray(file, { maxLength: 14, selector: ({ filekey }) => filekey })

const PREFIXES = ['uploads', 'results', 'chunks', 'reports'] as const
/** The prefixes of objects, the row and other data that remain of a file. */
export type Remains = readonly string[]

/** Replaces all files. Each has an object below every prefix, errors, a chunk and a staging table. */
export async function arrange(
  { pool, ledger, storageFolder }: TestSystem,
  list: readonly OldFile[],
  now: Date,
) {
  await pool.query('DELETE FROM inquiries; DELETE FROM files; DELETE FROM removed_counts')
  const at = (ms: number | null) => (ms === null ? null : new Date(now.getTime() - ms))
  for (const one of list) {
    await pool.query(
      `INSERT INTO files (source_filekey, kind, category, file_name, size, state, uploaded_by, link_expires_at,
         uploaded_at, validated_at, finished_at, created_at)
       SELECT $1, $2, 'SMAC_INQUIRY', 'f.csv', 1, $3, id, now(), $4, $5, $6, $7 FROM users LIMIT 1`,
      [one.filekey, one.kind, one.state, at(one.uploaded), at(one.validated), at(one.finished), now],
    )
    await pool.query(
      `INSERT INTO file_errors VALUES ($1, 0, 1, 2, 'card_number', '123', 'error', 'E002', 'Not 16 digits.')`,
      [one.filekey],
    )
    await pool.query('INSERT INTO inquiry_chunks VALUES ($1, 1, 1, 1)', [one.filekey])
    const staging = one.kind === 'inquiry' ? ledger.pool : pool
    await staging.query(`CREATE TABLE ${stagingTable(one.filekey)} (row_no int)`)
    for (const prefix of PREFIXES) {
      const folder = join(storageFolder, prefix, one.filekey)
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'object.csv'), 'x')
    }
  }
}

/** Remains by file key. */
export async function look({ pool, ledger, storageFolder }: TestSystem, list: readonly OldFile[]) {
  const { rows } = await pool.query<{ filekey: string; parts: string[] }>(
    `SELECT source_filekey AS filekey, array_remove(ARRAY['row',
        CASE WHEN EXISTS (SELECT FROM file_errors e WHERE e.source_filekey = f.source_filekey) THEN 'errors' END,
        CASE WHEN EXISTS (SELECT FROM inquiry_chunks c WHERE c.source_filekey = f.source_filekey) THEN 'chunk rows' END
      ], NULL) AS parts FROM files f`,
  )
  const tables = new Set<string>()
  for (const { filekey } of list)
    for (const place of [ledger.pool, pool])
      for (const table of await listStagingTables(place, filekey)) tables.add(table)
  return new Map(
    list.map(({ filekey }): [string, Remains] => [
      filekey,
      [
        ...PREFIXES.filter((prefix) => existsSync(join(storageFolder, prefix, filekey, 'object.csv'))),
        ...(rows.find((row) => row.filekey === filekey)?.parts ?? []),
        ...(tables.has(stagingTable(filekey)) ? ['staging'] : []),
      ].sort(),
    ]),
  )
}

/** Removes all files, including those of a failed run. */
export async function clear({ pool, ledger, storageFolder }: TestSystem, list: readonly OldFile[]) {
  for (const { filekey } of list) {
    for (const place of [ledger.pool, pool])
      await place.query(`DROP TABLE IF EXISTS ${stagingTable(filekey)}`)
    for (const prefix of PREFIXES)
      await rm(join(storageFolder, prefix, filekey), { recursive: true, force: true })
  }
}
