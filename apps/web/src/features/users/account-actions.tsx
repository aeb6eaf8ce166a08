import { may, type Permission } from '@backoffice/contract/access'
import { EXCEEDS_CALLER } from '@backoffice/contract/exceeding'
import { type RESET_MODES, type UserRow, userEndpoints } from '@backoffice/contract/users'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../../kit/form/use-write.ts'
import { useLazyDialog } from '../../kit/lazy/use-lazy.tsx'
import { call } from '../../net/call.ts'
import { useUser } from '../../session/store.ts'
import { fullName } from './user-words.ts'
import { refreshUsers, storeUser } from './users-queries.ts'

export const RESET = 'user:reset-password'
export type ResetMode = (typeof RESET_MODES)[number]
type Person = Pick<UserRow, 'id' | 'given_name' | 'family_name'>

const DONE = {
  reset: 'A reset code is being sent to',
  resend: 'The invitation is being sent again to',
  authenticator: 'The authenticator is being removed for',
} as const satisfies Record<ResetMode, string>

/** Words of the confirmation of a reset; an invitation needs none. */
export const CONFIRMED_RESETS = {
  reset: {
    label: 'Reset password',
    message: 'The password stops working, and a code to choose another is emailed.',
    yes: 'Send reset code',
  },
  authenticator: {
    label: 'Remove authenticator',
    message: 'They sign in with the password alone until they set up another authenticator.',
    yes: 'Remove',
  },
} as const
export type ConfirmedReset = keyof typeof CONFIRMED_RESETS

/** Sends a reset code or another invitation, or removes an authenticator. */
export function useAccountReset(mode: ResetMode, options: { showsError?: true; close?: () => void } = {}) {
  return useWrite({
    run: (user: Person) => call(userEndpoints.resetPassword, { body: { id: user.id, mode } }),
    successText: (user) => `${DONE[mode]} ${fullName(user)}`,
    refresh: refreshUsers,
    store: storeUser,
    ...options,
  })
}

const OWN_PASSWORD = 'Change your own password and authenticator on the Account page.'
const DISABLED = 'The account is disabled. Enable it first.'

/** Reason why password and authenticator cannot be reset; false if they can. */
export function resetDenial(
  mode: ResetMode,
  { status, exceeds }: Pick<UserRow, 'status' | 'exceeds'>,
  isOwn: boolean,
): string | false {
  if (isOwn) return OWN_PASSWORD
  if (exceeds.account) return EXCEEDS_CALLER
  return status === 'DISABLED' && mode !== 'authenticator' && DISABLED
}

/** Ends all sessions of a user. `words` are for its confirmation, which shows the error. */
export function useEndSessions(user: Person, close?: () => void) {
  const name = fullName(user)
  const end = useWrite({
    run: () => call(userEndpoints.endSessions, { params: { id: user.id } }),
    successText: `All sessions of ${name} ended`,
    refresh: refreshUsers,
    showsError: true,
    ...(close && { close }),
  })
  const words = {
    title: `End all sessions of ${name}?`,
    message: 'They lose access immediately. Unsaved changes will be lost. The user can sign in again.',
    yes: 'End all',
  }
  return { end, words }
}

export type OffBoardingStart = { start: (user: UserRow) => void; dialog: ReactNode }

const loadOffBoarding = async () => (await import('./off-board-dialog.tsx')).OffBoardDialog

/** Opens the dialog that off-boards a user. */
export function useOffBoarding(onDeleted?: () => void): OffBoardingStart {
  const [user, setUser] = useState<UserRow>()
  const close = () => setUser(undefined)
  const OffBoardDialog = useLazyDialog(loadOffBoarding, user !== undefined, close)
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
