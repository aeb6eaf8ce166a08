import type { Permission } from '@backoffice/contract/access'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../kit/error-notice.tsx'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { explainQuery } from './access-queries.ts'
import css from './explainer.module.css'
import { Explanation } from './explanation.tsx'
import { PermissionSelect } from './permission-select.tsx'

type Props = {
  user: { id: string; name: string }
  /** What is asked. */
  asked: Permission
  onAsk: (permission: Permission) => void
  /** Whether there is a matrix above, whose cells ask too. */
  hasMatrix?: boolean
}

/** "Can Maria Reyes run inquiries?", answered with what decides. */
export function AccessExplainer({ user, asked, onAsk, hasMatrix = false }: Props) {
  const { data, error, isFetching, refetch } = useQuery(explainQuery(user.id, asked))
  return (
    <Card>
      <div className={css.question}>
        <strong>Can {user.name}</strong>
        <PermissionSelect asked={asked} onAsk={onAsk} />
        <strong>?</strong>
        {hasMatrix && <span className={css.hint}>Choose here, or click a cell above</span>}
      </div>
      <div role="status">
        {data ? (
          <Explanation explained={data} />
        ) : error ? (
          <ErrorNotice what="The answer" error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton width="100%" height={60} />
        )}
      </div>
    </Card>
  )
}
