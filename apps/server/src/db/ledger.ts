import { type Kysely, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import type { Config } from '../config/config.ts'
import {
  createDatabase,
  createPool,
  type Database,
  type PoolOptions,
  type Reader,
  type Tx,
} from './client.ts'
import type { LedgerDB } from './schema.ts'

declare const ledgerConnection: unique symbol
type OfLedger = { readonly [ledgerConnection]: true }

export type LedgerDatabase = Kysely<LedgerDB> & OfLedger
/** First argument of store functions that write to the ledger. */
export type LedgerTx = Transaction<LedgerDB> & OfLedger
/** First argument of store functions that read the ledger. */
export type LedgerReader = LedgerDatabase | LedgerTx

/**
 * Cards, transactions, staged inquiries and their sums, in the main database or their own. No transaction spans
 * both, so the ledger commits first, and the main database then accepts what it finds there.
 */
export type Ledger = {
  db: LedgerDatabase
  pool: pg.Pool
  isApart: boolean
  /** For reads within a transaction of the main database. Uses its connection if the database is the same. */
  during(tx: Tx): LedgerReader
  /**
   * Runs `work` in the given transaction, if the database is the same; else in one of the ledger, which commits before
   * `write` returns, unless the given transaction has been lost meanwhile. `work` must then be safe to repeat, because
   * the given transaction may still roll back.
   */
  write<T>(tx: Tx, work: (ledgerTx: LedgerTx) => Promise<T>): Promise<T>
}

type Main = { db: Database; pool: pg.Pool }

/** `apart` is the pool of a separate ledger, or null if the main database has it. */
export function createLedger(main: Main, apart: pg.Pool | null): Ledger {
  const { db, pool } = apart ? { db: createDatabase(apart), pool: apart } : main
  const ledgerDb = toLedger(db)
  return {
    db: ledgerDb,
    pool,
    isApart: apart !== null,
    during: (tx) => (apart ? ledgerDb : toLedger(tx)),
    write: (tx, work) =>
      apart
        ? db.transaction().execute((own) => whileOpen(tx, () => work(toLedger(own))))
        : work(toLedger(tx)),
  }
}

/**
 * Throws if the transaction, with its locks, has been lost at the end of `work`. If the main database is lost between
 * this check and the commit of the ledger, its locks are still released too early.
 */
async function whileOpen<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const result = await work()
  await sql`SELECT 1`.execute(tx)
  return result
}

/** Connections to a separate ledger; null if the main database has it. */
export function createLedgerPool(ledger: Config['ledger'], options: PoolOptions): pg.Pool | null {
  if (!ledger) return null
  const pool = createPool(ledger.url, { ...options, isPooled: ledger.url !== ledger.directUrl })
  markAsLedger(pool)
  return pool
}

/** Both databases have the same schema; the types tell their connections apart. */
export function toLedger(db: Tx): LedgerTx
export function toLedger(db: Database): LedgerDatabase
export function toLedger(db: Reader): LedgerReader
export function toLedger(db: Reader): LedgerReader {
  return db as unknown as LedgerReader
}

const ledgerErrors = new WeakSet<object>()

/** True for an error of a connection to a separate ledger. */
export const isLedgerError = (error: unknown): boolean => error instanceof Error && ledgerErrors.has(error)

/** Marks the errors of a pool, so that callers can tell an outage of the ledger from one of the main database. */
function markAsLedger(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown
  pool.connect = ((...args: unknown[]) => marked(connect(...args))) as typeof pool.connect
  // It connects and queries with callbacks, whose errors only its own promise has.
  const queryOnce = pool.query.bind(pool) as (...args: unknown[]) => unknown
  pool.query = ((...args: unknown[]) => marked(queryOnce(...args))) as typeof pool.query
  pool.on('connect', (client) => {
    // The overloads of the driver differ only in their return type.
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => marked(query(...args))) as typeof client.query
  })
}

const marked = (result: unknown) => (result instanceof Promise ? result.catch(mark) : result)

function mark(error: unknown): never {
  if (error instanceof Error) ledgerErrors.add(error)
  throw error
}

/** The copies of the ledger's sums and the cases follow the ledger. */
type Follower = 'sums' | 'cases'

/** Number of the last committed change of the transactions. */
export async function ledgerVersion(ledger: Kysely<LedgerDB>): Promise<string> {
  const { version } = await ledger.selectFrom('ledger_version').select('version').executeTakeFirstOrThrow()
  return version
}

const seenBy = (db: Reader, follower: Follower) =>
  db.selectFrom('ledger_readers').select('version').where('name', '=', follower)

/** The version that the follower has last read. After a restore it may be above the ledger's. */
export async function seenVersion(db: Reader, follower: Follower): Promise<string> {
  return (await seenBy(db, follower).executeTakeFirstOrThrow()).version
}

/** The same; others that call it wait until the transaction ends. */
export async function lockSeenVersion(tx: Tx, follower: Follower): Promise<string> {
  return (await seenBy(tx, follower).forUpdate().executeTakeFirstOrThrow()).version
}

/** `seen` is the value of `seenVersion`. Notes nothing if another process has noted a version since. */
export async function noteSeenVersion(
  db: Reader,
  follower: Follower,
  { seen, version }: { seen: string; version: string },
): Promise<void> {
  await db
    .updateTable('ledger_readers')
    .set({ version })
    .where('name', '=', follower)
    .where('version', '=', seen)
    .execute()
}

/** Lets the follower read everything again: -1 is unlike any version. */
export async function forgetSeenVersion(tx: Tx, follower: Follower): Promise<void> {
  await tx.updateTable('ledger_readers').set({ version: '-1' }).where('name', '=', follower).execute()
}

/** How many changes of the ledger each follower has not read, also those that it has read before a restore. */
export async function readLedgerLag(db: Reader, { db: ledger }: Pick<Ledger, 'db'>) {
  const readers = await db.selectFrom('ledger_readers').select(['name', 'version']).orderBy('name').execute()
  const version = await ledgerVersion(ledger)
  return readers.map((reader) => ({
    reader: reader.name,
    behind: Math.abs(Number(version) - Number(reader.version)),
  }))
}
