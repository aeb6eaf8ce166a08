import { browserName } from '@backoffice/contract/browser-name'
import { EXCEEDS_CALLER } from '@backoffice/contract/exceeding'
import type { UserDetail } from '@backoffice/contract/users'
import { userEndpoints } from '@backoffice/contract/users'
import { useQuery } from '@tanstack/react-query'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { ConfirmButton } from '../../kit/feedback/confirm-button.tsx'
import { ErrorNotice } from '../../kit/feedback/error-notice.tsx'
import { toastFailed } from '../../kit/feedback/toast.ts'
import { useWrite } from '../../kit/form/use-write.ts'
import { whenInSentence } from '../../kit/format/format-time.ts'
import { call } from '../../net/call.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useEndSessions } from './end-sessions.ts'
import css from './users.module.css'
import { refreshUsers, sessionsQuery, type UserSession } from './users-queries.ts'

/** The sessions of a user. */
export function SessionsTab({ user }: { user: UserDetail }) {
  const { data, error, isFetching, refetch } = useQuery(sessionsQuery(user.id))
  const { end, words } = useEndSessions(user)
  if (error && !data)
    return (
      <div className={css.tab}>
        <ErrorNotice what="The sessions" error={error} busy={isFetching} onRetry={() => void refetch()} />
      </div>
    )
  if (!data)
    return (
      <div className={css.tab}>
        <Skeleton width="100%" height={96} />
      </div>
    )
  const isNone = data.is_available && data.items.length === 0
  return (
    <div className={css.tab}>
      {!data.is_available && (
        <EmptyState title="The identity provider doesn’t list sessions">
          Its sessions can’t be ended one by one. You can still end all sessions. They lose access
          immediately.
        </EmptyState>
      )}
      {isNone && <EmptyState title="No active sessions">Sessions appear here after sign-in.</EmptyState>}
      {data.items.length > 0 && (
        <ul className={css.sessions}>
          {data.items.map((session) => (
            <SessionItem key={session.id} user={user} session={session} />
          ))}
        </ul>
      )}
      {!isNone && (
        <div className={css.end}>
          <PermissionGate permission="user:update-status">
            <ConfirmButton
              {...(user.exceeds.manage && {
                'aria-disabled': true,
                onClick: () => toastFailed(EXCEEDS_CALLER),
              })}
              {...words}
              write={end}
            >
              End all sessions
            </ConfirmButton>
          </PermissionGate>
        </div>
      )}
    </div>
  )
}

type ItemProps = { user: UserDetail; session: UserSession }

function SessionItem({ user, session }: ItemProps) {
  const { id, user_agent, address, created_at, last_used_at } = session
  const browser = browserName(user_agent)
  const end = useWrite({
    run: () => call(userEndpoints.endSession, { params: { id: user.id }, body: { session_id: id } }),
    successText: 'Session ended',
    refresh: refreshUsers,
    showsError: true,
  })
  return (
    <li className={css.session}>
      <div className={css.device}>
        <strong>{browser}</strong>
        <span className={css.quiet}>
          Signed in <time dateTime={created_at}>{whenInSentence(created_at)}</time> · last used{' '}
          <time dateTime={last_used_at}>{whenInSentence(last_used_at)}</time>
          {address && ` · from ${address}`}
        </span>
      </div>
      <PermissionGate permission="user:update-status">
        <ConfirmButton
          {...(user.exceeds.manage && {
            'aria-disabled': true,
            onClick: () => toastFailed(EXCEEDS_CALLER),
          })}
          variant="plain"
          title="End this session?"
          message={`${browser}, signed in ${whenInSentence(created_at)}, loses access immediately. Unsaved changes there will be lost.`}
          yes="End session"
          write={end}
        >
          End session
          <span className="visually-hidden">
            {' '}
            of {browser}, signed in {whenInSentence(created_at)}
          </span>
        </ConfirmButton>
      </PermissionGate>
    </li>
  )
}
