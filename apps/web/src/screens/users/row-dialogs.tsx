import type { UserRow } from '@backoffice/contract/endpoints/users'
import { userEndpoints } from '@backoffice/contract/endpoints/users'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Confirm } from '../../kit/confirm.tsx'
import { toastFailed } from '../../kit/toast.ts'
import { useWrite } from '../../kit/use-write.ts'
import { errorMessage } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { fullName } from './user-words.ts'
import { refreshUsers, userQuery } from './users-queries.ts'

type Props = { user: UserRow; onClose: () => void }

function EndSessionsDialog({ user, onClose }: Props) {
  const name = fullName(user)
  const end = useWrite({
    run: () => call(userEndpoints.endSessions, { params: { id: user.id } }),
    successText: `All sessions of ${name} ended`,
    refresh: refreshUsers,
    showsError: true,
    close: onClose,
  })
  return (
    <Confirm
      title={`End all sessions of ${name}?`}
      message="They lose access immediately. Unsaved changes will be lost. The user can sign in again."
      yes="End all"
      busy={end.isPending}
      problem={end.error ? errorMessage(end.error) : undefined}
      onYes={() => end.run()}
      onNo={onClose}
    />
  )
}

/** Loads the open work of the user first, which a row does not have. */
function DeleteRowDialog({ user, onClose }: Props) {
  const { data, error } = useQuery(userQuery(user.id))
  useEffect(() => {
    if (!error) return
    toastFailed(errorMessage(error))
    onClose()
  }, [error, onClose])
  return data ? <DeleteDialog user={data} onClose={onClose} /> : null
}

export const ROW_DIALOGS = { 'end-sessions': EndSessionsDialog, delete: DeleteRowDialog } as const
