import type { Approval } from '@backoffice/contract/approvals'
import { useQuery } from '@tanstack/react-query'
import css from './approvals.module.css'
import { checkQuery } from './approvals-queries.ts'
import { decidersText } from './decider-words.ts'
import { LaterChanges } from './later-changes.tsx'

/** True once the server has found that the request can’t be applied any more. */
export function useIsOutdated({ id, kind, status }: Approval): boolean {
  const { data } = useQuery({ ...checkQuery(id), enabled: kind !== 'BREAK_GLASS' && status === 'PENDING' })
  return data?.is_current === false
}

/** Checks of the server when the request is approved, made in advance. */
export function ApprovalChecks({ found }: { found: Approval }) {
  const { data, error, isPending, refetch } = useQuery(checkQuery(found.id))
  const isOwn = found.undecidable === 'own'
  // The requester sees only what prevents the approval.
  if (isOwn && !(data && !data.is_current)) return null
  return (
    <section className={css.section} aria-busy={isPending}>
      <h3>{data && !data.is_current ? 'Out of date' : 'Before you decide'}</h3>
      <div role="status">
        <ul className={css.checks}>
          {isPending && <li data-state="info">Checking whether this can still be applied…</li>}
          {error && (
            <li data-state="warn">
              The check failed.{' '}
              <button type="button" className={css.link} onClick={() => void refetch()}>
                Check again
              </button>
            </li>
          )}
          {data?.is_current && (
            <>
              <li data-state="ok">Nothing has changed since the request.</li>
              <li data-state="ok">{mayText(found)}</li>
              <li data-state="ok">{decidersText(data.deciders, true)}</li>
            </>
          )}
          {data && !data.is_current && (
            <li data-state="warn">
              This can’t be applied any more. {data.detail ?? 'It was decided in the meantime.'}
            </li>
          )}
        </ul>
      </div>
      {data && !data.is_current && <LaterChanges changes={found.later_changes} />}
    </section>
  )
}

/** The access that the change needs. Temporary access is given by its approver. */
function mayText({ kind, requested_access, requested_by }: Approval): string {
  return kind === 'ACCESS' && requested_access
    ? `You may give ${requested_access.name} to ${requested_by.name}.`
    : `${requested_by.name} may still make this change.`
}
