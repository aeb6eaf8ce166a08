import { INVITATION_MS } from '@backoffice/contract/users'
import type pg from 'pg'
import { loggedProviderError, ProviderError } from '../../adapters/identity/provider-error.ts'
import { withClient } from '../../db/client.ts'
import type { Jobs } from '../../jobs/queue.ts'
import type { WorkerDeps } from '../../jobs/worker-deps.ts'
import { recordSystemAudit } from '../../kernel/audit.ts'
import { readAuthenticator } from '../access/read-authenticator.ts'
import { forgetAuthenticator, markRefused, usersToCheck } from '../access/second-factor.store.ts'
import {
  countAttempt,
  deleteActions,
  findProviderUser,
  findUserOfIdentity,
  linkIdentity,
  listActions,
  listDueUsers,
  lockActions,
  lockProviderUser,
  type OpenAction,
  type ProviderUser,
  saveFailure,
  saveInvitation,
} from './provider-actions.store.ts'
import { isDue, nextAction, replacedBy, type SyncResult, syncAction } from './provider-sync.ts'

const LONGEST_DELAY_SECONDS = 3_600
/** Take a day, including delays. */
const MAX_ATTEMPTS = 35
/** Longer delays are left to the sweep. */
const SWEEP_SECONDS = 60
const MOST_SWEPT = 500

/** Sends the changes of a user to the identity provider, in order. */
export async function syncIdentityProvider(
  deps: WorkerDeps,
  { userId }: Jobs['tell-provider'],
): Promise<void> {
  await syncUser(deps, userId)
}

/** Sends due changes every minute, even without a job, and reads authenticators. Stops at a silent provider. */
export async function syncDueUsers(deps: WorkerDeps): Promise<void> {
  for (const userId of await listDueUsers(deps.db, deps.clock.now(), MOST_SWEPT)) {
    if ((await syncUser(deps, userId)) === 'silent') return
  }
  await readAuthenticators(deps)
}

type Outcome = 'synced' | 'refused' | 'silent'

async function syncUser(deps: WorkerDeps, userId: string): Promise<Outcome> {
  let outcome: Outcome = 'synced'
  do {
    const isAlone = await holdingUser(deps.pool, userId, async () => {
      for (let each = await claim(deps, userId); each; each = await claim(deps, userId)) {
        outcome = await syncNext(deps, each)
      }
    })
    // The worker that holds the user checks again after releasing the lock.
    if (!isAlone) break
  } while (await hasDue(deps, userId))
  return outcome
}

/**
 * Locks the user across processes; false if already locked. A transaction holds the lock during the provider's calls,
 * because a session lock does not work behind a pooler in transaction mode.
 */
function holdingUser(pool: pg.Pool, userId: string, work: () => Promise<void>): Promise<boolean> {
  return withClient(pool, async (client) => {
    const lock = `hashtextextended('provider-actions ' || $1, 0)`
    const { rows } = await client.query(`SELECT pg_try_advisory_xact_lock(${lock}) AS held`, [userId])
    if (rows[0].held) await work()
    return rows[0].held
  })
}

async function hasDue({ db, clock }: WorkerDeps, userId: string): Promise<boolean> {
  const { status } = await findProviderUser(db, userId)
  const next = nextAction(await listActions(db, [userId]), status === 'DISABLED')
  return next !== undefined && isDue(next, clock.now())
}

type ActionClaim = { row: OpenAction; attempt: number; user: ProviderUser; wasInvited: boolean }

/** Counts the attempt in advance, so that the usual delay applies if this process dies. */
function claim({ db, clock }: WorkerDeps, userId: string): Promise<ActionClaim | undefined> {
  return db.transaction().execute(async (tx) => {
    const actions = await lockActions(tx, userId)
    const user = await findProviderUser(tx, userId)
    const row = nextAction(actions, user.status === 'DISABLED')
    if (!row || !isDue(row, clock.now())) return undefined
    const attempt = row.attempts + 1
    await countAttempt(tx, row.id, new Date(clock.now().getTime() + delaySecondsAfter(attempt) * 1_000))
    const wasInvited = actions.some(
      ({ action, attempts }) => (action === 'create' || action === 'resend') && attempts > 0,
    )
    return { row, attempt, user, wasInvited }
  })
}

function delaySecondsAfter(attempt: number): number {
  return Math.min(2 ** attempt, LONGEST_DELAY_SECONDS)
}

