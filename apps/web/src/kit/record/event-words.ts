import { AUDIT_ACTIONS } from '@backoffice/contract/audit'
import type { HistoryEvent } from '@backoffice/contract/history'
import { plural } from '../format/format-number.ts'
import { day, formatDateTime } from '../format/format-time.ts'

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

type EventAction = Pick<HistoryEvent, 'action' | 'outcome'> & Partial<Pick<HistoryEvent, 'changes'>>

/** `Changed`, `Deleted`; for a refusal `Not changed`. */
export function actionText({ action, outcome, changes }: EventAction): string {
  const verb = action.slice(action.indexOf('.') + 1)
  if (verb === 'update-status' && outcome !== 'refused' && changes?.status)
    return changes.status[1] === 'DISABLED' ? 'Disabled' : 'Enabled'
  const words: Readonly<Record<string, string>> = AUDIT_ACTIONS
  const done = (Object.hasOwn(words, verb) && words[verb]) || inWords(verb)
  return outcome === 'refused' ? `Not ${done}` : capitalised(done)
}

/** `Refused: in use`. */
export function refusalText(event: Parameters<typeof reasonText>[0]): string {
  return ['Refused', reasonText(event)].filter(Boolean).join(': ')
}

/** Fields whose values are codes: `PENDING_UPLOAD`. */
const CODED = new Set(['status', 'state', 'risk', 'provider_action', 'kind'])

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/
const DAY = /^\d{4}-\d\d-\d\d$/
const BOOLEANS: Readonly<Record<string, string>> = { true: 'Yes', false: 'No' }

/** Text of a value in records without declared fields: words for a code, a time, a day or a truth value. */
export function codeText(field: string, text: string): string {
  if (CODED.has(field)) return capitalised(inWords(text).toLowerCase())
  if (TIME.test(text)) return formatDateTime(text)
  if (DAY.test(text)) return day(text)
  if (field === 'hours' && /^\d+$/.test(text)) return plural(Number(text), 'hour')
  return BOOLEANS[text] ?? text
}

/** Any value of a change as text; empty without a value. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
