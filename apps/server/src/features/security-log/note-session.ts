import type { Database } from '../../db/client.ts'
import { recordAudit } from '../../kernel/audit.ts'
import { type NoteSession, sessionKeyOf } from '../../kernel/caller.ts'
import { clientOf, requestIdsOf } from '../../kernel/client.ts'
import { insertSeenSession } from './security-log.store.ts'

/** The first call of an older sign-in is not one: its session began before this log, or was seen by a former process. */
const MAX_AGE_MS = 24 * 3_600_000
const MAX_SESSIONS = 10_000

/** Records the first call of each session as a sign-in, once, for a cloud pool, which does not report them. */
export function createNoteSession(db: Database, now: () => Date): NoteSession {
  const seen = new Set<string>()
  return async (request, caller) => {
    const session = sessionKeyOf(caller)
    if (seen.has(session)) return
    seen.add(session)
    if (seen.size > MAX_SESSIONS) seen.delete(seen.values().next().value ?? '')
    const signedInMs = caller.identity.signedInAt * 1_000
    if (now().getTime() - signedInMs > MAX_AGE_MS) return
    const { id, name } = caller
    try {
      await db.transaction().execute(async (tx) => {
        const forgetAfter = new Date(signedInMs + 2 * MAX_AGE_MS)
        if (!(await insertSeenSession(tx, { session, userId: id, forgetAfter }))) return
        await recordAudit(tx, { actor: { id, name }, client: clientOf(request), ...requestIdsOf(request) }, [
          { resource: 'sign-in', action: 'succeed', id, changes: { session: [null, session] } },
        ])
      })
    } catch (error) {
      seen.delete(session)
      request.log.error({ err: error }, 'sign-in not recorded')
    }
  }
}
