import { parseArgs } from 'node:util'
import * as z from 'zod'
import { systemClock } from './adapters/clock.ts'
import { createIdentity } from './adapters/identity/create-identity.ts'
import { loadKeys } from './adapters/keys.ts'
import { outboxFolder, writeToOutbox } from './adapters/mail/outbox.ts'
import { AdministratorError, type CreationResult, createAdministrator } from './admin/create-administrator.ts'
import { ownerUrl } from './bulk-load/owner-url.ts'
import { readConfig } from './config.ts'
import { createDatabase, createPool } from './db/client.ts'

/** `admin.ts EMAIL [--given-name NAME] [--family-name NAME]`: creates the first administrator. */
const name = z.string().trim().min(1).max(60)
const argumentsSchema = z.object({
  email: z.string().trim().toLowerCase().pipe(z.email().max(254)),
  givenName: name.default('System'),
  familyName: name.default('Administrator'),
})

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
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

async function run(person: z.output<typeof argumentsSchema>): Promise<string> {
  const { env } = process
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
    'already-administrator': `${email} is already an administrator. Nothing was changed.`,
  }[outcome]
  const others = alsoInvited.map(
    (other) => `${other} was also invited and has not signed in. Disable that account on the Users screen.`,
  )
  return [message, ...others].join('\n')
}

const person = readArguments()
if (!person) {
  console.error('Usage: npm run admin -- EMAIL [--given-name NAME] [--family-name NAME]')
  process.exitCode = 2
} else {
  await run(person).then(console.log, (error: Error) => {
    const isRefused = error instanceof AdministratorError
    console.error(isRefused ? error.message : `The command failed. Run it again. ${error.message}`)
    process.exitCode = 1
  })
}
