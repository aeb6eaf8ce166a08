import type { SecurityEvent, SecurityEventKind } from '@backoffice/identity'
import type { Database } from '../../db/client.ts'
import { type Actor, type AuditEvent, NO_REQUEST, recordAudit } from '../../kernel/audit.ts'
import { type NoteSession, sessionKeyOf } from '../../kernel/caller.ts'
import { clientFrom, clientOf, requestIdsOf } from '../../kernel/client.ts'
import type { CountedAudit } from '../../kernel/counted-audit.ts'
import { findByIdentity, insertSeenSession } from './security-log.store.ts'

type Words = Pick<AuditEvent, 'resource' | 'action' | 'outcome'>

const WORDS: Readonly<Record<SecurityEventKind, Words>> = {
  'sign-in-succeeded': { resource: 'sign-in', action: 'succeed' },
  'sign-in-failed': { resource: 'sign-in', action: 'fail', outcome: 'refused' },
  'sign-in-locked': { resource: 'sign-in', action: 'lock', outcome: 'refused' },
  'request-throttled': { resource: 'sign-in', action: 'lock', outcome: 'refused' },
  'sign-in-challenged': { resource: 'sign-in', action: 'challenge' },
  'signed-out-everywhere': { resource: 'session', action: 'end-all' },
  'reset-requested': { resource: 'user', action: 'request-reset' },
  'reset-completed': { resource: 'user', action: 'complete-reset' },
  'reset-failed': { resource: 'user', action: 'complete-reset', outcome: 'refused' },
  'password-changed': { resource: 'user', action: 'change-password' },
  'password-change-failed': { resource: 'user', action: 'change-password', outcome: 'refused' },
  'temporary-password-replaced': { resource: 'user', action: 'choose-password' },
  'authenticator-set-up': { resource: 'user', action: 'set-up-authenticator' },
  'second-factor-changed': { resource: 'user', action: 'change-second-factor' },
}

/**
 * Events after a right password or code. They keep their session and device, with one event each, however many follow.
 * All others can be repeated by anyone, and are counted.
 */
const PROVEN: ReadonlySet<SecurityEventKind> = new Set<SecurityEventKind>([
  'sign-in-succeeded',
  'sign-in-challenged',
  'signed-out-everywhere',
  'reset-completed',
  'password-changed',
  'temporary-password-replaced',
  'authenticator-set-up',
  'second-factor-changed',
])

/** The typed name is not recorded, not even as a hash, because it may be a password in the wrong field. */
const UNKNOWN: Actor = { id: null, name: 'Unknown user' }

/** Records the events of the embedded identity provider in the trail. Rejects if an event cannot be written. */
export function createSecurityEventHandler(db: Database, audit: CountedAudit) {
  return async ({ kind, sub, caller, reason, sessionId }: SecurityEvent): Promise<void> => {
    // A flood of throttled requests causes no further reads.
    const user = kind === 'request-throttled' ? undefined : await findByIdentity(db, sub)
    const event: AuditEvent = {
      ...WORDS[kind],
      id: user?.id ?? null,
      ...(reason !== null && { reason }),
      ...(sessionId !== null && { changes: { session: [null, sessionId] } }),
    }
    const client = clientFrom(caller.ip, caller.userAgent)
    const context = { actor: user ?? UNKNOWN, client, ...NO_REQUEST }
    if (PROVEN.has(kind)) await recordAudit(db, context, [event])
    else await audit.record({ ...context, event })
  }
}

/**
 * The first call of an older sign-in is not one. Its session began before this log, or was seen by a former process.
 */
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
