import { parseArgs } from 'node:util'
import * as z from 'zod'
import { createIdentity } from '../../adapters/identity/create-identity.ts'
import type { Administration, Invitation } from '../../adapters/identity/identity.ts'
import { loadKeys } from '../../adapters/keys.ts'
import { outboxFolder, writeToOutbox } from '../../adapters/mail/outbox.ts'
import { readConfig } from '../../config/config.ts'
import { StartError } from '../../config/start-error.ts'
import { createDatabase, createPool, type Database, type Reader, type Tx } from '../../db/client.ts'
import { type AuditEvent, recordSystemAudit } from '../../kernel/audit.ts'
import { systemClock } from '../../kernel/clock.ts'
import { ownerUrl } from '../load/owner-connections.ts'
import {
  findFullAccessUsers,
  findUser,
  insertAdministrator,
  isInvited,
  lockAdministrators,
  setIdentity,
} from './administrators.store.ts'

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

/**
 * `admin.ts EMAIL [--given-name NAME] [--family-name NAME]` creates the first administrator, or unlocks an existing
 * one.
 */
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

/** `email` is in lower case. */
type Person = { email: string; givenName: string; familyName: string }

type CreationResult = {
  outcome: Invitation['outcome'] | 'already-administrator' | 'unlocked'
  /** Other invited administrators without a first sign-in. */
  alsoInvited: string[]
}

/** The message is shown on the terminal. */
class AdministratorError extends Error {}

/**
 * Creates the first administrator in `users` and at the identity provider, which mails a temporary password.
 * Idempotent per email; sends another temporary password while the last is unused. Unlocks the account of an existing
 * administrator. Throws AdministratorError.
 */
export async function createAdministrator(
  db: Database,
  administration: Administration,
  person: Person,
): Promise<CreationResult> {
  if (await isAlreadyAdministrator(db, person.email)) {
    const isUnlocked = await unlockAccount(db, administration, person.email)
    return { outcome: isUnlocked ? 'unlocked' : 'already-administrator', alsoInvited: [] }
  }
  const { sub, outcome } = await administration.invite(person)
  await db.transaction().execute(async (tx) => {
    await lockAdministrators(tx)
    // Another administrator may have been created during the call of the identity provider.
    if (await isAlreadyAdministrator(tx, person.email)) return
    await recordSystemAudit(tx, await saveAdministrator(tx, person, sub))
  })
  const holders = await findFullAccessUsers(db)
  const others = holders.filter(({ email, status }) => status === 'PENDING' && email !== person.email)
  return { outcome, alsoInvited: others.map(({ email }) => email) }
}

/** False if the account is not locked, or the identity provider does not report locks. */
async function unlockAccount(db: Database, administration: Administration, email: string): Promise<boolean> {
  const user = await findUser(db, email)
  if (!user?.identity_sub) return false
  const locked = await administration.lockedAmong([user.identity_sub])
  if (!locked?.has(user.identity_sub)) return false
  await administration.enable(user.identity_sub)
  const changes = { is_locked: [true, false] } as const
  await db
    .transaction()
    .execute((tx) => recordSystemAudit(tx, { resource: 'user', action: 'unlock', id: user.id, changes }))
  return true
}

async function isAlreadyAdministrator(db: Reader, email: string): Promise<boolean> {
  const active = (await findFullAccessUsers(db)).filter(({ status }) => status === 'ACTIVE')
  if (active.some((holder) => holder.email === email)) return true
  const [holder] = active
  if (holder) {
    throw new AdministratorError(
      `This system has an administrator, ${holder.email}. Create others on the Users screen.`,
    )
  }
  const user = await findUser(db, email)
  if (user && !isInvited(user)) {
    throw new AdministratorError(
      `${email} is already a user, ${user.status} with the role ${user.role}. Use another email.`,
    )
  }
  return false
}

async function saveAdministrator(
  tx: Tx,
  { email, givenName, familyName }: Person,
  sub: string,
): Promise<AuditEvent> {
  const user = await findUser(tx, email)
  if (!user) {
    const row = { identity_sub: sub, email, given_name: givenName, family_name: familyName }
    const changes = {
      email: [null, email],
      role: [null, 'Administrator'],
      status: [null, 'PENDING'],
    } as const
    return { resource: 'user', action: 'create', id: await insertAdministrator(tx, row), changes }
  }
  const invited = { resource: 'user', action: 'invite', id: user.id } as const
  if (user.identity_sub === sub) return invited
  await setIdentity(tx, user.id, sub)
  return { ...invited, changes: { identity_sub: [user.identity_sub, sub] } }
}
