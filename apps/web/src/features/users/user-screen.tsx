import { may } from '@backoffice/contract/access'
import { browserName } from '@backoffice/contract/browser-name'
import { EXCEEDS_CALLER } from '@backoffice/contract/exceeding'
import { type UserDetail, userEndpoints } from '@backoffice/contract/users'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { ConfirmButton } from '../../kit/feedback/confirm-button.tsx'
import { ErrorNotice } from '../../kit/feedback/error-notice.tsx'
import { toastFailed } from '../../kit/feedback/toast.ts'
import { useWrite } from '../../kit/form/use-write.ts'
import { whenInSentence } from '../../kit/format/format-time.ts'
import { setLastRow } from '../../kit/navigation/open-record.ts'
import { HistoryTab } from '../../kit/record/history-tab.tsx'
import { listLink } from '../../kit/record/record-links.ts'
import { RecordPane } from '../../kit/record/record-pane.tsx'
import { isGone, RecordContent } from '../../kit/record/record-problems.tsx'
import { useHistoryCount } from '../../kit/record/record-queries.ts'
import { call } from '../../net/call.ts'
import { useUser } from '../../session/store.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { eventReason, eventText } from '../access/event-text.ts'
import { WaitingChanges } from '../approvals/requests/waiting-changes.tsx'
import { AccessTab } from './access-tab.tsx'
import { useEndSessions } from './account-actions.tsx'
import { EditUser } from './edit-user.tsx'
import { LockNotice, ProviderNotice, UserActions } from './user-actions.tsx'
import { StatusBadges, useUserStatus } from './user-status.tsx'
import { fullName, historyLabel, initialsOf } from './user-words.ts'
import css from './users.module.css'
import { refreshUsers, sessionsQuery, USERS, type UserSession, userQuery } from './users-queries.ts'

type Props = {
  id: string
  /** `edit`, or the tab to show first. */
  tab: string | undefined
}

const TABS = ['access', 'sessions', 'history'] as const
const back = listLink(USERS)

/** Access, sessions and history of a user, next to the list. */
export function UserScreen({ id, tab }: Props) {
  const query = useQuery(userQuery(id))
  const user = query.data
  const mayUpdate = may(useUser(), 'user:update')
  // If the permission is revoked while the form is open, the form stays.
  const [editedId, setEditedId] = useState<string>()
  const isEdited = tab === 'edit' && (mayUpdate || editedId === id) && !user?.exceeds.manage
  if (isEdited && editedId !== id) setEditedId(id)
  useEffect(() => setLastRow(id), [id])
  const name = user ? fullName(user) : 'A user'
  return (
    <RecordPane
      heading={name}
      title={name}
      width="wide"
      lead={
        user && (
          <span className={css.avatar} aria-hidden="true">
            {initialsOf(user)}
          </span>
        )
      }
      badge={user && <StatusBadges user={user} />}
      subtitle={user?.email}
      isMissing={isGone(query)}
      back={back}
      actions={user && !isEdited && <UserActions key={id} user={user} />}
    >
      <RecordContent query={query} noun="user" title="Users" back={back}>
        {(read) =>
          isEdited ? <EditUser key={id} user={read} /> : <UserTabs key={id} user={read} tab={tab} />
        }
      </RecordContent>
    </RecordPane>
  )
}

function UserTabs({ user, tab }: { user: UserDetail; tab: string | undefined }) {
  const status = useUserStatus()
  const events = useHistoryCount('user', user.id)
  return (
    <>
      <WaitingChanges resource="user" id={user.id} />
      <div className={css.notices}>
        {user.provider_action && <ProviderNotice id={user.id} action={user.provider_action} />}
        {user.is_locked && <LockNotice user={user} status={status} />}
      </div>
      <Tabs
        label="Parts of this user"
        initial={TABS.find((each) => each === tab)}
        tabs={[
          { id: 'access', label: 'Access', panel: () => <AccessTab user={user} />, isKept: true },
          { id: 'sessions', label: 'Sessions', panel: () => <SessionsTab user={user} /> },
          {
            id: 'history',
            label: 'History',
            count: events,
            takesFocus: true,
            panel: () => (
              <HistoryTab
                resource="user"
                id={user.id}
                labelOf={historyLabel}
                shown={eventText}
                reasonOf={eventReason}
              />
            ),
          },
        ]}
      />
      {status.dialog}
    </>
  )
}

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
