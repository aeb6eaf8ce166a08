import type { Permission } from '@backoffice/contract/access'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice, useLastingError } from '../kit/error-notice.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { explainQuery } from './access-queries.ts'
import css from './explainer.module.css'
import { Explanation } from './explanation.tsx'

/** Why the signed-in user may not do something, and who could give it. */
export function Why({ permission }: { permission: Permission }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...explainQuery(undefined, permission),
    // It is asked anew each time: an administrator may have just answered the request.
    gcTime: 0,
  })
  const lastingError = useLastingError({ error, data })
  if (lastingError)
    return (
      <ErrorNotice what="The answer" error={lastingError} busy={isFetching} onRetry={() => void refetch()} />
    )
  return (
    <div role="status" className={css.why} aria-busy={!data}>
      {!data && (
        <>
          <span className="visually-hidden">Loading</span>
          <Skeleton width="100%" height={60} />
        </>
      )}
      {data && (
        <p>
          Your role is <strong>{data.role.name}</strong>. This takes permission to {data.label}.
        </p>
      )}
      {data && <Explanation explained={data} />}
      {data?.allowed && (
        <Notice tone="info" action={<Button onClick={() => location.reload()}>Reload</Button>}>
          It was given to you since this page was opened.
        </Notice>
      )}
    </div>
  )
}
