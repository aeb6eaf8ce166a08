import type { UserRow } from '@backoffice/contract/users'
import { type ReactNode, useState } from 'react'
import { useLazyDialog } from '../../kit/lazy/use-lazy.tsx'
import type { RowAction } from './row-dialogs.tsx'

const load = async () => (await import('./row-dialogs.tsx')).RowDialog

export type UserRowActions = { confirm: (action: RowAction, user: UserRow) => void; dialog: ReactNode }

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
