import type { UserRow } from '@backoffice/contract/users'
import { Confirm } from '../../kit/feedback/confirm.tsx'
import { CONFIRMED_RESETS, type ConfirmedReset, useAccountReset, useEndSessions } from './account-actions.tsx'
import { fullName } from './user-words.ts'

export type RowAction = 'end-sessions' | ConfirmedReset
type Props = { user: UserRow; onClose: () => void }

/** Confirms an action on a row. */
export function RowDialog({ action, ...props }: Props & { action: RowAction }) {
  return action === 'end-sessions' ? (
    <EndSessionsDialog {...props} />
  ) : (
    <ResetDialog {...props} mode={action} />
  )
}

function EndSessionsDialog({ user, onClose }: Props) {
  const { end, words } = useEndSessions(user, onClose)
  return <Confirm {...words} busy={end.isPending} error={end.error} onYes={() => end.run()} onNo={onClose} />
}

function ResetDialog({ user, mode, onClose }: Props & { mode: ConfirmedReset }) {
  const reset = useAccountReset(mode, { showsError: true, close: onClose })
  const { label, message, yes } = CONFIRMED_RESETS[mode]
  return (
    <Confirm
      title={`${label} of ${fullName(user)}?`}
      {...{ message, yes }}
      busy={reset.isPending}
      error={reset.error}
      onYes={() => reset.run(user)}
      onNo={onClose}
    />
  )
}
