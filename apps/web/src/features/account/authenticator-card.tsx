import { useQuery } from '@tanstack/react-query'
import { ErrorNotice, useLastingError } from '../../kit/feedback/error-notice.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import css from './account.module.css'
import { authenticatorQuery } from './account-security.ts'
import { Authenticator } from './authenticator.tsx'

/** Card for the second factor. */
export function AuthenticatorCard() {
  const { data: isOn, error, isFetching, refetch } = useQuery(authenticatorQuery)
  const trouble = useLastingError({ error, data: isOn })
  return (
    <Card
      title="Authenticator"
      aside={isOn !== undefined && <Badge tone={isOn ? 'ok' : 'quiet'}>{isOn ? 'On' : 'Off'}</Badge>}
    >
      {isOn !== undefined ? (
        <Authenticator isOn={isOn} />
      ) : trouble ? (
        <ErrorNotice
          what="The authenticator"
          error={trouble}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className={css.body}>
          <Skeleton width="90%" height={20} />
          <Skeleton width="70%" height={20} />
          <Skeleton width={160} height={32} />
        </div>
      )}
    </Card>
  )
}
