import { may, type Permission } from '@backoffice/contract/access'
import { EXCEEDS_CALLER } from '@backoffice/contract/exceeding'
import type { UserRow } from '@backoffice/contract/users'
import { type ReactNode, useState } from 'react'
import { useLazyDialog } from '../../kit/lazy/use-lazy.tsx'
import { useUser } from '../../session/store.ts'

export type OffBoardingStart = { start: (user: UserRow) => void; dialog: ReactNode }

const load = async () => (await import('./off-board-dialog.tsx')).OffBoardDialog

/** Opens the dialog that off-boards a user. */
export function useOffBoarding(onDeleted?: () => void): OffBoardingStart {
  const [user, setUser] = useState<UserRow>()
  const close = () => setUser(undefined)
  const OffBoardDialog = useLazyDialog(load, user !== undefined, close)
  return {
    start: setUser,
    dialog: user && OffBoardDialog && (
      <OffBoardDialog
        user={user}
        onClose={close}
        onDone={(mode) => {
          close()
          if (mode === 'delete') onDeleted?.()
        }}
      />
    ),
  }
}

/** Either permission is enough; the dialog offers what the caller may do. */
export function useOffBoardPermission(): Permission {
  const caller = useUser()
  return !may(caller, 'user:update-status') && may(caller, 'user:delete')
    ? 'user:delete'
    : 'user:update-status'
}

/** Reason why the user cannot be off-boarded; false if they can. */
export function offBoardDenial({ exceeds }: Pick<UserRow, 'exceeds'>, isOwn: boolean): string | false {
  if (isOwn) return 'You can’t off-board yourself. Ask another administrator.'
  return exceeds.manage && EXCEEDS_CALLER
}
