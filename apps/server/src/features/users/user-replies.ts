import { setTimeout as sleep } from 'node:timers/promises'
import type { Access } from '@backoffice/contract/access'
import type { Exceeds } from '@backoffice/contract/exceeding'
import type { UserDetail, UserRow } from '@backoffice/contract/users'
import type { DescribedUser, Identity } from '../../adapters/identity/identity.ts'
import type { Reader } from '../../db/client.ts'
import { HttpError } from '../../kernel/errors.ts'
import { exceedsOf, exceedsOfGrants } from '../access/exceeding.ts'
import { grantsOf, type PolicyGrants, type StoredTemporary } from '../access/grants.store.ts'
import { temporaryAccessOf } from '../access/temporary-access.store.ts'
import { countOpenWork } from './open-work.store.ts'
import { providerActionOf } from './provider-actions.ts'
import { countUsersOfRole, findEditor, findGranters, findUser, type StoredUser } from './users.store.ts'

/** Maximum time that a reply waits for the identity provider. */
const PROVIDER_WAIT_MS = 1_000

type Provider = Pick<Identity, 'administration'>

/** Facts from the identity provider; null if unavailable or not in time. */
export type ProviderFacts = {
  readonly locked: ReadonlySet<string> | null
  readonly described: DescribedUser | null
}
export const NO_FACTS: ProviderFacts = { locked: null, described: null }

/** Facts about up to 100 users of a list. */
export async function factsOfUsers(
  provider: Provider,
  users: readonly Pick<StoredUser, 'identity_sub'>[],
): Promise<ProviderFacts> {
  const subs = users.flatMap(({ identity_sub }) => identity_sub ?? [])
  if (subs.length === 0) return NO_FACTS
  const locked = await inTime(provider.administration().then((each) => each.lockedAmong(subs)))
  return { locked, described: null }
}

/** Facts about one user. Call it before a transaction, never within. */
export async function factsOfUser(db: Reader, provider: Provider, id: string): Promise<ProviderFacts> {
  const sub = (await findUser(db, id))?.identity_sub
  if (!sub) return NO_FACTS
  const described = await inTime(provider.administration().then((each) => each.describe(sub)))
  const locked = described?.isLocked == null ? null : new Set(described.isLocked ? [sub] : [])
  return { locked, described }
}

export async function toRows(
  db: Reader,
  users: readonly StoredUser[],
  { locked, exceeds }: Pick<ProviderFacts, 'locked'> & { exceeds: ReadonlyMap<string, Exceeds> },
): Promise<UserRow[]> {
  const actions = await actionsOf(db, users)
  return users.map((user) => toRow(user, actions.get(user.id), locked, exceeds.get(user.id)))
}

/**
 * Rows with facts from the provider. Open actions are read first, so that a lock always appears together with the open
 * action that lifts it.
 */
export async function readRows(
  db: Reader,
  provider: Provider,
  held: Access,
  users: readonly StoredUser[],
): Promise<UserRow[]> {
  const actions = await actionsOf(db, users)
  const ids = users.map(({ id }) => id)
  const exceeds = await exceedsOf(db, held, ids)
  const { locked } = await factsOfUsers(provider, users)
  return users.map((user) => toRow(user, actions.get(user.id), locked, exceeds.get(user.id)))
}

const actionsOf = (db: Reader, users: readonly StoredUser[]) =>
  providerActionOf(
    db,
    users.map(({ id }) => id),
  )

function toRow(
  user: StoredUser,
  action: UserRow['provider_action'] | undefined,
  locked: ProviderFacts['locked'],
  exceeds: Exceeds = { manage: false, account: false },
): UserRow {
  const { identity_sub, role_id, role_name, last_sign_in_at, created_at, updated_at, ...row } = user
  const isInvited = user.status === 'PENDING'
  return {
    ...row,
    // The role of a deleted user may be deleted.
    role: { id: role_id ?? user.id, name: role_name ?? '' },
    is_locked: locked && identity_sub !== null ? locked.has(identity_sub) : null,
    last_sign_in_at: last_sign_in_at?.toISOString() ?? null,
    invitation_expires_at: (isInvited && user.invitation_expires_at?.toISOString()) || null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    provider_action: action ?? null,
    exceeds,
  }
}

