import { TABLES } from '@backoffice/contract/tables/tables'
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultQuery } from '../inquiry-file/result-rows.ts'
import { addRemoved } from '../jobs/retention/removed-counts.store.ts'
import { claimKey, findReply, storeReply } from '../kernel/idempotency.ts'
import {
  findChunk,
  finishChunk,
  insertChunks,
  listChunks,
  listIndexedChunks,
  listLastFours,
  listUnfinishedChunks,
} from '../resources/files/chunks.store.ts'
import {
  addChunkCounts,
  lockFile,
  replaceErrors,
  transitionFile,
  updateProcessed,
  updateProgress,
} from '../resources/files/file-writes.store.ts'
import { findFile, findUpload, listErrors } from '../resources/files/files.store.ts'
import { findResult } from '../resources/inquiries/result.store.ts'
import { useTestDatabase } from '../testing/use-test-database.ts'
import { createPool, type Tx } from './client.ts'
import type { DB } from './schema.generated.ts'

/**
 * Distribution of the schema over several machines: hot tables are divided by a key, small referenced tables are copied
 * to each machine, and the rest is on one. A unique key is checked per machine, so it must contain the dividing key.
 */
const DISTRIBUTED = {
  cards: 'card_number',
  transactions: 'card_number',
  files: 'source_filekey',
  file_copies: 'source_filekey',
  file_errors: 'source_filekey',
  inquiry_chunks: 'source_filekey',
  upload_columns: 'source_filekey',
  rows_to_fix: 'source_filekey',
  cell_fixes: 'source_filekey',
  inquiries: 'id',
  audit_events: 'id',
  idempotency_keys: 'user_id',
} as const

const ON_EACH_MACHINE = [
  'users',
  'roles',
  'policies',
  'role_policies',
  'user_policies',
  'temporary_access',
  'access_version',
  'ended_sessions',
  'holidays',
  'calendar_days',
  'terminal_moves',
  ...TABLES.map(({ name }) => name),
]

/** Tables that are small, or written once per many rows of the others. */
const ON_ONE_MACHINE = [
  'approval_rules',
  'approvals',
  'call_counts',
  'card_file_reveals',
  'card_reveals',
  'case_changes',
  'case_notes',
  'case_notices',
  'case_purchases',
  'cases',
  'change_counts',
  'code_usage',
  'column_matchings',
  'gone_sums',
  'last_four_counts',
  'migrations',
  'permission_use',
  'processes',
  'provider_actions',
  'removed_counts',
  'reply_templates',
  'seen_sessions',
  'status_minutes',
  'review_items',
  'review_reviewers',
  'reviews',
  'transaction_days',
  'user_preferences',
  'view_defaults',
  'views',
]

/** Exceptions by name of an index or constraint, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  // The former release's `ON CONFLICT (transaction_id)` needs exactly this key. Divided, it would be (card_number,
  // transaction_id), and a corrected card number a deletion and an insertion.
  transactions_pkey: 'the load of the former release needs exactly this key',
  // Random uuids are unique without an index, but a lookup of a card by id would query every machine.
  cards_id: 'random; a lookup queries every machine',
  // The state of the file, under its row lock, already prevents a second confirmation.
  inquiries_source_filekey_key: 'guarded by the state of the file',
  inquiries_source_filekey_fkey: 'not on the machine of the file; guarded by the call that inserts it',
  files_already_uploaded_fkey: 'refers to a file on another machine; a hint that may be dropped',
}

const database = useTestDatabase()

const query = async <Row extends object>(text: string) => (await database.client.query<Row>(text)).rows
const tables = Object.keys(DISTRIBUTED)
const keyOf = (table: string): string | undefined => (DISTRIBUTED as Record<string, string>)[table]
const used = new Set<string>()
function isException(name: string) {
  if (EXCEPTIONS[name] === undefined) return false
  used.add(name)
  return true
}

test('every table has a placement', async () => {
  const rows = await query<{ tablename: string }>(
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`,
  )
  const known = [...tables, ...ON_EACH_MACHINE, ...ON_ONE_MACHINE]
  expect(known.toSorted()).toEqual(rows.map(({ tablename }) => tablename).toSorted())
})

test('every unique key of a divided table has the key by which it is divided', async () => {
  const keys = await query<{ table_name: string; index_name: string; columns: string[] }>(
    `SELECT indrelid::regclass::text AS table_name, indexrelid::regclass::text AS index_name,
       array(SELECT attname::text FROM pg_attribute WHERE attrelid = indrelid AND attnum = ANY(indkey)) AS columns
     FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
     WHERE relnamespace = 'public'::regnamespace AND (indisunique OR indisexclusion)`,
  )
  const ofDivided = keys.filter(({ table_name }) => keyOf(table_name))
  expect(new Set(ofDivided.map(({ table_name }) => table_name))).toEqual(new Set(tables))
  const without = ofDivided.filter(({ table_name, columns }) => !columns.includes(keyOf(table_name) ?? ''))
  expect(without.filter(({ index_name }) => !isException(index_name))).toEqual([])
})

test('no reference crosses machines', async () => {
  const references = await query<{
    name: string
    source: string
    target: string
    columns: string[]
    targets: string[]
  }>(
    `SELECT conname AS name, conrelid::regclass::text AS source, confrelid::regclass::text AS target,
       array(SELECT attname::text FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY(conkey)) AS columns,
       array(SELECT attname::text FROM pg_attribute WHERE attrelid = confrelid AND attnum = ANY(confkey)) AS targets
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  )
  const leaving = references.filter(({ source, target, columns, targets }) => {
    if (ON_EACH_MACHINE.includes(target)) return false
    if (ON_ONE_MACHINE.includes(target)) return !ON_ONE_MACHINE.includes(source)
    // Both tables are divided by the same key, which the reference contains.
    const [from, to] = [keyOf(source), keyOf(target)]
    return !(from && to && columns.includes(from) && targets.includes(to))
  })
  expect(leaving.map(({ name }) => name).filter((name) => !isException(name))).toEqual([])
  expect(Object.keys(EXCEPTIONS).filter((name) => !used.has(name))).toEqual([])
})

/** Statements that a file or a card inquiry runs for each chunk, row or call. */
const statements: string[] = []
let db: Kysely<DB>
beforeAll(async () => {
  const pool = createPool(database.url)
  db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => void statements.push(event.query.sql),
  })
  const filekey = crypto.randomUUID()
  await database.client.query(
    `INSERT INTO files (source_filekey, category, file_name, size, state, uploaded_by, link_expires_at)
     SELECT $1, 'SMAC_INQUIRY', 'f.csv', 1, 'PROCESSING', id, now() FROM users LIMIT 1`,
    [filekey],
  )
  await db.transaction().execute((tx) => runHot(tx, filekey))
})
afterAll(() => db.destroy())

