import { isPermission } from '@backoffice/contract/access'
import type { Approval, Takers } from '@backoffice/contract/approvals'
import { BREAK_GLASS_HOURS } from '@backoffice/contract/durations'
import { PERMISSION_LABELS } from '@backoffice/contract/permission-labels'
import { plural } from '../../kit/format/format-number.ts'
import { capitalised } from '../../kit/record/event-words.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { TimesSection } from './access-facts.tsx'
import { AffectedUser, AffectedUsers, FirstRows, hasOwnChange } from './affected-users.tsx'
import approvalAccessCss from './approval-access.module.css'
import { useIsOutdated } from './approval-checks.tsx'
import css from './approvals.module.css'
import { FieldChanges } from './field-changes.tsx'
import { GainedAccess } from './gained-access.tsx'
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
        {changes.map(({ label, changes: fields }, index) => (
          // Several new rows may have no name.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index}>
            {label !== null && <strong>{label}</strong>}
            <FieldChanges changes={fields} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className={css.quiet}>and {formatNumber(more)} more</p>}
    </section>
  )
}

/**
 * The access that a request gives, with its users, times and permissions. A change of a role or policy
 * that users have starts with what they gain, because a list of its users does not show that.
 */
function ApprovalAccess({ found }: { found: Approval }) {
  const { users, users_total } = found
  const isOutdated = useIsOutdated(found)
  const [first] = users
  const who =
    users_total === 1 && first ? (
      <section className={approvalAccessCss.section}>
        <h3>Who</h3>
        <AffectedUser user={first} found={found} isOutdated={isOutdated} />
      </section>
    ) : (
      users_total > 0 && <AffectedUsers found={found} isOutdated={isOutdated} />
    )
  const gained = <GainedAccess found={found} isOutdated={isOutdated} />
  const isAboutUsers = users.some(hasOwnChange) || found.requested_access !== null
  return (
    <>
      {isAboutUsers ? who : gained}
      {users_total !== 1 && !isOutdated && <TimesSection found={found} />}
      <TakersSection found={found} areUsersBelow={users_total > 0 && !isAboutUsers} />
      {isAboutUsers ? gained : who}
    </>
  )
}

type Props = { found: Approval; areUsersBelow: boolean }

/** Users who may take a role in an emergency once the request is approved, users of the request among them. */
function TakersSection({ found: { takers, users }, areUsersBelow }: Props) {
  const own = new Set(users.map(({ email }) => email))
  const groups = takers.map((each) => ({ takers: each, areOwn: areAllIn(own, each) }))
  const hasOthers = groups.some(({ areOwn }) => !areOwn)
  return (
    <section className={approvalAccessCss.section}>
      <h3>Who else gains</h3>
      {!hasOthers && (
        <p className={approvalAccessCss.quiet}>{noOthersText(takers.length === 0, areUsersBelow)}</p>
      )}
      {groups.map(({ takers: each, areOwn }) => (
        <TakersOfRole
          key={`${each.role} ${each.taker_role} ${each.permissions.join()}`}
          takers={each}
          areOwn={areOwn}
        />
      ))}
    </section>
  )
}

function noOthersText(isNone: boolean, areUsersBelow: boolean): string {
  if (areUsersBelow) return 'No user apart from those below.'
  return isNone ? 'No other user.' : 'No user outside this request.'
}

const areAllIn = (own: ReadonlySet<string>, { users, user_count }: Takers) =>
  user_count > 0 && users.length === user_count && users.every(({ email }) => own.has(email))

function TakersOfRole({ takers, areOwn }: { takers: Takers; areOwn: boolean }) {
  const { role, taker_role, permissions, user_count, users } = takers
  const unnamed = user_count - users.length
  return (
    <div className={approvalAccessCss.takers}>
      <p>
        <strong>
          {user_count === 0
            ? `Users with the role ${taker_role}`
            : `${plural(user_count, 'user')}${areOwn ? ' of this request' : ''} with the role ${taker_role}`}
        </strong>{' '}
        may then take <strong>{role}</strong> in an emergency, without approval, for up to{' '}
        {BREAK_GLASS_HOURS.most} hours.
      </p>
      <p>
        <span className={approvalAccessCss.risk}>High risk</span> {permissions.map(labelOf).join(', ')}
      </p>
      {users.length > 0 && (
        <FirstRows total={users.length} noun="user">
          {users.map(({ name, email }) => (
            <li key={email}>
              {name} <span className={approvalAccessCss.email}>{email}</span>
            </li>
          ))}
        </FirstRows>
      )}
      {unnamed > 0 && (
        <p className={approvalAccessCss.quiet}>
          The first {users.length} by name. {plural(unnamed, 'more user')}: the page of the role lists them.
        </p>
      )}
    </div>
  )
}

const labelOf = (name: string) => (isPermission(name) ? capitalised(PERMISSION_LABELS[name]) : name)
