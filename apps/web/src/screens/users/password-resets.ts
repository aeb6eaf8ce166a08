import type { UserRow } from '@backoffice/contract/endpoints/users'
import { type RESET_MODES, userEndpoints } from '@backoffice/contract/endpoints/users'
import { EXCEEDS_CALLER } from '@backoffice/contract/exceeding'
import { keysOf } from '@backoffice/contract/objects'
import { toastFailed } from '../../kit/toast.ts'
import { useWrite } from '../../kit/use-write.ts'
import { call } from '../../net/call.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import { fullName } from './user-words.ts'
import { refreshUsers, storeUser } from './users-queries.ts'

type Mode = (typeof RESET_MODES)[number]

const MODES = {
  reset: { label: 'Send a reset code', successText: 'Reset code sent to' },
  resend: { label: 'Send the invitation again', successText: 'Invitation sent again to' },
  authenticator: { label: 'Remove the authenticator', successText: 'Authenticator removed for' },
} as const satisfies Record<Mode, { label: string; successText: string }>

export const RESET = 'user:reset-password'
const OWN_PASSWORD = 'Change your own password and authenticator on the Account page.'

/** A user, with the second factors of any kind if they are known. */
type ResettableUser = UserRow & { mfa_enabled?: boolean | null }

const hasNoFactor = ({ mfa_enabled, second_factor }: ResettableUser) =>
  mfa_enabled === undefined ? second_factor !== 'AUTHENTICATOR' : mfa_enabled === false

/** Reason why the mode does not apply to the user. */
function misfit(mode: Mode, user: ResettableUser): string | undefined {
  const { status } = user
  if (status === 'DISABLED' && mode !== 'authenticator') return 'The account is disabled. Enable it first.'
  if (mode === 'resend')
    return status === 'PENDING' ? undefined : 'The invitation was accepted. Send a reset code instead.'
  if (status === 'PENDING') return 'The invitation was not accepted yet. Send it again instead.'
  return mode === 'authenticator' && hasNoFactor(user) ? 'There is no authenticator to remove.' : undefined
}

type ItemsOf = (user: ResettableUser, options?: { isFittingOnly: boolean }) => readonly MenuItem[]

/**
 * Menu items that reset the password or the authenticator of a user. A denied one shows its reason. `isFittingOnly`:
 * without those that do not apply to the user's status.
 */
export function usePasswordResets(ownEmail: string): ItemsOf {
  const reset = useWrite({
    run: async ({ mode, id }: { mode: Mode; id: string }) => ({
      mode,
      user: await call(userEndpoints.resetPassword, { body: { id, mode } }),
    }),
    successText: ({ mode, user }) => `${MODES[mode].successText} ${fullName(user)}`,
    refresh: refreshUsers,
    store: (reply) => storeUser(reply.user),
  })
  return (user, { isFittingOnly } = { isFittingOnly: false }) => {
    const modes = keysOf(MODES).filter((mode) => !isFittingOnly || misfit(mode, user) === undefined)
    return modes.map((mode): MenuItem => {
      const isOwn = user.email === ownEmail
      const reason = isOwn ? OWN_PASSWORD : user.exceeds.account ? EXCEEDS_CALLER : misfit(mode, user)
      return {
        label: MODES[mode].label,
        attributes: { 'data-permission': RESET },
        onSelect: () => reset.run({ mode, id: user.id }),
        isDangerous: mode === 'authenticator',
        ...(reason && { isDisabled: true, onRefused: () => toastFailed(reason) }),
      }
    })
  }
}
