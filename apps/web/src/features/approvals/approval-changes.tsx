import type { Approval } from '@backoffice/contract/approvals'
import { formatNumber } from '../../ui/format-number.ts'
import { TimesSection } from './access-facts.tsx'
import { ApprovalAccess } from './approval-access.tsx'
import { useIsOutdated } from './approval-checks.tsx'
import css from './approvals.module.css'
import { FieldChanges } from './field-changes.tsx'
import { RequestRows } from './request-rows.tsx'

/** Effects of a request on access, and values of rows before and after. */
export function ApprovalChanges({ found }: { found: Approval }) {
  const { impact, users, changes, changes_total } = found
  const isOutdated = useIsOutdated(found)
  if (found.row_count !== null)
    return (
      <>
        <RequestRows key={found.id} found={found} />
        {!isOutdated && <TimesSection found={found} />}
      </>
    )
  if (!impact) return <RowChanges changes={changes} total={changes_total} isOutdated={isOutdated} />
  // All values of a new user are shown with the user.
  const isNew = users.some(({ role_before }) => role_before === null)
  const others = isNew ? [] : changes.map(withoutAccess).filter(hasFields)
  return (
    <>
      <RowChanges changes={others} total={others.length} isOutdated={isOutdated} />
      <ApprovalAccess found={found} />
    </>
  )
}

type Change = Approval['changes'][number]

/** Fields of access events that the request shows with its users. */
const SHOWN = new Set(['role', 'extra_policies', 'hours', 'until'])

function withoutAccess({ label, changes }: Change): Change {
  return { label, changes: Object.fromEntries(Object.entries(changes).filter(([name]) => !SHOWN.has(name))) }
}

const hasFields = ({ changes }: Change) => Object.keys(changes).length > 0

type RowsProps = { changes: readonly Change[]; total: number; isOutdated: boolean }

function RowChanges({ changes, total, isOutdated }: RowsProps) {
  const more = total - changes.length
  if (total === 0) return null
  return (
    <section className={css.section}>
      <h3>{isOutdated ? 'What was asked for' : 'What changes'}</h3>
      <ul className={css.rows}>
        {changes.map(({ label, changes: fields }, at) => (
          // Several new rows may have no name.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={at}>
            {label !== null && <strong>{label}</strong>}
            <FieldChanges changes={fields} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className={css.quiet}>and {formatNumber(more)} more</p>}
    </section>
  )
}
