import type { UserRow } from '@backoffice/contract/users'
import { useNavigate } from '@tanstack/react-router'
import { gatedItem } from '../../kit/list/gated-item.ts'
import { recordLink } from '../../kit/record/record-links.ts'
import { toastFailed } from '../../kit/toast.ts'
import { useUser } from '../../session/store.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import type { UserStatusWrite } from './user-status.tsx'
import { USERS } from './users-queries.ts'

export const OWN_STATUS = 'You cannot disable yourself. Ask another administrator.'

/** The menu of a row of the list of users. */
export function useUserMenu(status: UserStatusWrite) {
  const user = useUser()
  const navigate = useNavigate()
  return (row: UserRow): readonly MenuItem[] => {
    const isOwn = row.email === user.email
    const isDisabled = row.status === 'DISABLED'
    return [
      { label: 'Open', keys: 'Enter', onSelect: () => void navigate(recordLink(USERS, row.id)) },
      ...gatedItem(user, 'user:update', {
        label: 'Edit',
        onSelect: () => void navigate(recordLink(USERS, row.id, 'edit')),
      }),
      { label: 'History', onSelect: () => void navigate(recordLink(USERS, row.id, 'history')) },
      ...gatedItem(user, 'user:update-status', {
        label: isDisabled ? 'Enable' : 'Disable',
        isApart: true,
        onSelect: () => (isDisabled ? status.enable([row]) : status.disable([row])),
        ...(isOwn && { isDisabled: true, onRefused: () => toastFailed(OWN_STATUS) }),
      }),
    ]
  }
}
