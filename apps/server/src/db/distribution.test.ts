import { TABLES } from '@backoffice/contract/tables/tables'
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerQuery } from '../inquiry-file/answer-rows.ts'
import { addRemoved } from '../jobs/retention/removed-counts.store.ts'
import { claimKey, findReply, storeReply } from '../kernel/idempotency.ts'
import {
  findChunk,
  finishChunk,
  insertChunks,
  listChunks,
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
import { findAsked } from '../resources/inquiries/answer.store.ts'
import { useTestDatabase } from '../testing/use-test-database.ts'
import { createPool, type Tx } from './client.ts'
import type { DB } from './schema.generated.ts'

/**
 * The schema as a database of several machines would divide it: hot tables by a key, small ones that others refer to on each
 * machine, the rest on one. Such a database checks a unique key on one machine alone, so that the key must be part of it.
 */
const DISTRIBUTED = {
  cards: 'card_number',
  transactions: 'card_number',
  files: 'source_filekey',
  file_errors: 'source_filekey',
  inquiry_chunks: 'source_filekey',
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
  'access_version',
  'ended_sessions',
  'holidays',
  'calendar_days',
  'terminal_moves',
  ...TABLES.map(({ name }) => name),
]

/** Small, or written once for many rows of the others. */
const ON_ONE_MACHINE = [
  'call_counts',
  'card_file_reveals',
  'card_reveals',
  'code_usage',
  'last_four_counts',
  'migrations',
  'processes',
  'provider_actions',
  'removed_counts',
  'transaction_days',
  'user_preferences',
  'view_defaults',
  'views',
]

/** By the name of an index or a constraint; what a division would have to do about it. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  // The load is idempotent by this key, and the former release's `ON CONFLICT (transaction_id)` needs exactly it, so that
  // it cannot be extended while two versions run. Divided: (card_number, transaction_id), and a corrected card number is
  // a deletion and an insertion.
  transactions_pkey: 'the load of the release before needs this key alone',
  // Random uuids are unique without an index; one card by its id would ask every machine.
  cards_id: 'random; a lookup by it asks every machine',
  // A second confirmation is refused by the state of the file, under its row lock, before this.
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

test('every table is divided, on each machine or on one', async () => {
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

test('no reference leaves its machine', async () => {
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
    // Divided by the same key, which the reference has on both sides.
    const [from, to] = [keyOf(source), keyOf(target)]
    return !(from && to && columns.includes(from) && targets.includes(to))
  })
  expect(leaving.map(({ name }) => name).filter((name) => !isException(name))).toEqual([])
  expect(Object.keys(EXCEPTIONS).filter((name) => !used.has(name))).toEqual([])
})

/** The statements that a file or an inquiry for a card runs for each chunk, row or call. */
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
  await finishChunk(tx, filekey, 1, { bytes: 1, sha256: '', found: 0, notFound: 1 }, new Date())
  await addChunkCounts(tx, filekey, { rows: 1, found: 0, notFound: 1 })
  await updateProgress(tx, filekey, 1, 1)
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
  await findAsked(tx, {
    ...{ mode: 'CARD', value: '9990000000000011', shownAs: '', ticketNo: '', filters: {} },
    ...range,
  })
}

/** In a condition for values, or as a column of the rows that are inserted. */
function namesKey(text: string, table: string) {
  const key = keyOf(table)
  const condition = `(?<![\\w.])(${table}\\.)?${key} (=|in) (\\$|\\(|any)`
  return new RegExp(`${condition}|insert into ${table} \\([^)]*\\b${key}\\b`, 'i').test(text)
}

/** One row more of a file; its inquiry would be read by a second statement, or lie on each machine. */
const STATEMENT_EXCEPTIONS = [
  /^inquiries: .*left join inquiries on inquiries.source_filekey = files.source_filekey/,
]

test('hot statements name the key of every divided table that they read or write', () => {
  const wanted = statements
    .map((text) => text.replaceAll('"', ''))
    .filter((text) => !/^(begin|commit)/i.test(text))
  const asking = wanted.flatMap((text) =>
    tables
      .filter((table) => new RegExp(`(from|join|update|into) ${table}\\b`, 'i').test(text))
      .filter((table) => !namesKey(text, table))
      .map((table) => `${table}: ${text}`),
  )
  expect(asking.filter((each) => !STATEMENT_EXCEPTIONS.some((exception) => exception.test(each)))).toEqual([])
  expect(wanted.length).toBeGreaterThan(20)
  // Staged rows lie with their cards: the look-up of a file is joined by the card.
  const answer = answerQuery({ filekey: crypto.randomUUID(), asOf: '2026-11-01', fromRow: 1, toRow: 9 })
  expect(answer).toMatch(/c\.card_number = s\.card_number/)
  expect(answer).toMatch(/WHERE card_number = c\.card_number/)
})
