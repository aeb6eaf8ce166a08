import type { RESET_MODES } from '@backoffice/contract/users'
import { codeText, type EventReason, reasonText } from '../../kit/record/event-words.ts'

/** Reasons of password events, by request to the identity provider. */
const RESETS: Readonly<Record<string, string>> = {
  reset: 'reset code sent',
  resend: 'invitation sent again',
  authenticator: 'authenticator removed',
} satisfies Record<(typeof RESET_MODES)[number], string>

/** Next steps of a sign-in, by challenge. */
const CHALLENGES: Readonly<Record<string, string>> = {
  NEW_PASSWORD_REQUIRED: 'new password',
  SOFTWARE_TOKEN_MFA: 'code of the authenticator',
  SMS_MFA: 'code by SMS',
  MFA_SETUP: 'set-up of an authenticator',
}

/** The reason of an event as text; empty without one. */
export function eventReason(event: EventReason): string {
  const { action, outcome, reason } = event
  const isReset = action === 'user.reset-password' && outcome === 'done'
  if (isReset && reason && RESETS[reason]) return RESETS[reason]
  return (action === 'sign-in.challenge' && CHALLENGES[reason ?? '']) || reasonText(event)
}

/** Formats a value of an access event. Codes become words and lists become names; other texts stay. */
export function eventText(field: string, text: string): string {
  if (!text.startsWith('[')) return codeText(field, text)
  try {
    const items: unknown = JSON.parse(text)
    if (!Array.isArray(items)) return text
    return items.map((item) => (hasName(item) ? item.name : String(item))).join(', ')
  } catch {
    return text
  }
}

const hasName = (item: unknown): item is { name: string } =>
  typeof item === 'object' && item !== null && 'name' in item && typeof item.name === 'string'
