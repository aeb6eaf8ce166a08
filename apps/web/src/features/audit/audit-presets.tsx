import type { Condition, Filters } from '@backoffice/contract/list'
import { AUDIT_LOGS } from '@backoffice/contract/lists/audit'
import type { ReactNode } from 'react'
import { dayAfter, today } from '../../kit/format/format-time.ts'
import type { ChangeSearch } from '../../kit/list/use-list.ts'
import { config } from '../../net/config.ts'
import css from './audit.module.css'

const DAYS = [
  ['Today', 1],
  ['Last 7 days', 7],
  ['Last 30 days', 30],
] as const

export const REFUSED: Condition = { in: ['refused', 'stale'] }
const SECURITY: Condition = { in: ['security'] }

type Props = {
  filters: Filters
  change: ChangeSearch
  /** Number of refused events within the other filters, as text; undefined while unknown. */
  refused: string | undefined
}

/** Common filters of the trail, kept in the address like all filters. */
export function AuditPresets({ filters, change, refused }: Props) {
  const to = today()
  const isSecurity = isSame(filters.log, SECURITY)
  const toggle = (field: string, condition: Condition) =>
    change({ filters: { ...filters, [field]: isSame(filters[field], condition) ? undefined : condition } })
  const chip = (field: string, condition: Condition, label: ReactNode) => (
    <button
      type="button"
      className={css.chip}
      aria-pressed={isSame(filters[field], condition)}
      onClick={() => toggle(field, condition)}
    >
      {label}
    </button>
  )
  return (
    <>
      <fieldset className={css.presets}>
        <legend className="visually-hidden">Common filters</legend>
        {DAYS.map(([label, days]) => (
          <span key={label}>{chip('at', { from: dayAfter(to, 1 - days), to }, label)}</span>
        ))}
        {chip('log', SECURITY, AUDIT_LOGS.security)}
        {chip(
          'outcome',
          REFUSED,
          <>Refused only {refused !== undefined && <span className={css.count}>{refused}</span>}</>,
        )}
      </fieldset>
      {isSecurity && config().identity.endpoint === null && (
        <p className={css.note}>
          Failed, locked and challenged sign-ins, and resets by users: Not available from the cloud user pool.
        </p>
      )}
    </>
  )
}

function isSame(one: Condition | undefined, other: Condition): boolean {
  return one?.in?.join() === other.in?.join() && one?.from === other.from && one?.to === other.to
}
