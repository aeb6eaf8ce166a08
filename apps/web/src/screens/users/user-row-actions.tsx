import type { UserRow } from '@backoffice/contract/endpoints/users'
import { type ReactNode, useCallback, useState } from 'react'
import { toastFailed } from '../../kit/toast.ts'
import { useLazyModule } from '../../kit/use-lazy-module.ts'
import { errorMessage } from '../../net/api-error.ts'
import type { RowAction } from './row-dialogs.tsx'

const load = async () => (await import('./row-dialogs.tsx')).RowDialog

export type UserRowActions = { confirm: (action: RowAction, user: UserRow) => void; dialog: ReactNode }

/** Actions of a row that are confirmed in a dialog. */
export function useUserRowActions(): UserRowActions {
  const [opened, setOpened] = useState<{ action: RowAction; user: UserRow }>()
  const close = useCallback(() => setOpened(undefined), [])
  const fail = useCallback((error: unknown) => {
    setOpened(undefined)
    toastFailed(errorMessage(error))
  }, [])
  const RowDialog = useLazyModule(load, opened !== undefined, fail)
  return {
    confirm: (action, user) => setOpened({ action, user }),
    dialog: opened && RowDialog && <RowDialog {...opened} onClose={close} />,
  }
}
