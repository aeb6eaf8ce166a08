import { randomUUID } from 'node:crypto'
import type { ActionName } from '../features/users/provider-actions.store.ts'
import { signIn, type TestSystem } from './test-system.ts'

const PASSWORD = 'Backoffice#2026'

/** Compared state of an account; null without one. */
type AccountState = {
  enabled: boolean
  status: string
  attributes: Record<string, string>
  factors: number
  sessions: number
  /** True if the user's row refers to the account. */
  isLinked: boolean
  /** Content of the last mail that the next sign-in needs. */
  mail: 'password' | 'code' | null
} | null

/**
 * A user before the action, and the expected account afterwards. If `isKnown`, the email of a new user already has an
 * account, disabled and under another name.
 */
export async function aUserAtProvider(
  system: TestSystem,
  action: ActionName,
  { isKnown = false }: { isKnown?: boolean | undefined } = {},
) {
  const email = `${randomUUID()}@northline.example`
  const isNew = action === 'create' || action === 'resend'
  const sub = isNew && !isKnown && action === 'create' ? null : await seed(system, email, action === 'resend')
  const { rows } = await system.pool.query<{ id: string }>(
    `INSERT INTO users (identity_sub, email, given_name, family_name, contact, role_id, status)
     SELECT $1, $2, 'Ana', 'Reyes', '+639001234567', id, $3 FROM roles WHERE name = 'Inquiry agent' RETURNING id`,
    [action === 'create' ? null : sub, email, statusAfter(action)],
  )
  const id = rows[0]?.id ?? ''
  if (action === 'enable' || isKnown)
    await system.pool.query('UPDATE identity.users SET enabled = false WHERE sub = $1', [sub])
  if (action === 'authenticator') {
    await system.pool.query(
      `INSERT INTO identity.second_factors (user_sub, sms_enabled, totp_secret, totp_enabled)
       VALUES ($1, true, '\\x00', true)`,
      [sub],
    )
  } else if (sub && !isNew && action !== 'enable') {
    await signIn(system.identity, email)
  }
  return { id, email, agreed: agreedAfter(action, isKnown) }
}

async function seed(system: TestSystem, email: string, temporary: boolean): Promise<string> {
  const attributes = { given_name: 'Anna', family_name: 'Rey' }
  const [created] = await system.identity.seedUsers([{ email, password: PASSWORD, temporary, attributes }])
  if (!created) throw new Error('the account was not created')
  return created.username
}

function statusAfter(action: ActionName): string {
  const statuses: Partial<Record<ActionName, string>> = {
    create: 'PENDING',
    resend: 'PENDING',
    disable: 'DISABLED',
    delete: 'DELETED',
  }
  return statuses[action] ?? 'ACTIVE'
}

const BEFORE = { given_name: 'Anna', family_name: 'Rey' }
const SYNCED = { given_name: 'Ana', family_name: 'Reyes', phone_number: '+639001234567' }

function agreedAfter(action: ActionName, isKnown: boolean): AccountState {
  const account = {
    enabled: true,
    status: 'CONFIRMED',
    attributes: BEFORE,
    factors: 0,
    sessions: 0,
    isLinked: true,
    mail: null,
  }
  switch (action) {
    case 'create':
      return isKnown
        ? { ...account, attributes: SYNCED }
        : { ...account, status: 'FORCE_CHANGE_PASSWORD', attributes: SYNCED, mail: 'password' }
    case 'update':
      return { ...account, attributes: SYNCED, sessions: 1 }
    case 'disable':
      return { ...account, enabled: false }
    case 'delete':
      return null
    case 'reset':
      return { ...account, status: 'RESET_REQUIRED', mail: 'code' }
    case 'resend':
      return { ...account, status: 'FORCE_CHANGE_PASSWORD', mail: 'password' }
    case 'enable':
    case 'authenticator':
    case 'end-sessions':
      return account
  }
}

export async function stateAtProvider(
  system: TestSystem,
  { id, email }: { id: string; email: string },
): Promise<AccountState> {
  const { rows } = await system.pool.query(
    `SELECT sub, enabled, account.status, attributes, sub::text IS NOT DISTINCT FROM identity_sub AS "isLinked",
       coalesce(factor.sms_enabled::int + factor.totp_enabled::int, 0) AS factors
     FROM identity.users AS account CROSS JOIN users LEFT JOIN identity.second_factors AS factor ON user_sub = sub
     WHERE account.email = $1 AND users.id = $2`,
    [email, id],
  )
  const [account] = rows
  if (!account) return null
  const { sub, ...state } = account
  return {
    ...state,
    sessions: (await system.identity.listSessions(sub)).length,
    mail: await kindOfLastMail(system, email),
  }
}

async function kindOfLastMail(system: TestSystem, email: string) {
  const last = (await system.outbox.list()).find(({ to }) => to === email)
  const password = /Sign in with (\S+) and/.exec(last?.text ?? '')?.[1]
  if (password === undefined) return last ? 'code' : null
  // The right password leads to the challenge.
  const refusal = await signIn(system.identity, email, { password }).catch(String)
  return String(refusal).includes('NEW_PASSWORD_REQUIRED') ? 'password' : null
}

/** Open actions of a user, in order. */
export async function openActions(system: TestSystem, userId: string) {
  const { rows } = await system.pool.query(
    'SELECT action, state FROM provider_actions WHERE user_id = $1 ORDER BY id',
    [userId],
  )
  return rows
}
