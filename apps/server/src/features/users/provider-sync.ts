import type { Administration } from '../../adapters/identity/identity.ts'
import { ProviderError } from '../../adapters/identity/provider-error.ts'
import type { Reader } from '../../db/client.ts'
import {
  type ActionName,
  findUserOfIdentity,
  isEmailBeingFreed,
  type OpenAction,
  type ProviderUser,
} from './provider-actions.store.ts'

/** The account, if the action created or found one. */
export type SyncResult = { sub: string; outcome: 'invited' | 'existing' } | undefined

type QueuedAction = Pick<OpenAction, 'id' | 'action' | 'state'>

/**
 * Next action to send: a removal, then an invitation (without it there is no account), then actions that revoke access,
 * so that no failing action delays them, then the others in request order. A failed action only blocks actions that
 * depend on it. A reset waits while the account is disabled, because its password cannot be reset.
 */
export function nextAction<A extends QueuedAction>(
  actions: readonly A[],
  isDisabled: boolean,
): A | undefined {
  const removal = actions.find(({ action }) => action === 'delete')
  if (removal) return removal.state === 'waiting' ? removal : undefined
  const isInvited = !actions.some(({ action, state }) => action === 'create' && state === 'failed')
  const waiting = actions.filter(({ state }) => state === 'waiting')
  if (!isInvited) return waiting.find(({ action }) => action === 'resend')
  const isEnabling = isDisabled || waiting.some(({ action }) => action === 'enable')
  return (
    waiting.find(({ action }) => action === 'create') ??
    waiting.find((each) => takesAccess(each, waiting)) ??
    waiting.find(({ action }) => !(action === 'reset' && isEnabling))
  )
}

/** True for actions that revoke access. A disable with a later enable is not one of them. */
function takesAccess({ id, action }: QueuedAction, waiting: readonly QueuedAction[]): boolean {
  if (action === 'end-sessions') return true
  const isLater = (other: QueuedAction) => other.action === 'enable' && BigInt(other.id) > BigInt(id)
  return action === 'disable' && !waiting.some(isLater)
}

export function isDue({ next_attempt_at, created_at }: OpenAction, now: Date): boolean {
  // A new action is due even if the database clock runs ahead.
  return next_attempt_at <= now || next_attempt_at <= created_at
}

/** The action and the open ones that it supersedes, which are earlier ones of its kind, or all for a removal. */
export function replacedBy<A extends QueuedAction>({ id, action }: QueuedAction, open: readonly A[]): A[] {
  if (action === 'delete') return [...open]
  const kind = KINDS.find((each) => each.includes(action)) ?? [action]
  return open.filter((each) => BigInt(each.id) <= BigInt(id) && kind.includes(each.action))
}

const KINDS: readonly (readonly ActionName[])[] = [
  ['create', 'resend'],
  ['enable', 'disable'],
]

type ActionToSync = {
  db: Reader
  administration: Administration
  user: ProviderUser
  action: ActionName
  /** True if the account may exist without a link from the user's row. */
  wasInvited: boolean
}

/** Sends an action to the provider. Idempotent. Throws ProviderError. */
export async function syncAction({
  db,
  administration,
  user,
  action,
  wasInvited,
}: ActionToSync): Promise<SyncResult> {
  const profile = { givenName: user.given_name, familyName: user.family_name, contact: user.contact }
  if (action === 'create' || action === 'resend') {
    if (await isEmailBeingFreed(db, user.email)) throw new ProviderError(STILL_TAKEN)
    const account = await administration.invite({ email: user.email, ...profile })
    if (account.outcome === 'invited') return account
    await administration.update(account.sub, profile)
    if (user.status !== 'DISABLED') await administration.enable(account.sub)
    return account
  }
  if (action === 'delete') {
    const sub = user.identity_sub ?? (wasInvited ? await findOrphan(db, administration, user.email) : null)
    if (sub) await administration.remove(sub)
    return
  }
  if (!user.identity_sub) throw new ProviderError(NOT_INVITED, { isFinal: true })
  const send = {
    update: (sub: string) => administration.update(sub, profile),
    enable: administration.enable,
    disable: administration.disable,
    reset: administration.resetPassword,
    authenticator: administration.removeAuthenticator,
    'end-sessions': administration.endSessions,
  }[action]
  await send(user.identity_sub)
}

const STILL_TAKEN =
  'The identity provider still has the account of a deleted user with this email, which is removed first.'
const NOT_INVITED = 'The identity provider has no account of this user: send the invitation again.'

/** Account of an invitation whose reply was lost. Null if it belongs to another user. */
async function findOrphan(db: Reader, administration: Administration, email: string) {
  const sub = await administration.findSub(email)
  return sub !== null && (await findUserOfIdentity(db, sub)) === undefined ? sub : null
}
