import type { Permission } from '@backoffice/contract/access'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../kit/feedback/error-notice.tsx'
import { requestAccess } from '../../kit/feedback/refusal-notice.tsx'
import { useUser } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { explainQuery } from './access-queries.ts'
import css from './explainer.module.css'
import { Explanation } from './explanation.tsx'
import { PermissionSelect } from './grants-explainer.tsx'

type Props = {
  user: { id: string; name: string; email: string }
  selected: Permission
  onSelect: (permission: Permission) => void
  /** True if a matrix above also selects permissions. */
  hasMatrix?: boolean
}

/** "For inquiries, can Maria Reyes run?" with the deciding policies; one's own denial can be requested. */
export function AccessExplainer({ user, selected, onSelect, hasMatrix = false }: Props) {
  const { data, error, isFetching, refetch } = useQuery(explainQuery(user.id, selected))
  const isOwn = useUser().email === user.email
  return (
    <Card>
      <div className={css.question}>
        <strong>For</strong>
        <PermissionSelect selected={selected} onSelect={onSelect}>
          <strong>can {user.name}</strong>
        </PermissionSelect>
        <strong>?</strong>
        {hasMatrix && <span className={css.hint}>Choose here, or click a cell above</span>}
      </div>
      <div role="status">
        {data ? (
          <Explanation explained={data} />
        ) : error ? (
          <ErrorNotice
            what="The explanation"
            error={error}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton width="100%" height={60} />
        )}
      </div>
      {isOwn && data && !data.allowed && (
        <div className={css.request}>
          <Button onClick={() => requestAccess(selected)}>Request access</Button>
        </div>
      )}
    </Card>
  )
}
