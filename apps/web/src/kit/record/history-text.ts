import { AUDIT_ACTIONS } from '@backoffice/contract/audit'
import type { HistoryEvent } from '@backoffice/contract/endpoints/history'

/** By the code of a refusal. */
const REASONS: Readonly<Record<string, string>> = {
  version_conflict: 'out of date',
  version_required: 'no version given',
  in_use: 'in use',
  row_in_use: 'in use',
  invalid: 'values that are not right',
  forbidden: 'not allowed',
  not_found: 'not found',
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const inWords = (code: string) => code.replaceAll(/[_-]/g, ' ')

/** `Changed`, `Deleted`; of a refusal `Not changed`. */
export function actionText({ action, outcome }: Pick<HistoryEvent, 'action' | 'outcome'>): string {
  const verb = action.slice(action.indexOf('.') + 1)
  const words: Readonly<Record<string, string>> = AUDIT_ACTIONS
  const done = (Object.hasOwn(words, verb) && words[verb]) || inWords(verb)
  return outcome === 'refused' ? `Not ${done}` : capitalised(done)
}

/** `Refused: out of date`. */
export function refusalText({ reason }: Pick<HistoryEvent, 'reason'>): string {
  if (!reason) return 'Refused'
  const known = Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined
  // A code is shown in words; a sentence as it is.
  return `Refused: ${known ?? (/^[a-z_-]+$/.test(reason) ? inWords(reason) : reason)}`
}

/** Any value of a change as text. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
