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
import { markAsLedger } from './ledger-errors.ts'
import type { LedgerDB } from './schema.ts'

declare const ledgerConnection: unique symbol
type OfLedger = { readonly [ledgerConnection]: true }

export type LedgerDatabase = Kysely<LedgerDB> & OfLedger
/** First argument of store functions that write to the ledger. */
export type LedgerTx = Transaction<LedgerDB> & OfLedger
/** First argument of store functions that read the ledger. */
export type LedgerReader = LedgerDatabase | LedgerTx

/**
 * Cards, transactions, staged inquiries and their sums: in the main database, or in one of their own. No transaction spans
 * both, so the ledger commits first, and the main database then accepts what it finds there.
 */
export type Ledger = {
  db: LedgerDatabase
  pool: pg.Pool
  isApart: boolean
  /** For reads within a transaction of the main database: its own connection, if the database is the same. */
  during(tx: Tx): LedgerReader
  /**
   * Runs `work` in the given transaction, if the database is the same; else in one of the ledger, which commits before
   * `write` returns, unless the given transaction has been lost meanwhile. `work` must then be safe to repeat, because the
   * given transaction may still roll back.
   */
  write<T>(tx: Tx, work: (ledgerTx: LedgerTx) => Promise<T>): Promise<T>
}

type Main = { db: Database; pool: pg.Pool }

/** `apart`: pool of a separate ledger; null if the main database has it. */
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
