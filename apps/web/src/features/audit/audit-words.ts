import { APPROVAL_KINDS } from '@backoffice/contract/approvals'
import { AUDIT_ACTIONS, AUDIT_RESOURCES, type AuditRow } from '@backoffice/contract/audit'
import { isKeyOf } from '@backoffice/contract/objects'
import { writtenFields } from '@backoffice/contract/table'
import { TABLES } from '@backoffice/contract/tables/tables'
import { plural } from '../../kit/format/format-number.ts'
import { formatDateTime } from '../../kit/format/format-time.ts'
import { capitalised, codeText, inWords, plainText } from '../../kit/record/event-words.ts'
import { eventReason } from '../access/event-text.ts'

type Words = Pick<AuditRow, 'action' | 'resource' | 'outcome'>
type WithChanges = { readonly changes: Readonly<Record<string, readonly [unknown, unknown]>> }

/** Verbs that differ from `AUDIT_ACTIONS` because they precede the noun; by action, or by `resource.action`. */
const VERBS: Readonly<Record<string, readonly [done: string, tried: string]>> = {
  'break-glass': ['Took emergency access as', 'take emergency access as'],
  challenge: ['Started', 'start'],
  'change-password': ['Changed the password of', 'change the password of'],
  'change-second-factor': ['Changed the second factor of', 'change the second factor of'],
  'check-authenticator': ['Checked the authenticator of', 'check the authenticator of'],
  'choose-password': ['Replaced the temporary password of', 'replace the temporary password of'],
  'complete-reset': ['Completed the password reset of', 'complete the password reset of'],
  decide: ['Decided on items of', 'decide on items of'],
  end: ['Ended', 'end'],
  'end-access': ['Ended temporary access of', 'end temporary access of'],
  'end-all': ['Ended every', 'end every'],
  'end-current': ['Signed out of', 'sign out of'],
  'end-others': ['Ended every other', 'end every other'],
  'end-session': ['Ended a session of', 'end a session of'],
  'end-sessions': ['Ended the sessions of', 'end the sessions of'],
  exceed: ['Exceeded the daily number of cards in', 'exceed the daily number of cards in'],
  fix: ['Fixed cells of', 'fix cells of'],
  grant: ['Granted temporary access to', 'grant temporary access to'],
  'hand-over': ['Reassigned', 'reassign'],
  history: ['Read the history of', 'read the history of'],
  hold: ['Held the result of', 'hold the result of'],
  impact: ['Viewed the impact on', 'view the impact on'],
  lock: ['Refused', 'refuse'],
  map: ['Re-ran', 're-run'],
  match: ['Matched the columns of', 'match the columns of'],
  note: ['Added a note to', 'add a note to'],
  'off-board': ['Off-boarded', 'off-board'],
  options: ['Listed choices of', 'list choices of'],
  refuse: ['Kept on hold the result of', 'keep on hold the result of'],
  register: ['Completed the upload of', 'complete the upload of'],
  release: ['Released the result of', 'release the result of'],
  remove: ['Removed', 'remove'],
  'request-reset': ['Requested a password reset of', 'request a password reset of'],
  'reset-password': ['Reset the password of', 'reset the password of'],
  retry: ['Retried', 'retry'],
  reveal: ['Revealed the number of', 'reveal the number of'],
  rotate: ['Replaced', 'replace'],
  run: ['Ran', 'run'],
  'run-again': ['Ran again', 'run again'],
  seed: ['Created', 'create'],
  send: ['Requested the posting of', 'request the posting of'],
  'set-default': ['Chose as default', 'choose as default'],
  'set-up-authenticator': ['Set up an authenticator for', 'set up an authenticator for'],
  sign: ['Started the upload of', 'start the upload of'],
  succeed: ['Completed', 'complete'],
  template: ['Downloaded the template of', 'download the template of'],
  update: ['Changed', 'change'],
  'update-status': ['Changed the status of', 'change the status of'],
  upsert: ['Saved', 'save'],
  'user.expire': ['Ended temporary access of', 'end temporary access of'],
  'user.retry': ['Retried the account set-up of', 'retry the account set-up of'],
  validate: ['Checked', 'check'],
  'view-errors': ['Viewed the errors of', 'view the errors of'],
  'view-sessions': ['Viewed the sessions of', 'view the sessions of'],
  watch: ['Opened live updates of', 'open live updates of'],
  withdraw: ['Withdrew', 'withdraw'],
}

