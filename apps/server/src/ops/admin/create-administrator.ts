import type { Administration, Invitation } from '../../adapters/identity/identity.ts'
import type { Database, Reader, Tx } from '../../db/client.ts'
import { type AuditEvent, recordSystemAudit } from '../../kernel/audit.ts'
import {
  findFullAccessUsers,
  findUser,
  insertAdministrator,
  isInvited,
  lockAdministrators,
  setIdentity,
} from './administrators.store.ts'

/** `email`: in lower case. */
type Person = { email: string; givenName: string; familyName: string }

export type CreationResult = {
  outcome: Invitation['outcome'] | 'already-administrator' | 'unlocked'
  /** Other invited administrators without a first sign-in. */
  alsoInvited: string[]
}

/** The message is shown on the terminal. */
export class AdministratorError extends Error {}

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
