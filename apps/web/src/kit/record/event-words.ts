import { AUDIT_ACTIONS } from '@backoffice/contract/audit'
import type { HistoryEvent } from '@backoffice/contract/endpoints/history'

/** Texts of audit events, for the history of a record and for the whole trail. */

/** Histories have two outcomes; the trail has a third for stale versions. */
export type EventReason = { action: string; outcome: string; reason: string | null }

export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
export const inWords = (code: string) => code.replaceAll(/[_-]/g, ' ')

/** Texts of refusals by code, if the code itself is unclear. */
const REFUSALS: Readonly<Record<string, string>> = {
  access_denied: 'missing permission',
  recent_sign_in_required: 'no recent sign-in',
  file_state_conflict: 'the file had changed state',
  file_not_found: 'file not found',
  impact_changed: 'access had changed in the meantime',
  invalid: 'invalid values',
  last_administrator: 'last administrator',
  not_found: 'not found',
  not_held: 'beyond own access',
  own_access: 'own access',
  selection_changed: 'the matching rows had changed',
  version_conflict: 'someone else saved first',
  version_required: 'missing version',
}

/** Text of a refusal's code; otherwise the reason that the user entered. Empty without a reason. */
export function reasonText({ outcome, reason }: Omit<EventReason, 'action'>): string {
  if (!reason || outcome === 'done') return reason ?? ''
  const known = Object.hasOwn(REFUSALS, reason) ? REFUSALS[reason] : undefined
  return known ?? (/^[a-z_-]+$/.test(reason) ? inWords(reason) : reason)
}

/** `Changed`, `Deleted`; for a refusal `Not changed`. */
export function actionText({ action, outcome }: Pick<HistoryEvent, 'action' | 'outcome'>): string {
  const verb = action.slice(action.indexOf('.') + 1)
  const words: Readonly<Record<string, string>> = AUDIT_ACTIONS
  const done = (Object.hasOwn(words, verb) && words[verb]) || inWords(verb)
  return outcome === 'refused' ? `Not ${done}` : capitalised(done)
}

/** `Refused: in use`. */
export function refusalText(event: Parameters<typeof reasonText>[0]): string {
  return ['Refused', reasonText(event)].filter(Boolean).join(': ')
}

/** Fields whose values are codes: `PENDING_UPLOAD`. */
const CODED = new Set(['status', 'state', 'risk', 'provider_action'])

/** Text of a value in records without declared fields. */
export const codeText = (field: string, text: string) =>
  CODED.has(field) ? capitalised(inWords(text).toLowerCase()) : text

/** Any value of a change as text; empty without a value. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