async function runHot(tx: Tx, filekey: string): Promise<void> {
  await insertChunks(tx, filekey, [{ fromRow: 1, toRow: 1 }])
  await findChunk(tx, filekey, 1)
  await listChunks(tx, filekey)
  await listUnfinishedChunks(tx, filekey)
  const index = { blocks: Buffer.alloc(12), lastFours: Buffer.alloc(2) }
  await finishChunk(tx, filekey, 1, { bytes: 1, sha256: '', found: 0, notFound: 1, index }, new Date())
  await listIndexedChunks(tx, filekey)
  await listLastFours(tx, filekey)
  await addChunkCounts(tx, filekey, { rows: 1, found: 0, notFound: 1 })
  await updateProgress(tx, { filekey, attempt: 1 }, { rows: 1, bytes: 1 })
  await updateProcessed(tx, filekey, 1)
  await findFile(tx, filekey)
  await findUpload(tx, filekey)
  await replaceErrors(tx, filekey, [])
  await listErrors(tx, filekey)
  await lockFile(tx, filekey)
  await transitionFile(tx, filekey, 'PROCESSING', 'complete')
  const { id } = await tx.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()
  const claim = { userId: id, endpoint: 'x', key: 'x', requestHash: Buffer.from('x') }
  await claimKey(tx, claim)
  await findReply(tx, claim)
  await storeReply(tx, claim, {})
  await addRemoved(tx, 'files', 1)
  const range = { dateFrom: '2026-10-01', dateTo: '2026-10-31', asOf: '2026-11-01' }
  await findResult(tx, {
    ...{ mode: 'CARD', value: '9990000000000011', shownAs: '', ticketNo: '', filters: {} },
    ...range,
  })
}

/** True if the key is in a condition, or a column of inserted rows. */
function namesKey(text: string, table: string) {
  const key = keyOf(table)
  const condition = `(?<![\\w.])(${table}\\.)?${key} (=|in) (\\$|\\(|any)`
  return new RegExp(`${condition}|insert into ${table} \\([^)]*\\b${key}\\b`, 'i').test(text)
}

/** Joins the inquiry of a file, which a divided database would read by a second statement or copy. */
const STATEMENT_EXCEPTIONS = [
  /^inquiries: .*left join inquiries on inquiries.source_filekey = files.source_filekey/,
]

test('hot statements use the key of every divided table that they read or write', () => {
  const wanted = statements
    .map((text) => text.replaceAll('"', '').replaceAll(/\s+/g, ' '))
    .filter((text) => !/^(begin|commit)/i.test(text))
  const withoutKey = wanted.flatMap((text) =>
    tables
      .filter((table) => new RegExp(`(from|join|update|into) ${table}\\b`, 'i').test(text))
      .filter((table) => !namesKey(text, table))
      .map((table) => `${table}: ${text}`),
  )
  expect(
    withoutKey.filter((each) => !STATEMENT_EXCEPTIONS.some((exception) => exception.test(each))),
  ).toEqual([])
  expect(wanted.length).toBeGreaterThan(20)
  // The look-up of a file joins by card: staged rows are on the machine of their card.
  const lookup = resultQuery({ filekey: crypto.randomUUID(), asOf: '2026-11-01', fromRow: 1, toRow: 9 })
  expect(lookup).toMatch(/c\.card_number = s\.card_number/)
  expect(lookup).toMatch(/WHERE card_number = c\.card_number/)
})
