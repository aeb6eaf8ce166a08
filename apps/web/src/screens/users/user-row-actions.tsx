import type { UserRow } from '@backoffice/contract/endpoints/users'
import { type ReactNode, useCallback, useState } from 'react'
import { toastFailed } from '../../kit/toast.ts'
import { useLazyModule } from '../../kit/use-lazy-module.ts'
import { errorMessage } from '../../net/api-error.ts'

const load = async () => (await import('./row-dialogs.tsx')).ROW_DIALOGS

type OpenDialog = { of: 'end-sessions' | 'delete'; user: UserRow }

export type UserRowActions = {
  endSessions: (user: UserRow) => void
  remove: (user: UserRow) => void
  dialog: ReactNode
}

/** Actions of a row that are confirmed in a dialog. */
export function useUserRowActions(): UserRowActions {
  const [opened, setOpened] = useState<OpenDialog>()
  const close = useCallback(() => setOpened(undefined), [])
  const fail = useCallback((error: unknown) => {
    setOpened(undefined)
    toastFailed(errorMessage(error))
  }, [])
  const dialogs = useLazyModule(load, opened !== undefined, fail)
  const Dialog = opened && dialogs?.[opened.of]
  return {
    endSessions: (user) => setOpened({ of: 'end-sessions', user }),
    remove: (user) => setOpened({ of: 'delete', user }),
    dialog: Dialog && <Dialog user={opened.user} onClose={close} />,
  }
}
