import { setTimeout as sleep } from 'node:timers/promises'
import type { Access } from '@backoffice/contract/access'
import type { UserDetail, UserRow } from '@backoffice/contract/endpoints/users'
import { type Exceeds, exceedsCaller } from '@backoffice/contract/exceeding'
import { accessOf } from '@backoffice/contract/grants'
import type { DescribedUser, Identity } from '../../adapters/identity/identity.ts'
import type { Reader } from '../../db/client.ts'
import { HttpError } from '../../kernel/errors.ts'
import { exceedsOf } from '../access/exceeding.ts'
import { grantsOf, type PolicyGrants } from '../access/grants.store.ts'
import { countOpenWork } from './open-work.store.ts'
import { providerActionOf } from './provider-actions.ts'
import { countUsersOfRole, findEditor, findGivers, findUser, type StoredUser } from './users.store.ts'

/** A reply does not wait longer for what the identity provider says beside it. */
const PROVIDER_WAIT_MS = 1_000

type Provider = Pick<Identity, 'administration'>

/** What the identity provider says about users; null where it does not tell, or not in time. */
export type Told = {
  readonly locked: ReadonlySet<string> | null
  readonly described: DescribedUser | null
}
export const NOT_ASKED: Told = { locked: null, described: null }

/** Of a list. Up to 100 users. */
export async function askAboutRows(
  provider: Provider,
  users: readonly Pick<StoredUser, 'identity_sub'>[],
): Promise<Told> {
  const subs = users.flatMap(({ identity_sub }) => identity_sub ?? [])
  if (subs.length === 0) return NOT_ASKED
  const locked = await within(provider.administration().then((each) => each.lockedAmong(subs)))
  return { locked, described: null }
}

/** Of one user. Before a transaction, never in it. */
export async function askAboutUser(db: Reader, provider: Provider, id: string): Promise<Told> {
  const sub = (await findUser(db, id))?.identity_sub
  if (!sub) return NOT_ASKED
  const described = await within(provider.administration().then((each) => each.describe(sub)))
  const locked = described?.isLocked == null ? null : new Set(described.isLocked ? [sub] : [])
  return { locked, described }
}

export async function toRows(
  db: Reader,
  users: readonly StoredUser[],
  { locked, exceeds }: Pick<Told, 'locked'> & { exceeds: ReadonlyMap<string, Exceeds> },
): Promise<UserRow[]> {
  const actions = await actionsOf(db, users)
  return users.map((user) => toRow(user, actions.get(user.id), locked, exceeds.get(user.id)))
}

/**
 * Rows with what the provider says. Their open actions are read before it is asked: a lock that an open action is to
 * lift comes with that action, and is read again.
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
  const { locked } = await askAboutRows(provider, users)
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
  locked: Told['locked'],
  exceeds: Exceeds = { manage: false, account: false },
): UserRow {
  const { identity_sub, role_id, role_name, last_sign_in_at, created_at, updated_at, ...row } = user
  return {
    ...row,
    // Of a deleted user the role may be deleted too.
    role: { id: role_id ?? user.id, name: role_name ?? '' },
    is_locked: locked && identity_sub !== null ? locked.has(identity_sub) : null,
    last_sign_in_at: last_sign_in_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    provider_action: action ?? null,
    exceeds,
  }
}

/** A user with what the provider says, asked as for rows. */
export async function readUser(
  db: Reader,
  provider: Provider,
  held: Access,
  id: string,
): Promise<UserDetail> {
  const user = await readDetail(db, held, id, NOT_ASKED)
  const { locked, described } = await askAboutUser(db, provider, id)
  return { ...user, is_locked: locked && locked.size > 0, ...saidBy(described) }
}

const saidBy = (described: Told['described']) => ({
  mfa_enabled: described?.mfaEnabled ?? null,
  must_change_password: described?.mustChangePassword ?? null,
})

/** Throws 404 for a deleted user as for one that never was. */
export async function readDetail(db: Reader, held: Access, id: string, told: Told): Promise<UserDetail> {
  const user = await findUser(db, id)
  const grants = user && user.status !== 'DELETED' ? await grantsOf(db, id) : undefined
  if (!user || !grants) throw noSuchUser()
  const exceeds = new Map([[user.id, exceedsCaller(accessOf(grants), held)]])
  const [row] = await toRows(db, [user], { ...told, exceeds })
  const givers = await findGivers(db, id)
  const work = await countOpenWork(db, id)
  const user_count = await countUsersOfRole(db, grants.role.id)
  const editor = await findEditor(db, id)
  if (!row) throw noSuchUser()
  return {
    ...row,
    updated_by: editor === null ? null : { name: editor },
    ...saidBy(told.described),
    grants: {
      role: {
        ...grants.role,
        modules: [...grants.role.modules],
        policies: grants.role.policies.map(withOwnStatements),
        user_count,
      },
      extra_policies: grants.extra_policies.map((policy) => {
        const given = givers.find(({ policy_id }) => policy_id === policy.id)
        return {
          ...withOwnStatements(policy),
          granted_by: given?.granted_by ?? null,
          granted_at: given?.granted_at?.toISOString() ?? null,
        }
      }),
    },
    open_files: work.files,
    open_inquiries: work.inquiries,
  }
}

const withOwnStatements = (policy: PolicyGrants) => ({ ...policy, statements: [...policy.statements] })

export const noSuchUser = () =>
  new HttpError('not_found', { detail: 'This user does not exist, or was deleted.' })

/** Null when it fails or takes too long: nothing that is shown beside a user may keep the user from being shown. */
async function within<T>(answer: Promise<T>): Promise<T | null> {
  const late = new AbortController()
  const wait = sleep(PROVIDER_WAIT_MS, null, { signal: late.signal }).catch(() => null)
  return Promise.race([answer.catch(() => null), wait]).finally(() => late.abort())
}