/** `Changed`, `Tried to change`; an unknown verb is shown unchanged. */
export function verbOf({ resource, action, outcome }: Words): string {
  const verb = action.slice(action.indexOf('.') + 1)
  const known = [action, verb].find((key) => Object.hasOwn(VERBS, key))
  const [done, tried] = (known && VERBS[known]) || []
  // The action of a failed sign-in is the failure.
  if (outcome !== 'done' && resource !== 'sign-in') return `Tried to ${tried ?? inWords(verb)}`
  const words: Readonly<Record<string, string>> = AUDIT_ACTIONS
  return done ?? capitalised(Object.hasOwn(words, verb) ? (words[verb] ?? verb) : inWords(verb))
}

export function nounOf({ resource }: Pick<AuditRow, 'resource'>): string {
  const labels: Readonly<Record<string, string>> = AUDIT_RESOURCES
  return Object.hasOwn(labels, resource) ? (labels[resource] ?? resource).toLowerCase() : inWords(resource)
}

/** Reason, changed fields, and number of repetitions. */
export function aboutText(event: Words & Pick<AuditRow, 'reason' | 'count'> & WithChanges): string {
  const parts = [
    eventReason(event),
    writtenRecords(event) ?? changedFields(event),
    event.count > 1 && `${event.count} times`,
  ]
  return parts.filter(Boolean).join(', ')
}

const FEW_FIELDS = 3
const NAMED_FIELDS = 2

/** `Name, Status and 2 more`. */
function changedFields({ resource, changes }: Pick<Words, 'resource'> & WithChanges): string {
  // The session of a sign-in is of no interest in a list.
  const names = Object.keys(resource === 'sign-in' ? {} : changes).map((name) => fieldLabel(resource, name))
  if (names.length <= FEW_FIELDS) return names.join(', ')
  return `${names.slice(0, NAMED_FIELDS).join(', ')} and ${names.length - NAMED_FIELDS} more`
}

/** `120 records` for an import, whose events are shown on demand. Undefined for other events. */
export function writtenRecords({ action, changes }: Pick<Words, 'action'> & WithChanges): string | undefined {
  if (action !== 'file.import') return undefined
  return plural(Number(changes.new?.[1] ?? 0) + Number(changes.changed?.[1] ?? 0), 'record')
}

/** `Lookup maintainer: Tenders (tender:*)`; undefined if the event was no allowed call, or is older than the record. */
export function allowedByText(event: AuditRow): string | undefined {
  const { allowed_by: grant, client, outcome, request_id, approved_by, resource } = event
  if (grant) {
    const { role, policy, statement, until } = grant
    const end = until === null ? '' : `, until ${formatDateTime(until)}`
    return `${role === null ? '' : `${role}: `}${policy} (${statement})${end}`
  }
  const isCall = client !== null && request_id !== null && approved_by === null && resource !== 'sign-in'
  return isCall && outcome === 'done' ? 'Any signed-in user' : undefined
}

/** Label of a changed field from its table, or its name as words. */
export function fieldLabel(resource: string, name: string): string {
  const table = TABLES.find((each) => each.resource === resource)
  const fields = table ? writtenFields(table) : {}
  const label = Object.hasOwn(fields, name) ? fields[name]?.label : undefined
  return label ?? capitalised(inWords(name).replace(/ id$/, ''))
}

/** A changed value as text; empty for a missing value. */
export function valueText(field: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => valueText(field, each)).join(', ')
  const text = plainText(value)
  return field === 'kind' && isKeyOf(APPROVAL_KINDS, text)
    ? APPROVAL_KINDS[text].label
    : codeText(field, text)
}
