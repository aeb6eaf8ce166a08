import type { api } from '@backoffice/contract/api'
import type { Identity } from '../../adapters/identity/identity.ts'
import type { WorkerDeps } from '../../jobs/worker-deps.ts'
import type { Clock } from '../../kernel/clock.ts'
import { invalidField } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { isRecent, RECENT_MS } from '../../kernel/recent-sign-in.ts'
import type { FindSignIn } from '../access/authenticate.ts'
import { insertEndedSessions } from './account.store.ts'
import { deleteConfirmation, saveConfirmation, settleConfirmations } from './confirmations.store.ts'

const NOT_CONFIRMED = 'The token of this sign-in does not confirm that it is you. Enter your password again.'

type Deps = { clock: Clock; identity: Pick<Identity, 'browser' | 'sessions'>; findSignIn: FindSignIn }

type ConfirmationHandlers = Pick<Handlers<(typeof api)['account']>, 'confirmIdentity' | 'endConfirmation'>

/** Confirms the session of the call with a second sign-in of its user. */
export function confirmationHandlers({ clock, identity, findSignIn }: Deps): ConfirmationHandlers {
  const pool = identity.browser.userPoolId
  return {
    confirmIdentity: async ({ body: { token } }, { caller }) => {
      const { sub } = caller.identity
      const found = await findSignIn(token)
      if (found?.sub !== sub || !isRecent(clock, found.signedInAt))
        throw invalidField('token', 'sign_in_not_confirmed', NOT_CONFIRMED)
      // Counts once, because its tokens are refused from now on. A rollback cannot undo this, so it precedes the
      // transaction.
      const second = found.sessionId === caller.identity.sessionId ? null : found.sessionId
      if (second !== null) await identity.sessions?.revoke(sub, second)
      return async (tx) => {
        const signedInAt = new Date(found.signedInAt * 1_000)
        const sessionIds = second === null ? [] : [second]
        const isFirst = await insertEndedSessions(tx, { userId: caller.id, sessionIds, at: clock.now() })
        // Another session was confirmed by the same sign-in at the same time.
        if (second !== null && !isFirst) throw invalidField('token', 'sign_in_not_confirmed', NOT_CONFIRMED)
        await saveConfirmation(tx, pool, caller, signedInAt)
        const until = new Date(signedInAt.getTime() + RECENT_MS)
        return { resource: { confirmed_until: until.toISOString() }, audit: [{}] }
      }
    },

    // Not in the trail, because the confirmation would lapse anyway.
    endConfirmation:
      async (_received, { caller }) =>
      async (tx) => {
        await deleteConfirmation(tx, pool, caller)
        return { resource: { ended: true }, unchanged: true }
      },
  }
}

/** Records calls whose users did not confirm their identity in time. */
export async function expireConfirmations({ db, clock }: Pick<WorkerDeps, 'db' | 'clock'>): Promise<void> {
  let isMore = true
  while (isMore) isMore = await db.transaction().execute((tx) => settleConfirmations(tx, clock.now()))
}