async function syncNext(deps: WorkerDeps, claimed: ActionClaim): Promise<Outcome> {
  const { row, user, wasInvited } = claimed
  // A deleted user only needs removal.
  const action = user.status === 'DELETED' ? 'delete' : row.action
  try {
    const administration = await deps.administration()
    const sentAt = deps.clock.now()
    const result = await syncAction({ db: deps.db, administration, user, action, wasInvited })
    await finish(deps, { ...claimed, row: { ...row, action }, sentAt }, result)
    return 'synced'
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    reportFailure(deps, { ...row, action }, error)
    await putOff(deps, claimed, error)
    return error.isSilent ? 'silent' : 'refused'
  }
}

function reportFailure(
  { telemetry, log }: WorkerDeps,
  { action, user_id, attempts }: OpenAction,
  error: ProviderError,
): void {
  const outcome = error.isSilent ? 'silent' : error.isFinal ? 'refused' : 'failed'
  telemetry?.recordProviderFailure(action, outcome)
  const failure = { action, outcome, ...loggedProviderError(error), user_id, attempt: attempts + 1 }
  log?.warn(failure, 'identity provider failed')
}

type SentAction = Pick<ActionClaim, 'row' | 'user'> & { sentAt: Date }

async function finish(
  { db }: WorkerDeps,
  { row, user, sentAt }: SentAction,
  result: SyncResult,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Before the actions, as requests do.
    await lockProviderUser(tx, user.id)
    const open = await lockActions(tx, user.id)
    const done = replacedBy(row, open).map(({ id }) => id)
    if (done.length > 0) await deleteActions(tx, done)
    // Outdates questions from before the removal at the provider.
    if (row.action === 'authenticator') await forgetAuthenticator(tx, user.id)
    if (!result) return
    const owner = await findUserOfIdentity(tx, result.sub)
    if (owner !== undefined && owner !== user.id) throw new ProviderError(TAKEN, { isFinal: true })
    await linkIdentity(tx, user.id, result.sub)
    const expiresAt = new Date(sentAt.getTime() + INVITATION_MS)
    await saveInvitation(tx, user.id, result.outcome === 'invited' ? expiresAt : null)
    const reason = result.outcome === 'existing' ? EXISTING : undefined
    const event = { resource: 'user', action: 'invite', id: user.id } as const
    await recordSystemAudit(tx, { ...event, ...(reason && { reason }) })
  })
}

const TAKEN = 'The identity provider has another user’s account with this email.'
const EXISTING =
  'The identity provider already has an account with a password for this email. No password was sent.'

async function putOff(
  { db, sendJob }: WorkerDeps,
  { row, attempt }: ActionClaim,
  { message: detail, isFinal }: ProviderError,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const state = isFinal || attempt >= MAX_ATTEMPTS ? 'failed' : 'waiting'
    // Another worker assumed that this one was dead, and has synced the user since.
    if (!(await saveFailure(tx, row.id, { state, detail }))) return
    const delaySeconds = delaySecondsAfter(attempt)
    if (state === 'waiting' && delaySeconds < SWEEP_SECONDS)
      await sendJob(tx, 'tell-provider', { userId: row.user_id }, { delaySeconds })
    if (state === 'waiting') return
    const changes = { provider_action: [row.action, 'failed'] } as const
    await recordSystemAudit(tx, {
      resource: 'user',
      action: 'fail',
      id: row.user_id,
      outcome: 'refused',
      changes,
      reason: detail,
    })
  })
}

/** A cloud pool limits the calls per second. */
const MOST_CHECKED = 100

/** Reads authenticators that were changed at the identity provider itself, within a minute of each sign-in. */
export async function readAuthenticators({ db, administration }: WorkerDeps): Promise<void> {
  for (const { id, sub, checkedAt } of await usersToCheck(db, MOST_CHECKED)) {
    const failure = await readAuthenticator({ db, administration }, { id, sub }, checkedAt).catch(toRefusal)
    if (failure === 'unavailable') return
    if (failure === 'refused') await markRefused(db, id)
  }
}

/** A refusal concerns one user. While the provider is unavailable, each call would take seconds. */
function toRefusal(error: unknown): 'refused' | 'unavailable' {
  if (error instanceof ProviderError) return error.isFinal ? 'refused' : 'unavailable'
  throw error
}
