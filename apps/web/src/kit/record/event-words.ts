import { AUDIT_ACTIONS } from '@backoffice/contract/audit'
import type { HistoryEvent } from '@backoffice/contract/endpoints/history'

/** What the events of the trail say, in words: for the history of a record and for the trail as a whole. */

/** A history has two outcomes, the trail a third for stale versions. */
export type EventReason = { action: string; outcome: string; reason: string | null }

export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
export const inWords = (code: string) => code.replaceAll(/[_-]/g, ' ')

/** By the code of a refusal, where its own words would not do. */
const REFUSALS: Readonly<Record<string, string>> = {
  access_denied: 'without the permission',
  file_state_conflict: 'the file had moved on',
  file_not_found: 'no such file',
  impact_changed: 'another change had come between',
  invalid: 'values that are not right',
  last_administrator: 'the last administrator',
  not_found: 'nothing there',
  not_held: 'did not hold it',
  own_access: 'own access',
  selection_changed: 'other rows matched by then',
  version_conflict: 'somebody had saved in between',
  version_required: 'no version given',
}

/** Of a refusal its code in words, else what a person wrote as it is; empty for none. */
export function reasonText({ outcome, reason }: Omit<EventReason, 'action'>): string {
  if (!reason || outcome === 'done') return reason ?? ''
  const known = Object.hasOwn(REFUSALS, reason) ? REFUSALS[reason] : undefined
  return known ?? (/^[a-z_-]+$/.test(reason) ? inWords(reason) : reason)
}

/** `Changed`, `Deleted`; of a refusal `Not changed`. */
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

/** Of records without a declaration of their fields. */
export const codeText = (field: string, text: string) =>
  CODED.has(field) ? capitalised(inWords(text).toLowerCase()) : text

/** Any value of a change as text; empty for none. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
