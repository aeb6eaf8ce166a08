import type { Approval } from '@backoffice/contract/approvals'
import type { ReactNode } from 'react'
import { plural } from '../../kit/format/format-number.ts'
import { Facts } from '../../ui/card.tsx'
import css from './approval-access.module.css'
import { fullTime, isReview } from './approval-words.ts'

/** Facts about a request, one per line. */
export function AccessFacts({ items }: { items: readonly (readonly [string, ReactNode])[] }) {
  return <Facts className={css.facts} items={items} />
}

/** Start and end of what a request changes, and that it gives no access if it changes only rows. */
export function TimesSection({ found }: { found: Approval }) {
  const noAccess = found.impact === null ? ([['Access', 'No user gains or loses access']] as const) : []
  return (
    <section className={css.section}>
      <h3>When</h3>
      <AccessFacts items={[...timeFacts(found), ...noAccess]} />
    </section>
  )
}

/** Start and end of the access of a request, each with its day. */
export function timeFacts(found: Approval): [string, string][] {
  const { starts, ends } = accessTimes(found)
  return [
    ['Starts', starts],
    ['Ends', ends],
  ]
}

const HOUR_MS = 3_600_000

type TimesInput = Pick<
  Approval,
  'kind' | 'status' | 'requested_access' | 'requested_at' | 'decided_at' | 'expires_at' | 'use'
>

/** `When approved` and `1 Dec 2026, 23:59`, or a text if there is no end. */
export function accessTimes(found: TimesInput, now = new Date()): { starts: string; ends: string } {
  if (isReview(found)) return takenTimes(found)
  const { status, decided_at, requested_access } = found
  const isApproved = status === 'EXECUTED' && decided_at !== null
  const starts = isApproved ? `${fullTime(decided_at)}, when it was approved` : 'When approved'
  if (!requested_access) return { starts, ends: 'No end' }
  const { until, hours } = requested_access
  if (until !== null) return { starts, ends: fullTime(until) }
  const count = hours ?? 0
  const endAfter = (at: number) => fullTime(new Date(at + count * HOUR_MS).toISOString())
  if (isApproved) return { starts, ends: endAfter(Date.parse(decided_at)) }
  const duration = count % 24 === 0 ? plural(count / 24, 'day') : plural(count, 'hour')
  const ends = `${duration} after the approval`
  return { starts, ends: status === 'PENDING' ? `${ends}: ${endAfter(now.getTime())} if approved now` : ends }
}

/** Break-glass access starts without approval, and may have been ended before its time. */
function takenTimes({ requested_access, requested_at, use }: TimesInput) {
  const starts = `${fullTime(use?.started_at ?? requested_at)}, without approval`
  const until = use?.until ?? requested_access?.until
  if (!until) return { starts, ends: 'No end' }
  if (!use) return { starts, ends: fullTime(until) }
  const { ended_at } = use
  if (ended_at === null) return { starts, ends: `${fullTime(until)}. It still runs` }
  return {
    starts,
    ends:
      ended_at < until
        ? `Ended ${fullTime(ended_at)}, before its time (${fullTime(until)})`
        : `Ended ${fullTime(until)}`,
  }
}
