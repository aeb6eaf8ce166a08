import { may } from '@backoffice/contract/access'
import type { Approval } from '@backoffice/contract/endpoints/approvals'
import { Link } from '@tanstack/react-router'
import { today } from '../../kit/format-time.ts'
import { linkTo } from '../../kit/link-to.ts'
import { useUser } from '../../session/store.ts'
import css from './approvals.module.css'

/** Help for the review of break-glass access, with a link to the requester’s events since then. */
export function BreakGlassReview({ found: { requested_by, requested_at } }: { found: Approval }) {
  const { id, name } = requested_by
  const mayView = may(useUser(), 'audit:view')
  const search = { 'f.actor': id, 'f.at': `${today(new Date(requested_at))}..` }
  return (
    <section className={css.section}>
      <h3>Before you decide</h3>
      <p>
        {name} took this role in an emergency, without approval. Check the reason, and what {name} did with
        it.
      </p>
      {mayView && (
        <p>
          <Link {...linkTo('/audit', { search })} className={css.record}>
            Open audit events
          </Link>
        </p>
      )}
    </section>
  )
}
