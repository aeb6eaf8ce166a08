import type { Permission } from '@backoffice/contract/access'
import { riskOf } from '@backoffice/contract/grants'
import type { IdentityProvider } from '@backoffice/identity'
import { createEmbeddedProvider } from '../../adapters/identity/embedded.ts'
import { type KeysConfig, loadKeys } from '../../adapters/keys.ts'
import type { Config } from '../../config/config.ts'
import { createDatabase, createPool, type Database, type Tx } from '../../db/client.ts'
import { recordSystemAudit } from '../../kernel/audit.ts'
import { systemClock } from '../../kernel/clock.ts'
import { DEMO_PEOPLE, type DemoPerson, emailOf } from './demo-people.ts'

/** Created only with the embedded identity provider. */
const PASSWORD = 'Backoffice#2026'
const TEMPORARY_PASSWORD = 'Welcome#2026'

/** A number without a subscriber, unverified, so that no account receives codes by SMS. */
function phoneOf(person: DemoPerson): string {
  return `+63900555${String(DEMO_PEOPLE.indexOf(person) + 1).padStart(4, '0')}`
}

/** Creates the missing accounts, in the identity provider and in `users`. */
export async function seedDemoAccounts(db: Database, identity: IdentityProvider): Promise<void> {
  const present = await db
    .selectFrom('users')
    .select('email')
    .where('email', 'in', DEMO_PEOPLE.map(emailOf))
    .execute()
  const missing = DEMO_PEOPLE.filter((person) => !present.some(({ email }) => email === emailOf(person)))
  if (missing.length === 0) return
  const subs = new Map(missing.map((person) => [person, crypto.randomUUID()]))
  await identity.seedUsers(missing.map((person) => ({ ...accountOf(person), sub: subs.get(person) ?? '' })))
  await db.transaction().execute(async (tx) => {
    await installDemoAccess(tx)
    for (const [person, sub] of subs) await insertPerson(tx, person, sub)
    const changes = { accounts: [null, missing.length] } as const
    await recordSystemAudit(tx, { resource: 'user', action: 'seed', id: null, changes })
  })
}

function accountOf(person: DemoPerson) {
  const [given_name, family_name] = person.name
  const isInvited = person.status === 'PENDING'
  return {
    email: emailOf(person),
    password: isInvited ? TEMPORARY_PASSWORD : PASSWORD,
    temporary: isInvited,
    enabled: person.status !== 'DISABLED',
    attributes: { given_name, family_name, phone_number: phoneOf(person) },
  }
}

async function insertPerson(tx: Tx, person: DemoPerson, identity_sub: string): Promise<void> {
  const { role, department, status = 'ACTIVE', statusReason = null, extraPolicies = [] } = person
  const [given_name, family_name] = person.name
  const { id: role_id } = await tx
    .selectFrom('roles')
    .select('id')
    .where('name', '=', role)
    .executeTakeFirstOrThrow()
  const names = { email: emailOf(person), given_name, family_name, contact: phoneOf(person) }
  const { id: user_id } = await tx
    .insertInto('users')
    .values({ ...names, identity_sub, department, role_id, status, status_reason: statusReason })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const name of extraPolicies) {
    const { id: policy_id } = await tx
      .selectFrom('policies')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    await tx.insertInto('user_policies').values({ user_id, policy_id }).execute()
  }
}

/** Connects to the embedded provider and seeds the demo accounts. */
export async function seedDemo(config: Pick<Config, 'databaseUrl'> & KeysConfig): Promise<void> {
  const pool = createPool(config.databaseUrl, { max: 2 })
  const db = createDatabase(pool)
  const { identity: key } = await loadKeys(config)
  const identity = createEmbeddedProvider({ pool, key, clock: systemClock, onError: console.error })
  await seedDemoAccounts(db, identity)
  await identity.close()
  await db.destroy()
}

type OwnPolicy = { name: string; description: string; statements: Permission[] }

const OWN_POLICIES: readonly OwnPolicy[] = [
  { name: 'Card reveal', description: 'Whole card numbers, one at a time', statements: ['card:unmask'] },
  { name: 'Inquiry runs', description: 'Run inquiries', statements: ['inquiry:run'] },
  { name: 'Result exports', description: 'Export inquiry results', statements: ['inquiry:export'] },
  {
    name: 'Month-end exports',
    description: 'Results and file lists, for the end of the month',
    statements: ['inquiry:export', 'file:export'],
  },
]

const OWN_ROLE = {
  name: 'Night desk',
  description: 'Runs inquiries at night',
  modules: ['Operational Dashboard', 'SMAC Inquiry', 'Files'],
}
const POLICIES_OF_ROLE = ['Operations basics', 'Inquiry runs', 'Result exports', 'Own files']

/** Creates the demo's role and policies. Existing ones are unchanged. */
async function installDemoAccess(tx: Tx): Promise<void> {
  await tx
    .insertInto('policies')
    .values(OWN_POLICIES.map((policy) => ({ ...policy, risk: riskOf(policy.statements) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const role = await tx
    .insertInto('roles')
    .values(OWN_ROLE)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!role) return
  await tx
    .insertInto('role_policies')
    .columns(['role_id', 'policy_id'])
    .expression((q) =>
      q
        .selectFrom('policies')
        .select((each) => [each.val(role.id).as('role_id'), 'policies.id'])
        .where('name', 'in', POLICIES_OF_ROLE),
    )
    .execute()
}
