import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { unreadableCertificate } from '../../config/certificate.ts'
import { LACKS_LEDGER_URL, lacksLedgerUrl } from '../../config/config.ts'
import { StartError } from '../../config/start-error.ts'

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
