import type { UserDetail } from '@backoffice/contract/endpoints/users'
import { EXCEEDS_CALLER } from '@backoffice/contract/exceeding'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { usePermission } from '../../kit/permission.ts'
import { PermissionGate } from '../../kit/permission-gate.tsx'
import { recordLink } from '../../kit/record/record-links.ts'
import { toastFailed } from '../../kit/toast.ts'
import { useUser } from '../../session/store.ts'
import { Button, buttonVariant } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { RESET, usePasswordResets } from './password-resets.ts'
import { deletionDenial, statusDenial } from './user-menu.ts'
import { type UserStatusWrite, useUserStatus } from './user-status.tsx'
import css from './users.module.css'
import { USERS } from './users-queries.ts'

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
      <PasswordMenu user={user} />
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
          deletionDenial(user, isOwn),
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

function PasswordMenu({ user }: Props) {
  const { isAllowed } = usePermission(RESET)
  const resetsOf = usePasswordResets(useUser().email)
  if (!isAllowed)
    return (
      <PermissionGate permission={RESET}>
        <Button>Reset password</Button>
      </PermissionGate>
    )
  return (
    <Menu label="Reset password" items={resetsOf(user)}>
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
