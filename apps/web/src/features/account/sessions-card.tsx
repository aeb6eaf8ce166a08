import { useQuery } from '@tanstack/react-query'
import { ErrorNotice, useLastingError } from '../../kit/feedback/error-notice.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import css from './account.module.css'
import { sessionsQuery } from './account-security.ts'
import { SessionRow } from './session-row.tsx'
import list from './sessions.module.css'
import { SignOutEverywhere } from './sign-out-everywhere.tsx'

/** Sessions of the user, which can be ended one by one or all at once. */
export function SessionsCard() {
  const { data, error, isFetching, refetch } = useQuery(sessionsQuery)
  const trouble = useLastingError({ error, data })
  return (
    <Card title="Where you are signed in">
      <div className={css.body}>
        {data ? (
          data.is_available ? (
            <ul className={list.sessions}>
              {data.items.map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </ul>
          ) : (
            <p className={css.words}>
              The identity provider doesn’t list your sessions. You can end all of them at once.
            </p>
          )
        ) : trouble ? (
          <ErrorNotice what="The list" error={trouble} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <div className={list.sessions}>
            <Skeleton width="60%" height={36} />
            <Skeleton width="60%" height={36} />
          </div>
        )}
        {/* Available even if the list fails to load. */}
        <SignOutEverywhere />
      </div>
    </Card>
  )
}
