import type { Context } from './context.ts'
import type { SecurityEvent, SecurityEventKind } from './events.ts'

type Subject = { sub: string; exists: boolean }
export const NO_ACCOUNT: Subject = { sub: '', exists: false }

type Details = Partial<Pick<SecurityEvent, 'reason' | 'sessionId'>>

/** Reports after the response, with or without an account, so that response times reveal nothing. */
export function reportEvent(
  context: Context,
  kind: SecurityEventKind,
  { sub, exists }: Subject,
  { reason = null, sessionId = null }: Details = {},
): void {
  const { caller } = context
  const event = { kind, at: context.now(), sub: exists ? sub : null, caller, reason, sessionId }
  context.later(() => context.onSecurityEvent(event))
}
