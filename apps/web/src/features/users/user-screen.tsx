import { may } from '@backoffice/contract/access'
import type { UserDetail } from '@backoffice/contract/users'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { setLastRow } from '../../kit/navigation/open-record.ts'
import { useHistoryCount } from '../../kit/record/history.ts'
import { HistoryTab } from '../../kit/record/history-tab.tsx'
import { listLink } from '../../kit/record/record-links.ts'
import { RecordPane } from '../../kit/record/record-pane.tsx'
import { isGone, RecordContent } from '../../kit/record/record-problems.tsx'
import { useUser } from '../../session/store.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { eventReason, eventText } from '../access/event-text.ts'
import { WaitingChanges } from '../approvals/requests/waiting-changes.tsx'
import { AccessTab } from './access-tab.tsx'
import { EditUser } from './edit-user.tsx'
import { ProviderNotice } from './provider-notice.tsx'
import { SessionsTab } from './sessions-tab.tsx'
import { StatusBadges } from './status-badges.tsx'
import { LockNotice, UserActions } from './user-actions.tsx'
import { useUserStatus } from './user-status.tsx'
import { fullName, historyLabel, initialsOf } from './user-words.ts'
import css from './users.module.css'
import { USERS, userQuery } from './users-queries.ts'

type Props = {
  id: string
  /** `edit`, or the tab to show first. */
  tab: string | undefined
}

const TABS = ['access', 'sessions', 'history'] as const
const back = listLink(USERS)

/** A user next to the list: access, sessions and history. */
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