/** User with facts from the provider, read in the same order as rows. */
export async function readUser(
  db: Reader,
  provider: Provider,
  held: Access,
  id: string,
): Promise<UserDetail> {
  const user = await readDetail(db, held, id, NO_FACTS)
  const { locked, described } = await factsOfUser(db, provider, id)
  return { ...user, is_locked: locked && locked.size > 0, ...factFields(described) }
}

const factFields = (described: ProviderFacts['described']) => ({
  mfa_enabled: described?.mfaEnabled ?? null,
  must_change_password: described?.mustChangePassword ?? null,
})

/** Throws 404 for deleted and unknown users. */
export async function readDetail(
  db: Reader,
  held: Access,
  id: string,
  facts: ProviderFacts,
): Promise<UserDetail> {
  // Read before the user, so that an invitation is never shown as neither open nor sent.
  const actions = await providerActionOf(db, [id])
  const user = await findUser(db, id)
  const grants = user && user.status !== 'DELETED' ? await grantsOf(db, id) : undefined
  if (!user || !grants) throw noSuchUser()
  const row = toRow(user, actions.get(id), facts.locked, exceedsOfGrants(grants, held))
  const granters = await findGranters(db, id)
  const work = await countOpenWork(db, id)
  const user_count = await countUsersOfRole(db, grants.role.id)
  const editor = await findEditor(db, id)
  return {
    ...row,
    updated_by: editor === null ? null : { name: editor },
    ...factFields(facts.described),
    grants: {
      role: {
        ...grants.role,
        modules: [...grants.role.modules],
        policies: grants.role.policies.map(withOwnStatements),
        user_count,
      },
      extra_policies: grants.extra_policies.map((policy) => {
        const grant = granters.find(({ policy_id }) => policy_id === policy.id)
        return {
          ...withOwnStatements(policy),
          granted_by: grant?.granted_by ?? null,
          granted_at: grant?.granted_at?.toISOString() ?? null,
        }
      }),
      temporary: await temporaryGrants(db, id, grants.temporary),
    },
    open_files: work.files,
    open_inquiries: work.inquiries,
    open_cases: work.cases,
  }
}

async function temporaryGrants(
  db: Reader,
  userId: string,
  grants: readonly StoredTemporary[] = [],
): Promise<UserDetail['grants']['temporary']> {
  if (grants.length === 0) return []
  const described = await temporaryAccessOf(db, [userId])
  return grants.flatMap(({ role, policy, modules, ...grant }) => {
    // Missing if it ended between the two reads.
    const found = described.find(({ id }) => id === grant.id)
    if (!found) return []
    const { reason, ticket_no, is_break_glass, granted_by } = found
    return {
      ...grant,
      role: role && { ...role, modules: [...role.modules], policies: role.policies.map(withOwnStatements) },
      policy: policy && withOwnStatements(policy),
      modules: [...modules],
      ...{ reason, ticket_no, is_break_glass, granted_by },
    }
  })
}

const withOwnStatements = (policy: PolicyGrants) => ({ ...policy, statements: [...policy.statements] })

export const noSuchUser = () =>
  new HttpError('not_found', { detail: 'This user does not exist, or was deleted.' })

/** Null on failure or timeout, because provider facts must not prevent showing a user. */
async function inTime<T>(reply: Promise<T>): Promise<T | null> {
  const late = new AbortController()
  const wait = sleep(PROVIDER_WAIT_MS, null, { signal: late.signal }).catch(() => null)
  return Promise.race([reply.catch(() => null), wait]).finally(() => late.abort())
}
