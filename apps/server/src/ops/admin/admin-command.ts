import { parseArgs } from 'node:util'
import * as z from 'zod'
import { createIdentity } from '../../adapters/identity/create-identity.ts'
import { loadKeys } from '../../adapters/keys.ts'
import { outboxFolder, writeToOutbox } from '../../adapters/mail/outbox.ts'
import { readConfig } from '../../config/config.ts'
import { StartError } from '../../config/start-error.ts'
import { createDatabase, createPool } from '../../db/client.ts'
import { systemClock } from '../../kernel/clock.ts'
import { ownerUrl } from '../load/owner-url.ts'
import { AdministratorError, type CreationResult, createAdministrator } from './create-administrator.ts'

const name = z.string().trim().min(1).max(60)
const argumentsSchema = z.object({
  email: z.string().trim().toLowerCase().pipe(z.email().max(254)),
  givenName: name.default('System'),
  familyName: name.default('Administrator'),
})

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'given-name': { type: 'string' }, 'family-name': { type: 'string' } },
    })
    if (positionals.length > 1) return null
    const [email] = positionals
    const read = argumentsSchema.safeParse({
      email,
      givenName: values['given-name'],
      familyName: values['family-name'],
    })
    return read.data ?? null
  } catch {
    return null
  }
}

/** `admin.ts EMAIL [--given-name NAME] [--family-name NAME]`: creates the first administrator, or unlocks an existing one. */
export async function runAdminCommand(args: readonly string[], env: NodeJS.ProcessEnv) {
  const person = readArguments(args)
  if (!person) {
    const error = 'Usage: npm run admin -- EMAIL [--given-name NAME] [--family-name NAME]'
    return { code: 2, output: '', error }
  }
  try {
    return { code: 0, output: await run(person, env), error: '' }
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown)
    const isRefused = thrown instanceof AdministratorError || thrown instanceof StartError
    const error = isRefused ? message : `The command failed. Run it again. ${message}`
    return { code: 1, output: '', error }
  }
}

async function run(person: z.output<typeof argumentsSchema>, env: NodeJS.ProcessEnv): Promise<string> {
  const config = readConfig({ ...env, DATABASE_URL: env.DATABASE_URL || (await ownerUrl(env)) })
  const pool = createPool(config.databaseDirectUrl, { max: 2 })
  const db = createDatabase(pool)
  try {
    const { identity: key } = await loadKeys(config)
    const outbox = { add: writeToOutbox.bind(null, outboxFolder(config.dataDir)) }
    const identity = createIdentity(config, { pool, key, clock: systemClock, outbox, onError: console.error })
    // Fails with the keys of another data folder, with which the account could never sign in.
    await identity.warmUp()
    const created = await createAdministrator(db, await identity.administration(), person)
    await identity.close()
    return messageFor(person.email, created, config.userPool !== null)
  } finally {
    // Kysely does not end a pool that it never used.
    await pool.end()
  }
}

/** Next steps. The temporary password is only in the mail. */
function messageFor(email: string, { outcome, alsoInvited }: CreationResult, isCloud: boolean): string {
  const mail = isCloud ? 'A mail' : 'The outbox (/dev/outbox of the running system)'
  const message = {
    invited: `${email} is invited as Administrator. ${mail} has a temporary password: sign in with it within 7 days and choose your own. Run this again for another password.`,
    existing: `${email} is Administrator. The identity provider already has the account. Sign in with its password, or use Forgot password.`,
    unlocked: `The account of ${email} was locked after failed sign-ins. It is unlocked.`,
    'already-administrator': `${email} is already an administrator. Nothing was changed.`,
  }[outcome]
  const others = alsoInvited.map(
    (other) => `${other} was also invited and has not signed in. Disable that account on the Users screen.`,
  )
  return [message, ...others].join('\n')
}
