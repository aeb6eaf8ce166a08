import type { Administration } from '../../adapters/identity/identity.ts'
import { ProviderError } from '../../adapters/identity/provider-error.ts'
import type { Reader } from '../../db/client.ts'
import {
  type ActionName,
  findUserOfIdentity,
  isEmailBeingFreed,
  type OpenAction,
  type ToldUser,
} from './provider-actions.store.ts'

/** Of an account that was created, or found. */
export type Told = { sub: string; outcome: 'invited' | 'existing' } | undefined

type Ordered = Pick<OpenAction, 'id' | 'action' | 'state'>

/**
 * The action that the others wait for. A removal, then an invitation, without which there is no account; then what takes
 * access away, ahead of anything that the provider does not take; then the others as they were requested. A failed action
 * holds back others only where they cannot be done without it. The password of a disabled account cannot be reset: the
 * reset waits until the account is enabled.
 */
export function nextAction<A extends Ordered>(actions: readonly A[], isDisabled: boolean): A | undefined {
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

/** A disabling that is followed by an enabling only keeps its place. */
function takesAccess({ id, action }: Ordered, waiting: readonly Ordered[]): boolean {
  if (action === 'end-sessions') return true
  const isLater = (other: Ordered) => other.action === 'enable' && BigInt(other.id) > BigInt(id)
  return action === 'disable' && !waiting.some(isLater)
}

export function isDue({ next_attempt_at, created_at }: OpenAction, now: Date): boolean {
  // A new one is due whatever the clock of the database says.
  return next_attempt_at <= now || next_attempt_at <= created_at
}

/** The action and the open ones that it makes needless: earlier ones of its kind; all once the user is removed. */
export function replacedBy<A extends Ordered>({ id, action }: Ordered, open: readonly A[]): A[] {
  if (action === 'delete') return [...open]
  const kind = KINDS.find((each) => each.includes(action)) ?? [action]
  return open.filter((each) => BigInt(each.id) <= BigInt(id) && kind.includes(each.action))
}

const KINDS: readonly (readonly ActionName[])[] = [
  ['create', 'resend'],
  ['enable', 'disable'],
]

type Telling = {
  db: Reader
  administration: Administration
  user: ToldUser
  action: ActionName
  /** Whether the account may exist without the user's row naming it. */
  wasInvited: boolean
}

/** Tells the provider. Can be repeated; throws ProviderError. */
export async function tell({ db, administration, user, action, wasInvited }: Telling): Promise<Told> {
  const profile = { givenName: user.given_name, familyName: user.family_name, contact: user.contact }
  if (action === 'create' || action === 'resend') {
    if (await isEmailBeingFreed(db, user.email)) throw new ProviderError(STILL_TAKEN)
    const told = await administration.invite({ email: user.email, ...profile })
    if (told.outcome === 'invited') return told
    await administration.update(told.sub, profile)
    if (user.status !== 'DISABLED') await administration.enable(told.sub)
    return told
  }
  if (action === 'delete') {
    const sub = user.identity_sub ?? (wasInvited ? await findOrphan(db, administration, user.email) : null)
    if (sub) await administration.remove(sub)
    return
  }
  if (!user.identity_sub) throw new ProviderError(NOT_INVITED, { isFinal: true })
  const tellIt = {
    update: (sub: string) => administration.update(sub, profile),
    enable: administration.enable,
    disable: administration.disable,
    reset: administration.resetPassword,
    authenticator: administration.removeAuthenticator,
    'end-sessions': administration.endSessions,
  }[action]
  await tellIt(user.identity_sub)
}

const STILL_TAKEN =
  'The identity provider still has the account of a deleted user with this e-mail: it is removed first.'
const NOT_INVITED = 'The identity provider has no account of this user: send the invitation again.'

/** The account of an invitation whose answer never arrived. Null when it belongs to another user. */
async function findOrphan(db: Reader, administration: Administration, email: string) {
  const sub = await administration.findSub(email)
  return sub !== null && (await findUserOfIdentity(db, sub)) === undefined ? sub : null
}
