import type { UserRow } from '@backoffice/contract/endpoints/users'
import { EXCEEDS_CALLER } from '@backoffice/contract/exceeding'
import { useNavigate } from '@tanstack/react-router'
import { gatedItem } from '../../kit/list/gated-item.ts'
import { recordLink } from '../../kit/record/record-links.ts'
import { toastFailed } from '../../kit/toast.ts'
import { useUser } from '../../session/store.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import { RESET, usePasswordResets } from './password-resets.ts'
import type { UserRowActions } from './user-row-actions.tsx'
import type { UserStatusWrite } from './user-status.tsx'
import { USERS } from './users-queries.ts'

const OWN_STATUS = 'You can’t disable yourself. Ask another administrator.'
const OWN_DELETION = 'You can’t delete yourself. Ask another administrator.'

/** Reason why the status of the user cannot change; false if it can. */
export function statusDenial({ exceeds, status }: UserRow, isOwn: boolean): string | false {
  if (exceeds.manage) return EXCEEDS_CALLER
  return isOwn && status !== 'DISABLED' && OWN_STATUS
}

/** Reason why the user cannot be deleted; false if it can. */
export function deletionDenial({ exceeds }: UserRow, isOwn: boolean): string | false {
  return isOwn ? OWN_DELETION : exceeds.manage && EXCEEDS_CALLER
}

const refused = (reason: string | false): Pick<MenuItem, 'isDisabled' | 'onRefused'> =>
  reason ? { isDisabled: true, onRefused: () => toastFailed(reason) } : {}

/** Row menu of the list of users. */
export function useUserMenu(status: UserStatusWrite, actions: UserRowActions) {
  const user = useUser()
  const navigate = useNavigate()
  const resetsOf = usePasswordResets(user.email)
  return (row: UserRow): readonly MenuItem[] => {
    const isOwn = row.email === user.email
    const isDisabled = row.status === 'DISABLED'
    const exceeds = row.exceeds.manage && EXCEEDS_CALLER
    const shown: readonly MenuItem[] = [
      { label: 'Open', keys: 'Enter', onSelect: () => void navigate(recordLink(USERS, row.id)) },
    ]
    if (row.status === 'DELETED') return shown
    return [
      ...shown,
      ...gatedItem(user, 'user:update', {
        label: 'Edit',
        onSelect: () => void navigate(recordLink(USERS, row.id, 'edit')),
        ...refused(exceeds),
      }),
      { label: 'History', onSelect: () => void navigate(recordLink(USERS, row.id, 'history')) },
      ...resetsOf(row, { isFittingOnly: true }).flatMap((item, at) =>
        gatedItem(user, RESET, { ...item, isApart: at === 0, isDangerous: false }),
      ),
      ...gatedItem(user, 'user:update-status', {
        label: 'End all sessions',
        onSelect: () => actions.endSessions(row),
        ...refused(exceeds),
      }),
      ...gatedItem(user, 'user:update-status', {
        label: isDisabled ? 'Enable' : 'Disable',
        isApart: true,
        onSelect: () => (isDisabled ? status.enable([row]) : status.disable([row])),
        ...refused(statusDenial(row, isOwn)),
      }),
      ...gatedItem(user, 'user:delete', {
        label: 'Delete',
        isDangerous: true,
        onSelect: () => actions.remove(row),
        ...refused(deletionDenial(row, isOwn)),
      }),
    ]
  }
}
