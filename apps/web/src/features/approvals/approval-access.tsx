import { isPermission } from '@backoffice/contract/access'
import type { Approval, Takers } from '@backoffice/contract/approvals'
import { BREAK_GLASS_HOURS } from '@backoffice/contract/durations'
import { PERMISSION_LABELS } from '@backoffice/contract/permission-labels'
import { plural } from '../../kit/format/format-number.ts'
import { capitalised } from '../../kit/record/event-words.ts'
import { TimesSection } from './access-facts.tsx'
import { AffectedUser, AffectedUsers, hasOwnChange } from './affected-users.tsx'
import css from './approval-access.module.css'
import { useIsOutdated } from './approval-checks.tsx'
import { FirstRows } from './first-rows.tsx'
import { GainedAccess } from './gained-access.tsx'

/**
 * The access that a request gives: to whom, from when until when, who else gains, and what. A change of a role or policy
 * that users have starts with what they gain, because its users alone do not tell.
 */
export function ApprovalAccess({ found }: { found: Approval }) {
  const { users, users_total } = found
  const isOutdated = useIsOutdated(found)
  const [first] = users
  const who =
    users_total === 1 && first ? (
      <section className={css.section}>
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
    <section className={css.section}>
      <h3>Who else gains</h3>
      {!hasOthers && <p className={css.quiet}>{noOthersText(takers.length === 0, areUsersBelow)}</p>}
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
    <div className={css.takers}>
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
        <span className={css.risk}>High risk</span> {permissions.map(labelOf).join(', ')}
      </p>
      {users.length > 0 && (
        <FirstRows total={users.length} noun="user">
          {users.map(({ name, email }) => (
            <li key={email}>
              {name} <span className={css.email}>{email}</span>
            </li>
          ))}
        </FirstRows>
      )}
      {unnamed > 0 && (
        <p className={css.quiet}>
          The first {users.length} by name. {plural(unnamed, 'more user')}: the page of the role lists them.
        </p>
      )}
    </div>
  )
}

const labelOf = (name: string) => (isPermission(name) ? capitalised(PERMISSION_LABELS[name]) : name)
