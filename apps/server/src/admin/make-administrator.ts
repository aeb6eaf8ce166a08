import type { Administration, Invitation } from '../adapters/identity/identity.ts'
import type { Database, Reader, Tx } from '../db/client.ts'
import { type AuditEntry, recordAudit, SYSTEM } from '../kernel/audit.ts'
import {
  findUser,
  holdersOfEverything,
  insertAdministrator,
  isInvited,
  setIdentity,
  takeTurn,
} from './administrators.store.ts'

/** The e-mail in lower case. */
type Person = { email: string; givenName: string; familyName: string }

export type Made = {
  outcome: Invitation['outcome'] | 'administrator already'
  /** Others who were invited as administrators and have not signed in. */
  alsoInvited: string[]
}

/** Meant for the person at the terminal. */
export class AdministratorRefused extends Error {}

/**
 * Makes the first administrator of a system that has none: at the identity provider, which sends the temporary
 * password, and among the users. Done again for the same e-mail it completes what is missing; as long as the
 * temporary password was not used, another one is sent. Throws AdministratorRefused.
 */
export async function makeAdministrator(
  db: Database,
  administration: Administration,
  person: Person,
): Promise<Made> {
  if (await isAdministratorAlready(db, person.email))
    return { outcome: 'administrator already', alsoInvited: [] }
  const { sub, outcome } = await administration.invite(person)
  await db.transaction().execute(async (tx) => {
    await takeTurn(tx)
    // While the identity provider was asked, somebody else may have been quicker.
    if (await isAdministratorAlready(tx, person.email)) return
    await recordAudit(tx, SYSTEM, [await keep(tx, person, sub)], 'done', null)
  })
  const holders = await holdersOfEverything(db)
  const others = holders.filter(({ email, status }) => status === 'PENDING' && email !== person.email)
  return { outcome, alsoInvited: others.map(({ email }) => email) }
}

async function isAdministratorAlready(db: Reader, email: string): Promise<boolean> {
  const active = (await holdersOfEverything(db)).filter(({ status }) => status === 'ACTIVE')
  if (active.some((holder) => holder.email === email)) return true
  const [holder] = active
  if (holder) {
    throw new AdministratorRefused(
      `This system has an administrator, ${holder.email}: others are made on the Users screen.`,
    )
  }
  const user = await findUser(db, email)
  if (user && !isInvited(user)) {
    throw new AdministratorRefused(
      `${email} is a user already, ${user.status} with the role ${user.role}: take another e-mail.`,
    )
  }
  return false
}

async function keep(tx: Tx, { email, givenName, familyName }: Person, sub: string): Promise<AuditEntry> {
  const user = await findUser(tx, email)
  if (!user) {
    const row = { identity_sub: sub, email, given_name: givenName, family_name: familyName }
    const changes = {
      email: [null, email],
      role: [null, 'Administrator'],
      status: [null, 'PENDING'],
    } as const
    return {
      action: 'user.create',
      resource: 'user',
      resourceId: await insertAdministrator(tx, row),
      changes,
    }
  }
  const again = { action: 'user.invite', resource: 'user', resourceId: user.id } as const
  if (user.identity_sub === sub) return again
  await setIdentity(tx, user.id, sub)
  return { ...again, changes: { identity_sub: [user.identity_sub, sub] } }
}
