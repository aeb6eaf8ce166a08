import type { UserDetail } from '@backoffice/contract/endpoints/users'
import { type RESET_MODES, userEndpoints } from '@backoffice/contract/endpoints/users'
import { EXCEEDS_CALLER } from '@backoffice/contract/exceeding'
import { keysOf } from '@backoffice/contract/objects'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { usePermission } from '../../kit/permission.ts'
import { PermissionGate } from '../../kit/permission-gate.tsx'
import { recordLink } from '../../kit/record/record-links.ts'
import { toastFailed } from '../../kit/toast.ts'
import { useWrite } from '../../kit/use-write.ts'
import { call } from '../../net/call.ts'
import { useUser } from '../../session/store.ts'
import { Button, buttonVariant } from '../../ui/button.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { statusDenial } from './user-menu.ts'
import { type UserStatusWrite, useUserStatus } from './user-status.tsx'
import { fullName } from './user-words.ts'
import css from './users.module.css'
import { refreshUsers, storeUser, USERS } from './users-queries.ts'

type Props = { user: UserDetail }

/** Actions on a user. A denied action shows its reason. */
export function UserActions({ user }: Props) {
  const status = useUserStatus()
  const [isDeleting, setDeleting] = useState(false)
  const isOwn = useUser().email === user.email
  const isDisabled = user.status === 'DISABLED'
  const exceeds = user.exceeds.manage && EXCEEDS_CALLER
  return (
    <div className={css.actions}>
      <PasswordMenu user={user} isOwn={isOwn} />
      <PermissionGate permission="user:update-status">
        {unlessDenied(
          statusDenial(user, isOwn),
          isDisabled ? (
            <Button busy={status.isPending} onClick={() => status.enable([user])}>
              Enable
            </Button>
          ) : (
            <Button variant="danger" busy={status.isPending} onClick={() => status.disable([user])}>
              Disable
            </Button>
          ),
        )}
      </PermissionGate>
      <PermissionGate permission="user:delete">
        {unlessDenied(
          isOwn ? 'You can’t delete yourself. Ask another administrator.' : exceeds,
          <Button variant="danger" onClick={() => setDeleting(true)}>
            Delete
          </Button>,
        )}
      </PermissionGate>
      <PermissionGate permission="user:update">
        {exceeds ? (
          unlessDenied(exceeds, <Button variant="primary">Edit</Button>)
        ) : (
          <Link {...recordLink(USERS, user.id, 'edit')} {...buttonVariant('primary')}>
            Edit
          </Link>
        )}
      </PermissionGate>
      {status.dialog}
      {isDeleting && <DeleteDialog user={user} onClose={() => setDeleting(false)} />}
    </div>
  )
}

/** A denied button stays focusable and shows the reason. */
function unlessDenied(reason: string | false, button: ReactElement<React.ComponentProps<typeof Button>>) {
  if (!reason) return button
  return <Button {...button.props} aria-disabled title={reason} onClick={() => toastFailed(reason)} />
}

const OWN_PASSWORD = 'Change your own password and authenticator on the Account page.'
const RESET = 'user:reset-password'

type Mode = (typeof RESET_MODES)[number]

const MODES = {
  reset: { label: 'Send a reset code', successText: 'Reset code sent to' },
  resend: { label: 'Send the invitation again', successText: 'Invitation sent again to' },
  authenticator: { label: 'Remove the authenticator', successText: 'Authenticator removed for' },
} as const satisfies Record<Mode, { label: string; successText: string }>

/** Reason why the mode does not apply to the user. */
function misfit(mode: Mode, { status, mfa_enabled }: UserDetail): string | undefined {
  if (status === 'DISABLED' && mode !== 'authenticator') return 'The account is disabled. Enable it first.'
  if (mode === 'resend')
    return status === 'PENDING' ? undefined : 'The invitation was accepted. Send a reset code instead.'
  if (status === 'PENDING') return 'The invitation was not accepted yet. Send it again instead.'
  return mode === 'authenticator' && mfa_enabled === false
    ? 'There is no authenticator to remove.'
    : undefined
}

function PasswordMenu({ user, isOwn }: Props & { isOwn: boolean }) {
  const { isAllowed } = usePermission(RESET)
  const reset = useWrite({
    run: async (mode: Mode) => ({
      mode,
      user: await call(userEndpoints.resetPassword, { body: { id: user.id, mode } }),
    }),
    successText: ({ mode }) => `${MODES[mode].successText} ${fullName(user)}`,
    refresh: refreshUsers,
    store: (reply) => storeUser(reply.user),
  })
  if (!isAllowed)
    return (
      <PermissionGate permission={RESET}>
        <Button>Reset password</Button>
      </PermissionGate>
    )
  const items = keysOf(MODES).map((mode): MenuItem => {
    const reason = isOwn ? OWN_PASSWORD : user.exceeds.account ? EXCEEDS_CALLER : misfit(mode, user)
    return {
      label: MODES[mode].label,
      attributes: { 'data-permission': RESET },
      onSelect: () => reset.run(mode),
      isDangerous: mode === 'authenticator',
      ...(reason && { isDisabled: true, onRefused: () => toastFailed(reason) }),
    }
  })
  return (
    <Menu label="Reset password" items={items}>
      Reset password
    </Menu>
  )
}

/** The identity provider locks an account after too many wrong passwords. Enabling unlocks it. */
export function LockNotice({ user, status }: Props & { status: UserStatusWrite }) {
  return (
    <Notice
      tone="warn"
      title="Locked after wrong passwords."
      action={
        user.status !== 'DISABLED' && (
          <PermissionGate permission="user:update-status">
            {unlessDenied(
              statusDenial(user, false),
              <Button busy={status.isPending} onClick={() => status.enable([user])}>
                Unlock
              </Button>,
            )}
          </PermissionGate>
        )
      }
    >
      The user can’t sign in until the lock expires or you unlock the account.
    </Notice>
  )
}
