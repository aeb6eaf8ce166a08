import type { Permission } from '@backoffice/contract/access'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice, useLastingError } from '../../kit/feedback/error-notice.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { explainQuery } from './access-queries.ts'
import css from './explainer.module.css'
import { Explanation } from './explanation.tsx'

/** Explains why the signed-in user lacks a permission, and who could grant it. */
export function Why({ permission }: { permission: Permission }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...explainQuery(undefined, permission),
    // Never cached, because an administrator may just have granted the permission.
    gcTime: 0,
  })
  const lastingError = useLastingError({ error, data })
  if (lastingError)
    return (
      <ErrorNotice
        what="The explanation"
        error={lastingError}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
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
          Your role is <strong>{data.role.name}</strong>. This requires permission to {data.label}.
        </p>
      )}
      {data && <Explanation explained={data} />}
      {data?.allowed && (
        <Notice tone="info" action={<Button onClick={() => location.reload()}>Reload</Button>}>
          You were granted this permission after you opened this page.
        </Notice>
      )}
    </div>
  )
}
