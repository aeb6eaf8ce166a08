import { approvalEndpoints, type WaitingChange } from '@backoffice/contract/approvals'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { linkTo } from '../../../kit/navigation/link-to.ts'
import { call } from '../../../net/call.ts'
import { Notice } from '../../../ui/notice.tsx'
import { APPROVAL_POLL_MS, approvalKeys, requestPath } from './approval-queries.ts'
import css from './waiting-changes.module.css'

type Resource = WaitingChange['resource']

/** Changes of a record, or of all records of a resource, that wait for approval. */
export function waitingQuery(resource: Resource, id?: string) {
  return queryOptions({
    queryKey: [...approvalKeys.all, 'waiting', resource, id ?? ''],
    queryFn: ({ signal }) =>
      call(approvalEndpoints.waiting, { body: { resource, ...(id !== undefined && { id }) }, signal }),
    refetchInterval: APPROVAL_POLL_MS,
  })
}

type Props = { resource: Resource; id: string }

/** Notices on the page of a record whose change waits for approval. */
export function WaitingChanges({ resource, id }: Props) {
  const { data } = useQuery(waitingQuery(resource, id))
  if (!data || data.items.length === 0) return null
  return (
    <div className={css.waiting}>
      {data.items.map((change) => (
        <Notice key={change.id} tone="info">
          <WaitingText change={change} />
        </Notice>
      ))}
    </div>
  )
}

/** `“Change role Night desk” is waiting for approval, requested by Leonora Santiago.` */
export function WaitingText({ change }: { change: WaitingChange }) {
  const { id, what, requested_by, may_open } = change
  return (
    <>
      “{what}” is waiting for approval, requested by {requested_by.name}.{' '}
      {may_open && <Link {...linkTo(requestPath(id))}>View request</Link>}
    </>
  )
}
