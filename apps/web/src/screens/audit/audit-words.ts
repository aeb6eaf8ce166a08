import { AUDIT_ACTIONS, AUDIT_RESOURCES } from '@backoffice/contract/audit'
import type { AuditRow } from '@backoffice/contract/endpoints/audit'
import { writtenFields } from '@backoffice/contract/table'
import { TABLES } from '@backoffice/contract/tables/tables'
import { eventReason } from '../../access/event-text.ts'
import { plural } from '../../kit/format-number.ts'
import { day } from '../../kit/format-time.ts'
import { capitalised, codeText, inWords, plainText } from '../../kit/record/event-words.ts'

type Words = Pick<AuditRow, 'action' | 'resource' | 'outcome'>

/** Verbs that differ from `AUDIT_ACTIONS` because they precede the noun. */
const VERBS: Readonly<Record<string, readonly [done: string, tried: string]>> = {
  end: ['Ended', 'end'],
  'end-all': ['Ended every', 'end every'],
  'end-current': ['Signed out of', 'sign out of'],
  'end-others': ['Ended every other', 'end every other'],
  map: ['Re-ran', 're-run'],
  'hand-over': ['Reassigned', 'reassign'],
  history: ['Read the history of', 'read the history of'],
  impact: ['Viewed the impact on', 'view the impact on'],
  options: ['Listed choices of', 'list choices of'],
  register: ['Completed the upload of', 'complete the upload of'],
  remove: ['Removed', 'remove'],
  'reset-password': ['Reset the password of', 'reset the password of'],
  retry: ['Tried again', 'try again'],
  rotate: ['Replaced', 'replace'],
  run: ['Ran', 'run'],
  seed: ['Created', 'create'],
  'set-default': ['Chose as default', 'choose as default'],
  sign: ['Started the upload of', 'start the upload of'],
  template: ['Downloaded the template of', 'download the template of'],
  update: ['Changed', 'change'],
  'update-status': ['Changed the status of', 'change the status of'],
  validate: ['Checked', 'check'],
  'view-errors': ['Viewed the errors of', 'view the errors of'],
  watch: ['Opened live updates of', 'open live updates of'],
}

/** `Changed`, `Tried to change`; an unknown verb is shown unchanged. */
export function verbOf({ action, outcome }: Words): string {
  const verb = action.slice(action.indexOf('.') + 1)
  const [done, tried] = Object.hasOwn(VERBS, verb) ? (VERBS[verb] ?? []) : []
  if (outcome !== 'done') return `Tried to ${tried ?? inWords(verb)}`
  const words: Readonly<Record<string, string>> = AUDIT_ACTIONS
  return done ?? capitalised(Object.hasOwn(words, verb) ? (words[verb] ?? verb) : inWords(verb))
}

export function nounOf({ resource }: Pick<AuditRow, 'resource'>): string {
  const labels: Readonly<Record<string, string>> = AUDIT_RESOURCES
  return Object.hasOwn(labels, resource) ? (labels[resource] ?? resource).toLowerCase() : inWords(resource)
}

/** Reason, number of changed fields, and number of repetitions. */
export function aboutText(
  event: Pick<AuditRow, 'action' | 'outcome' | 'reason' | 'changes' | 'count'>,
): string {
  const fields = Object.keys(event.changes).length
  const parts = [
    eventReason(event),
    fields > 0 && plural(fields, 'field'),
    event.count > 1 && `${event.count} times`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** Label of a changed field: from its table, or its name as words. */
export function fieldLabel(resource: string, name: string): string {
  const table = TABLES.find((each) => each.resource === resource)
  const fields = table ? writtenFields(table) : {}
  const label = Object.hasOwn(fields, name) ? fields[name]?.label : undefined
  return label ?? capitalised(inWords(name).replace(/ id$/, ''))
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** A changed value as text; empty for a missing value. */
export function valueText(field: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => valueText(field, each)).join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string' && DAY.test(value)) return day(value)
  return codeText(field, plainText(value))
}
