import { randomInt } from 'node:crypto'
import type pg from 'pg'
import type { Config } from '../config/config.ts'
import { StartError } from '../config/start-error.ts'
import { databaseHosts, requireApplicationRole } from '../db/login.ts'
import { requireMigrations } from '../db/migrate.ts'
import { toHttpError } from './error-handler.ts'
import { retryStart } from './process-start.ts'

/**
 * Waits at start until a separate ledger can be used; does nothing for one in the main database (`ledger` null).
 * If it `mayBeAway`, waits in the background until it responds, and ends the process if it is unusable then.
 */
export async function awaitLedger(
  config: Pick<Config, 'ledger'>,
  main: pg.Pool,
  ledger: pg.Pool | null,
  { mayBeAway = false } = {},
): Promise<void> {
  if (!config.ledger || !ledger) return
  const what = `the ledger at ${databaseHosts(config.ledger.url)}`
  const check = () => requireLedger(main, ledger)
  const isThere = () =>
    check().then(
      () => true,
      (error: unknown) => {
        if (!mayBeAway || toHttpError(error).code !== 'unavailable') throw error
        return false
      },
    )
  if (!(await retryStart(isThere, { what })))
    void retryStart(check, { what, patienceMs: Number.POSITIVE_INFINITY })
}

/** Throws unless a separate ledger is migrated, is another database and grants the application its rights. */
export async function requireLedger(main: pg.Pool, ledger: pg.Pool): Promise<void> {
  await requireMigrations(ledger, 'LEDGER_DATABASE')
  await requireApplicationRole(ledger, 'LEDGER_DATABASE')
  const client = await main.connect()
  try {
    await requireOtherDatabase(client, ledger)
  } finally {
    client.release()
  }
}

/** Throws if both lead to one database, in which sums would be copied onto themselves. */
export async function requireOtherDatabase(
  main: pg.ClientBase,
  ledger: pg.Pool | pg.ClientBase,
): Promise<void> {
  // Advisory locks are those of one database, whatever its addresses.
  const key = randomInt(2 ** 47)
  await main.query('BEGIN')
  try {
    await main.query('SELECT pg_advisory_xact_lock($1)', [key])
    const { rows } = await ledger.query<{ isFree: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1) AS "isFree"',
      [key],
    )
    if (rows[0]?.isFree) return
  } finally {
    await main.query('ROLLBACK')
  }
  throw new StartError(
    'LEDGER_DATABASE_URL leads to the database of DATABASE_URL. Remove it to keep the ledger there, or set it to another database.',
  )
}
