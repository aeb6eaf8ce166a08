import type { IdentityProvider } from '@backoffice/identity'
import type { Database } from '../db/client.ts'
import { recordSystemAudit } from '../kernel/audit.ts'

/** One account per starter role; created only with the embedded identity provider. */
const PASSWORD = 'Backoffice#2026'
const TEMPORARY_PASSWORD = 'Welcome#2026'

const ACCOUNTS = [
  { mailbox: 'admin', name: ['Alma', 'Dizon'], role: 'Administrator', department: 'Systems' },
  { mailbox: 'access', name: ['Benito', 'Cruz'], role: 'Access administrator', department: 'Systems' },
  { mailbox: 'lookup', name: ['Carla', 'Lim'], role: 'Lookup maintainer', department: 'Settlement' },
  { mailbox: 'glass', name: ['Dario', 'Santos'], role: 'Glass maintainer', department: 'Settlement' },
  { mailbox: 'agent', name: ['Maria', 'Reyes'], role: 'Inquiry agent', department: 'Loyalty desk' },
  {
    mailbox: 'supervisor',
    name: ['Ramon', 'Aquino'],
    role: 'Inquiry supervisor',
    department: 'Loyalty desk',
  },
  { mailbox: 'auditor', name: ['Teresa', 'Villar'], role: 'Auditor', department: 'Internal audit' },
  { mailbox: 'viewer', name: ['Joel', 'Bautista'], role: 'Operations viewer', department: 'Operations' },
  { mailbox: 'new.hire', name: ['Nina', 'Garcia'], role: 'Inquiry agent', department: 'Loyalty desk' },
] as const

/** From a range without subscribers. Not verified, so that no account receives codes by SMS. */
function phoneOf(mailbox: string): string {
  const number = ACCOUNTS.findIndex((account) => account.mailbox === mailbox) + 1
  return `+63900555${String(number).padStart(4, '0')}`
}

/** Creates the missing accounts, in the identity provider and in `users`. */
export async function seedDemoAccounts(db: Database, identity: IdentityProvider): Promise<void> {
  const emails = ACCOUNTS.map(({ mailbox }) => `${mailbox}@backoffice.test`)
  const present = await db.selectFrom('users').select('email').where('email', 'in', emails).execute()
  const missing = ACCOUNTS.filter(
    ({ mailbox }) => !present.some((row) => row.email === `${mailbox}@backoffice.test`),
  )
  if (missing.length === 0) return
  const subs = new Map<string, string>()
  const seeds = missing.map(({ mailbox, name: [given, family] }) => {
    const email = `${mailbox}@backoffice.test`
    const sub = crypto.randomUUID()
    subs.set(email, sub)
    const isNew = mailbox === 'new.hire'
    return {
      email,
      sub,
      password: isNew ? TEMPORARY_PASSWORD : PASSWORD,
      temporary: isNew,
      attributes: { given_name: given, family_name: family, phone_number: phoneOf(mailbox) },
    }
  })
  await identity.seedUsers(seeds)
  await db.transaction().execute(async (tx) => {
    for (const {
      mailbox,
      name: [given_name, family_name],
      role,
      department,
    } of missing) {
      const email = `${mailbox}@backoffice.test`
      const { id: role_id } = await tx
        .selectFrom('roles')
        .select('id')
        .where('name', '=', role)
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('users')
        .values({
          identity_sub: subs.get(email) ?? '',
          email,
          given_name,
          family_name,
          department,
          role_id,
          status: mailbox === 'new.hire' ? 'PENDING' : 'ACTIVE',
        })
        .execute()
    }
    const changes = { accounts: [null, missing.length] } as const
    await recordSystemAudit(tx, { resource: 'user', action: 'seed', id: null, changes })
  })
}
