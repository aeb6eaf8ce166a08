import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import * as z from 'zod'
import { unreadableCertificate } from '../../config/certificate.ts'
import { LACKS_LEDGER_URL, lacksLedgerUrl } from '../../config/config.ts'
import { StartError } from '../../config/start-error.ts'
import { connectClient, createDatabase, createPool } from '../../db/client.ts'
import { createLedger } from '../../db/ledger.ts'
import { copySums } from '../../jobs/copy-sums.ts'
import { requireOtherDatabase } from '../../kernel/require-ledger.ts'

const accessFile = z.object({ port: z.int(), passwords: z.object({ backoffice_owner: z.string() }) })

/** Owner's connection strings of the main database and its ledger; the same if the main database has it. */
export type OwnerUrls = { url: string; ledgerUrl: string }

type Environment = Readonly<Record<string, string | undefined>>

/** The owner's connection strings. Without variables of the ledger, the main database has it. */
export async function ownerUrls(env: Environment): Promise<OwnerUrls> {
  if (lacksLedgerUrl(env)) throw new StartError(LACKS_LEDGER_URL)
  const url = await ownerUrl(env)
  return { url, ledgerUrl: configuredUrl(env, 'LEDGER_DATABASE') ?? url }
}

/** The owner's connection string in the environment. Throws if a certificate file of it can't be read. */
function configuredUrl(env: Environment, prefix: 'DATABASE' | 'LEDGER_DATABASE'): string | undefined {
  const name = [`${prefix}_OWNER_URL`, `${prefix}_DIRECT_URL`, `${prefix}_URL`].find((each) => env[each])
  if (name === undefined) return
  const url = env[name] ?? ''
  const problem = unreadableCertificate(url)
  if (problem) throw new StartError(`${name}: ${problem}`)
  return url
}

/** The owner's connection string of the main database, from the environment or the running embedded database. */
export async function ownerUrl(env: Environment): Promise<string> {
  const configured = configuredUrl(env, 'DATABASE')
  if (configured) return configured
  const path = join(env.DATA_DIR || '.data', 'postgres', 'access.json')
  try {
    const { port, passwords } = accessFile.parse(JSON.parse(await readFile(path, 'utf8')))
    return `postgres://backoffice_owner:${passwords.backoffice_owner}@127.0.0.1:${port}/backoffice`
  } catch (cause) {
    const message = `Set DATABASE_OWNER_URL: the address of the database as its owner. For the database of npm start, start that first: ${path} cannot be read.`
    throw new StartError(message, { cause })
  }
}

/** The owner's connection to the ledger, which is `main` if that has it. Throws unless this system owns the ledger. */
export async function connectLedger(main: Client, { url, ledgerUrl }: OwnerUrls): Promise<Client> {
  if (ledgerUrl === url) {
    await requireOwnLedger(main)
    return main
  }
  const ledger = await connectClient(ledgerUrl)
  try {
    await requireOtherDatabase(main, ledger)
    return ledger
  } catch (error) {
    await ledger.end()
    throw error
  }
}

/** Only a separate ledger is followed by copies of its sums. */
async function requireOwnLedger(main: Client): Promise<void> {
  const { rowCount } = await main.query(`SELECT FROM ledger_readers WHERE name = 'sums' AND version <> 0`)
  if (rowCount)
    throw new StartError(
      'This system has its ledger in another database: set LEDGER_DATABASE_URL. If the main database has it again, wait a minute until a worker has seen that.',
    )
}

/** Copies the sums of a separate ledger to the main database at once, not with the next job. */
export async function copySumsAsOwner(
  { url, ledgerUrl }: OwnerUrls,
  options: { isWhole?: boolean } = {},
): Promise<void> {
  if (ledgerUrl === url) return
  const pool = createPool(url, { max: 1, asOwner: true })
  const ledgerPool = createPool(ledgerUrl, { max: 1, asOwner: true })
  const db = createDatabase(pool)
  try {
    await copySums({ db, ledger: createLedger({ db, pool }, ledgerPool) }, options)
  } finally {
    await Promise.all([db.destroy(), ledgerPool.end()])
  }
}
