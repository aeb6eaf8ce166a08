import { labelOfState } from '@backoffice/contract/objects'
import {
  RECENT_USE_DAYS,
  REVIEW_OUTCOMES,
  REVIEW_SCOPES,
  REVIEW_STATUSES,
  type Review,
  type ReviewItem,
  type ReviewOutcome,
  type ReviewRow,
  type ReviewScope,
  type ReviewStatus,
  type UndecidedTreatment,
} from '@backoffice/contract/reviews'
import { plural } from '../../kit/format/format-number.ts'
import { calendarDay, day, shortDayAt, today, whenInSentence } from '../../kit/format/format-time.ts'
import type { Tone } from '../../ui/badge.tsx'
import { formatNumber } from '../../ui/format-number.ts'

const DAY_MS = 86_400_000

/** Days from one day to another. */
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

type DueText = { day: string; left: string | undefined; isOverdue: boolean }

/** `30 Nov 2026`, `in 4 days`; nothing is left of a review that ended. */
export function dueText(found: Pick<ReviewRow, 'due_at' | 'due_on' | 'status'>, now = new Date()): DueText {
  const days = daysBetween(today(now), found.due_on)
  const isOverdue = found.status === 'OPEN' && Date.parse(found.due_at) <= now.getTime()
  const left =
    found.status !== 'OPEN'
      ? undefined
      : isOverdue
        ? 'overdue'
        : days === 0
          ? 'today'
          : days === 1
            ? 'tomorrow'
            : `in ${plural(days, 'day')}`
  return { day: calendarDay(found.due_on), left, isOverdue }
}

export type UseText = { text: string; title: string; tone: 'bad' | 'warn' | undefined }

/** Words for the last use of an access. `since` is the first day with recorded use. */
export function lastUsedText(
  { last_used_on, is_use_complete }: Pick<ReviewItem, 'last_used_on' | 'is_use_complete'>,
  since: string,
  now = new Date(),
): UseText {
  if (last_used_on === null)
    return is_use_complete
      ? { text: 'Never', title: 'Not used since it was granted', tone: 'bad' }
      : { text: 'Not recorded', title: `Use is recorded since ${calendarDay(since)}`, tone: undefined }
  const days = Math.max(0, daysBetween(last_used_on, today(now)))
  const text = days === 0 ? 'Today' : days === 1 ? 'Yesterday' : `${formatNumber(days)} days ago`
  return { text, title: calendarDay(last_used_on), tone: days > RECENT_USE_DAYS ? 'warn' : undefined }
}

/** `Benito Cruz, 3 Nov 2025` */
export function originText({
  granted_by,
  granted_at,
}: Pick<ReviewItem, 'granted_by' | 'granted_at'>): string {
  const parts = [granted_by, granted_at && day(granted_at)].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'Not recorded'
}

type WithOthers = Pick<ReviewItem, 'grant' | 'others'>

/** `3 of 12 others have it`, or of all users for a role. */
export function othersShort({ grant, others: { total, have } }: WithOthers, which = ''): string {
  const who = plural(total, grant.kind === 'role' ? 'user' : 'other')
  return `${formatNumber(have)} of ${who}${which} ${have === 1 ? 'has' : 'have'} it`
}

/** `3 of 12 others with the same role have it` */
export function othersText(item: WithOthers): string {
  if (item.grant.kind === 'role') return othersShort(item)
  return item.others.total === 0
    ? 'No other user with the same role'
    : othersShort(item, ' with the same role')
}

/** `until 30 Nov` of temporary access. */
export const untilText = ({ until }: ReviewItem['grant']) => until && `until ${shortDayAt(until)}`

/** `Access administrator of Benito Cruz` */
export const itemName = ({ grant, user }: Pick<ReviewItem, 'grant' | 'user'>) =>
  `${grant.name} of ${user.name}`

export const describeItems = (items: readonly ReviewItem[]) => {
  const [first] = items
  return first && items.length === 1 ? itemName(first) : plural(items.length, 'item')
}

/** True if a removed assignment leaves its user without a role. */
export const needsReplacement = ({ grant }: ReviewItem) => grant.kind === 'role' && grant.until === null

export const scopeText = ({ scope, role }: Pick<ReviewRow, 'scope' | 'role'>) =>
  scope === 'ROLE' && role ? `Role ${role.name}` : labelOfState(REVIEW_SCOPES, scope)

/** `November 2026: High-risk access` */
export function proposedName(scope: ReviewScope, roleName: string | undefined, now = new Date()): string {
  const month = new Intl.DateTimeFormat('en', {
    month: 'long',
    year: 'numeric',
    timeZone: 'Asia/Manila',
  }).format(now)
  return `${month}: ${scope === 'ROLE' ? (roleName ?? REVIEW_SCOPES.ROLE) : REVIEW_SCOPES[scope]}`
}

const STATUS_TONES: Readonly<Record<ReviewStatus, Tone>> = {
  OPEN: 'info',
  APPLYING: 'info',
  FINISHED: 'ok',
  CANCELLED: 'quiet',
}

export function statusBadge({ status }: Pick<ReviewRow, 'status'>): { tone: Tone; text: string } {
  return { tone: STATUS_TONES[status], text: REVIEW_STATUSES[status] }
}

const OUTCOME_TONES: Readonly<Record<ReviewOutcome, Tone>> = {
  KEPT: 'ok',
  REMOVED: 'bad',
  GONE: 'quiet',
  NOT_POSSIBLE: 'warn',
}

export const outcomeBadge = (outcome: ReviewOutcome): { tone: Tone; text: string } => ({
  tone: OUTCOME_TONES[outcome],
  text: REVIEW_OUTCOMES[outcome],
})

/** `18 of 26 decided` */
export function decidedText({ counts: { total, undecided } }: Pick<ReviewRow, 'counts'>): string {
  return `${formatNumber(total - undecided)} of ${formatNumber(total)} decided`
}

/** `15 kept, 3 removed, 8 left` */
export function progressText({ counts: { kept, removed, undecided }, status }: ReviewRow): string {
  const rest = status === 'OPEN' ? 'left' : 'undecided'
  return `${formatNumber(kept)} kept, ${formatNumber(removed)} removed, ${formatNumber(undecided)} ${rest}`
}

const UNDECIDED_END: Readonly<Record<UndecidedTreatment, string>> = { KEEP: 'kept', REMOVE: 'removed' }

/** Sentences about how a review ended and what followed from it. */
export function endText(found: Review): { title: string; text: string } {
  const { status, finished_by, finished_at, cancel_reason, counts, undecided, outcomes } = found
  const when = finished_at ? ` ${whenInSentence(finished_at)}` : ''
  if (status === 'CANCELLED')
    return {
      title: `Cancelled${finished_by ? ` by ${finished_by.name}` : ''}${when}`,
      text: `Nothing was removed. Reason: ${cancel_reason ?? '—'}`,
    }
  const were = counts.undecided === 1 ? 'item was' : 'items were'
  const title = finished_by
    ? `Finished by ${finished_by.name}${when}`
    : counts.undecided > 0
      ? `Ended by its deadline: ${formatNumber(counts.undecided)} undecided ${were} ${UNDECIDED_END[undecided]}`
      : `Ended by its deadline${when}`
  const parts = [
    `${formatNumber(outcomes.kept)} kept`,
    `${formatNumber(outcomes.removed)} removed`,
    outcomes.gone > 0 && `${formatNumber(outcomes.gone)} no longer held`,
    outcomes.not_possible > 0 && `${formatNumber(outcomes.not_possible)} not possible`,
  ].filter(Boolean)
  return { title, text: `${parts.join(', ')}.` }
}
