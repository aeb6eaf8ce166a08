import {
  APPROVAL_KINDS,
  type ApprovalRow,
  type ApprovalStatus,
  statusLabel,
} from '@backoffice/contract/approvals'
import { isKeyOf, NEWER_RELEASE } from '@backoffice/contract/objects'
import { plural } from '../../kit/format/format-number.ts'
import {
  day,
  formatDateTime,
  formatDayAndTime,
  formatTime,
  whenInSentence,
} from '../../kit/format/format-time.ts'
import { capitalised, codeText, inWords } from '../../kit/record/event-words.ts'
import type { Tone } from '../../ui/badge.tsx'

const TONES: Readonly<Record<ApprovalStatus, Tone>> = {
  PENDING: 'info',
  EXECUTED: 'ok',
  REJECTED: 'bad',
  WITHDRAWN: 'quiet',
  EXPIRED: 'quiet',
  STALE: 'warn',
  FAILED: 'bad',
}

/** Badge of a request. A user who may not decide it sees that it waits. */
export function statusBadge({ status, undecidable, kind }: ApprovalRow): { tone: Tone; text: string } {
  if (status === 'PENDING' && undecidable !== null) return { tone: 'info', text: 'Waiting' }
  return { tone: TONES[status], text: statusLabel({ kind, status }) }
}

/** `28 Nov 2026, 14:03` */
export const fullTime = (at: string) => `${day(at)}, ${formatTime(at)}`

/** Line below the status with the end of the request, or who ended it. */
export function endText({ status, expires_at, decided_at, decided_by }: ApprovalRow): string {
  if (status === 'PENDING')
    return expires_at ? `Decide by ${formatDayAndTime(expires_at)}` : 'No time limit for the review'
  const when = decided_at ? formatDateTime(decided_at) : ''
  return decided_by ? `by ${decided_by.name}, ${when}` : when
}

/** Sentence about the end of a request. */
export function endingText(found: ApprovalRow): string {
  const { status, decided_at, decided_by } = found
  const { text } = statusBadge(found)
  // Its decider approved it, but it could not be applied.
  if ((status === 'STALE' || status === 'FAILED') && decided_by && decided_at)
    return `Not applied${status === 'STALE' ? ': it was out of date' : ''} when ${decided_by.name} decided ${whenInSentence(decided_at)}`
  return `${text} ${endText(found)}`
}

/** Break-glass access is in use already, so its decision is a review. */
export const isReview = ({ kind }: Pick<ApprovalRow, 'kind'>) => kind === 'BREAK_GLASS'

export const impactText = ({ count, unit }: ApprovalRow) => plural(count, unit)

const kindOf = (kind: string) => (isKeyOf(APPROVAL_KINDS, kind) ? APPROVAL_KINDS[kind] : undefined)

export const kindLabel = ({ kind }: ApprovalRow) => kindOf(kind)?.label ?? NEWER_RELEASE

/** The rule that the request falls under. */
export const kindDescription = ({ kind }: ApprovalRow) => kindOf(kind)?.description

const FIELD_LABELS: Readonly<Record<string, string>> = {
  kind: 'Kind',
  status: 'Status',
  ticket_no: 'Ticket number',
  break_glass_for: 'Can be taken in an emergency by',
  requires_second_factor: 'Requires an authenticator',
  is_on: 'On',
}

/** A value of a request or its history as text. */
export function valueText(field: string, text: string): string {
  return (field === 'kind' && kindOf(text)?.label) || codeText(field, text)
}

/** Label of a field in the history of a request. */
export const fieldLabel = (name: string) => FIELD_LABELS[name] ?? capitalised(inWords(name))

const REASONS: Readonly<Record<NonNullable<ApprovalRow['undecidable']>, string>> = {
  own: 'You can’t decide your own request.',
  about_you:
    'You can’t decide a request about yourself, about a file that you uploaded or corrected, or by an account that you created.',
  permission: 'You don’t have the permission to decide requests.',
  view: 'You can’t decide this request, because you may not view the table that it changes.',
}

export function undecidableText({ undecidable }: ApprovalRow): string | null {
  return undecidable && REASONS[undecidable]
}

const MOST_NAMED = 3

/** `You or Maria Santos can decide this request.` `others`: users apart from the reader. */
export function decidersText(others: readonly { name: string }[], isReader: boolean): string {
  const more = others.length - MOST_NAMED
  const all = [
    ...(isReader ? ['You'] : []),
    ...others.slice(0, MOST_NAMED).map(({ name }) => name),
    ...(more > 0 ? [plural(more, 'other user')] : []),
  ]
  if (all.length === 0) return 'No user can decide this request now.'
  if (all.length === 1) return `Only ${isReader ? 'you' : all[0]} can decide this request.`
  return `${all.slice(0, -1).join(', ')} or ${all.at(-1)} can decide this request.`
}
