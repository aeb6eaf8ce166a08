import type pg from 'pg'
import { ProviderError } from '../adapters/identity/provider-error.ts'
import { withClient } from '../db/client.ts'
import { recordSystemAudit } from '../kernel/audit.ts'
import {
  countAttempt,
  deleteActions,
  findToldUser,
  findUserOfIdentity,
  linkIdentity,
  listActions,
  listDueUsers,
  lockActions,
  lockToldUser,
  type OpenAction,
  saveFailure,
  type ToldUser,
} from '../resources/users/provider-actions.store.ts'
import { isDue, nextAction, replacedBy, type Told, tell } from '../resources/users/tell-action.ts'
import type { Jobs } from './queue.ts'
import type { WorkerDeps } from './worker-deps.ts'

const LONGEST_DELAY_SECONDS = 3_600
/** With the delays between them these take a day. */
const MOST_ATTEMPTS = 35
/** From here on the sweep is often enough. */
const SWEEP_SECONDS = 60
const MOST_SWEPT = 500

/** Tells the identity provider what changed about a user, in the order in which it changed. */
export async function tellProvider(deps: WorkerDeps, { userId }: Jobs['tell-provider']): Promise<void> {
  await tellAbout(deps, userId)
}

/** Every minute: what is due, whatever became of its job. Stops while the provider is silent, which takes time. */
export async function tellProviderDue(deps: WorkerDeps): Promise<void> {
  for (const userId of await listDueUsers(deps.db, deps.clock.now(), MOST_SWEPT)) {
    if ((await tellAbout(deps, userId)) === 'silent') return
  }
}

type Outcome = 'told' | 'refused' | 'silent'

async function tellAbout(deps: WorkerDeps, userId: string): Promise<Outcome> {
  let outcome: Outcome = 'told'
  do {
    const isAlone = await holdingUser(deps.pool, userId, async () => {
      for (let each = await claim(deps, userId); each; each = await claim(deps, userId)) {
        outcome = await tellOne(deps, each)
      }
    })
    // The other worker looks again below, after it has let go.
    if (!isAlone) break
  } while (await hasDue(deps, userId))
  return outcome
}

/**
 * Between processes one at a time. The transaction lasts as long as the provider takes, and holds nothing but the
 * lock: one of the session would not exclude others behind a pooler in transaction mode.
 */
function holdingUser(pool: pg.Pool, userId: string, work: () => Promise<void>): Promise<boolean> {
  return withClient(pool, async (_tx, client) => {
    const lock = `hashtextextended('provider-actions ' || $1, 0)`
    const { rows } = await client.query(`SELECT pg_try_advisory_xact_lock(${lock}) AS held`, [userId])
    if (rows[0].held) await work()
    return rows[0].held
  })
}

async function hasDue({ db, clock }: WorkerDeps, userId: string): Promise<boolean> {
  const { status } = await findToldUser(db, userId)
  const next = nextAction(await listActions(db, [userId]), status === 'DISABLED')
  return next !== undefined && isDue(next, clock.now())
}

type Claimed = { row: OpenAction; attempt: number; user: ToldUser; wasInvited: boolean }

/** The attempt is counted before it is made: should this process die, the next one is due after the usual delay. */
function claim({ db, clock }: WorkerDeps, userId: string): Promise<Claimed | undefined> {
  return db.transaction().execute(async (tx) => {
    const actions = await lockActions(tx, userId)
    const user = await findToldUser(tx, userId)
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

async function tellOne(deps: WorkerDeps, claimed: Claimed): Promise<Outcome> {
  const { row, user, wasInvited } = claimed
  // Nothing but its removal is of interest any more.
  const action = user.status === 'DELETED' ? 'delete' : row.action
  try {
    const administration = await deps.administration()
    const told = await tell({ db: deps.db, administration, user, action, wasInvited })
    await finish(deps, { ...claimed, row: { ...row, action } }, told)
    return 'told'
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    reportFailure(deps, { ...row, action }, error)
    await putOff(deps, claimed, error)
    return error.isSilent ? 'silent' : 'refused'
  }
}

/** Without the user's e-mail, which the sentence for administrators may have. */
function reportFailure(
  { telemetry, log }: WorkerDeps,
  { action, user_id, attempts }: OpenAction,
  { type, isFinal, isSilent }: ProviderError,
): void {
  const outcome = isSilent ? 'silent' : isFinal ? 'refused' : 'failed'
  telemetry?.recordProviderFailure(action, outcome)
  log?.warn({ action, outcome, error_type: type, user_id, attempt: attempts + 1 }, 'identity provider failed')
}

async function finish({ db }: WorkerDeps, { row, user }: Claimed, told: Told): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Before the actions, as requests do.
    await lockToldUser(tx, user.id)
    const open = await lockActions(tx, user.id)
    const done = replacedBy(row, open).map(({ id }) => id)
    if (done.length > 0) await deleteActions(tx, done)
    if (!told) return
    const owner = await findUserOfIdentity(tx, told.sub)
    if (owner !== undefined && owner !== user.id) throw new ProviderError(TAKEN, { isFinal: true })
    await linkIdentity(tx, user.id, told.sub)
    const reason = told.outcome === 'existing' ? EXISTING : undefined
    const event = { resource: 'user', action: 'invite', id: user.id } as const
    await recordSystemAudit(tx, { ...event, ...(reason && { reason }) })
  })
}

const TAKEN = 'The identity provider has this e-mail on the account of another user.'
const EXISTING = 'The identity provider has an account with a password for this e-mail: no password was sent.'

async function putOff(
  { db, sendJob }: WorkerDeps,
  { row, attempt }: Claimed,
  { message: detail, isFinal }: ProviderError,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const state = isFinal || attempt >= MOST_ATTEMPTS ? 'failed' : 'waiting'
    // Told meanwhile by a worker that took this one for dead.
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
