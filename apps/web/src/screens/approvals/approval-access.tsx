import type { Approval } from '@backoffice/contract/endpoints/approvals'
import { AccessFacts } from './access-facts.tsx'
import { timeFacts } from './access-times.ts'
import { AffectedUser, AffectedUsers, hasOwnChange } from './affected-users.tsx'
import css from './approval-access.module.css'
import { GainedAccess } from './gained-access.tsx'
import { TakersSection } from './takers-section.tsx'

/**
 * The access that a request gives: to whom, from when until when, who else gains, and what. A change of a role or policy
 * that users have starts with what they gain, because its users alone do not tell.
 */
export function ApprovalAccess({ found }: { found: Approval }) {
  const { users, users_total, takers } = found
  const [first] = users
  const who =
    users_total === 1 && first ? (
      <section className={css.section}>
        <h3>Who</h3>
        <AffectedUser user={first} found={found} />
      </section>
    ) : (
      users_total > 0 && <AffectedUsers found={found} />
    )
  const isAboutUsers = users.some(hasOwnChange) || found.requested_access !== null
  return (
    <>
      {isAboutUsers ? who : <GainedAccess found={found} />}
      {users_total !== 1 && (
        <section className={css.section}>
          <h3>When</h3>
          <AccessFacts items={timeFacts(found)} />
        </section>
      )}
      <TakersSection takers={takers} />
      {isAboutUsers ? <GainedAccess found={found} /> : who}
    </>
  )
}
