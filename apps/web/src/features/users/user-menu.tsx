import { EXCEEDS_CALLER } from '@backoffice/contract/exceeding'
import type { UserRow } from '@backoffice/contract/users'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { toastFailed } from '../../kit/feedback/toast.ts'
import { useLazyDialog } from '../../kit/lazy/use-lazy.tsx'
import { gatedItem } from '../../kit/list/gated-item.ts'
import { recordLink } from '../../kit/record/record-links.ts'
import { useUser } from '../../session/store.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import {
  CONFIRMED_RESETS,
  type ConfirmedReset,
  type OffBoardingStart,
  offBoardDenial,
  RESET,
  resetDenial,
  useAccountReset,
  useOffBoardPermission,
} from './account-actions.tsx'
import type { RowAction } from './row-dialogs.tsx'
import { statusDenial, type UserStatusWrite } from './user-status.tsx'
import { USERS } from './users-queries.ts'

const refused = (reason: string | false): Pick<MenuItem, 'isDisabled' | 'onRefused'> =>
  reason ? { isDisabled: true, onRefused: () => toastFailed(reason) } : {}

type Writes = { status: UserStatusWrite; actions: UserRowActions; offBoarding: OffBoardingStart }

/** Row menu of the list of users, with the actions that apply to the user. */
export function useUserMenu({ status, actions, offBoarding }: Writes) {
  const user = useUser()
  const resend = useAccountReset('resend')
  const offBoardPermission = useOffBoardPermission()
  const navigate = useNavigate()

  function resetsOf(row: UserRow, isOwn: boolean): MenuItem[] {
    const reset = (mode: ConfirmedReset, isApart: boolean) =>
      gatedItem(user, RESET, {
        label: `${CONFIRMED_RESETS[mode].label}…`,
        isApart,
        onSelect: () => actions.confirm(mode, row),
        ...refused(resetDenial(mode, row, isOwn)),
      })
    return [
      ...reset('reset', true),
      ...(row.second_factor === 'AUTHENTICATOR' ? reset('authenticator', false) : []),
    ]
  }

  return (row: UserRow): readonly MenuItem[] => {
    const isOwn = row.email === user.email
    const open = { label: 'Open', keys: 'Enter', onSelect: () => void navigate(recordLink(USERS, row.id)) }
    if (row.status === 'DELETED') return [open]
    const exceeds = row.exceeds.manage && EXCEEDS_CALLER
    return [
      open,
      ...gatedItem(user, 'user:update', {
        label: 'Edit',
        onSelect: () => void navigate(recordLink(USERS, row.id, 'edit')),
        ...refused(exceeds),
      }),
      { label: 'History', onSelect: () => void navigate(recordLink(USERS, row.id, 'history')) },
      ...(row.status === 'PENDING'
        ? gatedItem(user, RESET, {
            label: 'Send invitation again',
            isApart: true,
            onSelect: () => resend.run(row),
            ...refused(resetDenial('resend', row, isOwn)),
          })
        : resetsOf(row, isOwn)),
      ...gatedItem(user, 'user:update-status', {
        label: 'End all sessions…',
        onSelect: () => actions.confirm('end-sessions', row),
        ...refused(exceeds),
      }),
      ...(row.status === 'DISABLED'
        ? gatedItem(user, 'user:update-status', {
            label: 'Enable',
            isApart: true,
            onSelect: () => status.enable([row]),
            ...refused(statusDenial(row, isOwn)),
          })
        : []),
      ...gatedItem(user, offBoardPermission, {
        label: 'Off-board…',
        isApart: true,
        isDangerous: true,
        onSelect: () => offBoarding.start(row),
        ...refused(offBoardDenial(row, isOwn)),
      }),
    ]
  }
}

const load = async () => (await import('./row-dialogs.tsx')).RowDialog

type UserRowActions = { confirm: (action: RowAction, user: UserRow) => void; dialog: ReactNode }

/** Actions of a row that are confirmed in a dialog. */
export function useUserRowActions(): UserRowActions {
  const [opened, setOpened] = useState<{ action: RowAction; user: UserRow }>()
  const close = () => setOpened(undefined)
  const RowDialog = useLazyDialog(load, opened !== undefined, close)
  return {
    confirm: (action, user) => setOpened({ action, user }),
    dialog: opened && RowDialog && <RowDialog {...opened} onClose={close} />,
  }
}
