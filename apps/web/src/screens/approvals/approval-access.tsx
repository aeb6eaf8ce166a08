import type { Approval } from '@backoffice/contract/endpoints/approvals'
import { AccessTimes } from './access-times.tsx'
import { AffectedUser, AffectedUsers } from './affected-users.tsx'
import css from './approval-access.module.css'
import { GainedAccess } from './gained-access.tsx'
import { TakersSection } from './takers-section.tsx'

/**
 * The access that a request gives. Of one user: to whom, from when until when, who else gains, and what. Of several: what
 * they gain first, because their rows alone do not tell.
 */
export function ApprovalAccess({ found }: { found: Approval }) {
  const { users, users_total, takers } = found
  const [only] = users
  if (users_total === 1 && only)
    return (
      <>
        <section className={css.section}>
          <h3>Who</h3>
          <AffectedUser user={only} found={found} />
          <AccessTimes found={found} />
        </section>
        <TakersSection takers={takers} />
        <GainedAccess found={found} />
      </>
    )
  return (
    <>
      <GainedAccess found={found} />
      {users_total > 0 && (
        <section className={css.section}>
          <h3>When</h3>
          <AccessTimes found={found} />
        </section>
      )}
      <TakersSection takers={takers} />
      {users_total > 0 && <AffectedUsers found={found} />}
    </>
  )
}
