import type { Approval } from '@backoffice/contract/approvals'
import { TimesSection } from './access-facts.tsx'
import { AffectedUser, AffectedUsers, hasOwnChange } from './affected-users.tsx'
import css from './approval-access.module.css'
import { useIsOutdated } from './approval-checks.tsx'
import { GainedAccess } from './gained-access.tsx'
import { TakersSection } from './takers-section.tsx'

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
