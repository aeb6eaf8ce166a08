import type { RESET_MODES } from '@backoffice/contract/endpoints/users'
import { codeText, type EventReason, reasonText } from '../kit/record/event-words.ts'

/** What was asked of the identity provider about a password: the reason of such an event. */
const RESETS: Readonly<Record<string, string>> = {
  reset: 'reset code sent',
  resend: 'invitation sent again',
  authenticator: 'authenticator removed',
} satisfies Record<(typeof RESET_MODES)[number], string>

/** The reason of any event in words; empty for none. */
export function eventReason(event: EventReason): string {
  const { action, outcome, reason } = event
  const isReset = action === 'user.reset-password' && outcome === 'done'
  return (isReset && RESETS[reason ?? '']) || reasonText(event)
}

/** A value of an event about access: a code in words, a list of names or of records with a name, else as it is. */
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
