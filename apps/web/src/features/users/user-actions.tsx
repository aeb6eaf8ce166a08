import { EXCEEDS_CALLER } from '@backoffice/contract/exceeding'
import { type ProviderAction, type UserDetail, userEndpoints } from '@backoffice/contract/users'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { ConfirmButton } from '../../kit/feedback/confirm-button.tsx'
import { toastFailed } from '../../kit/feedback/toast.ts'
import { useWrite } from '../../kit/form/use-write.ts'
import { whenInSentence } from '../../kit/format/format-time.ts'
import { listLink, recordLink } from '../../kit/record/record-links.ts'
import { call } from '../../net/call.ts'
import { useUser } from '../../session/store.ts'
import { Button, buttonVariant } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import {
  CONFIRMED_RESETS,
  type ConfirmedReset,
  offBoardDenial,
  RESET,
  resetDenial,
  useAccountReset,
  useOffBoarding,
  useOffBoardPermission,
} from './account-actions.tsx'
import { statusDenial, type UserStatusWrite, useUserStatus } from './user-status.tsx'
import { fullName } from './user-words.ts'
import css from './users.module.css'
import { refreshUsers, storeUser, USERS } from './users-queries.ts'

type Props = { user: UserDetail }

/** Actions on a user. A denied action shows its reason. */
export function UserActions({ user }: Props) {
  const status = useUserStatus()
  const navigate = useNavigate()
  const offBoarding = useOffBoarding(() => void navigate(listLink(USERS)))
  const offBoardPermission = useOffBoardPermission()
  const isOwn = useUser().email === user.email
  const exceeds = user.exceeds.manage && EXCEEDS_CALLER
  return (
    <div className={css.actions}>
      <AccountResets user={user} isOwn={isOwn} />
      {user.status === 'DISABLED' && (
        <PermissionGate permission="user:update-status">
          {unlessDenied(
            statusDenial(user, isOwn),
            <Button busy={status.isPending} onClick={() => status.enable([user])}>
              Enable
            </Button>,
          )}
        </PermissionGate>
      )}
      <PermissionGate permission={offBoardPermission}>
        {unlessDenied(
          offBoardDenial(user, isOwn),
          <Button variant="danger" onClick={() => offBoarding.start(user)}>
            Off-board…
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
      {offBoarding.dialog}
    </div>
  )
}

/** A denied button stays focusable and shows the reason. */
function unlessDenied(reason: string | false, button: ReactElement<React.ComponentProps<typeof Button>>) {
  if (!reason) return button
  return <Button {...button.props} aria-disabled title={reason} onClick={() => toastFailed(reason)} />
}

type ResetProps = Props & { isOwn: boolean }

/** A pending user needs another invitation; others a reset code, or the removal of a lost authenticator. */
function AccountResets({ user, isOwn }: ResetProps) {
  const resend = useAccountReset('resend')
  if (user.status === 'PENDING')
    return (
      <PermissionGate permission={RESET}>
        {unlessDenied(
          resetDenial('resend', user, isOwn),
          <Button busy={resend.isPending} onClick={() => resend.run(user)}>
            Send invitation again
          </Button>,
        )}
      </PermissionGate>
    )
  return (
    <>
      <ResetButton mode="reset" user={user} isOwn={isOwn} />
      {user.mfa_enabled !== false && <ResetButton mode="authenticator" user={user} isOwn={isOwn} />}
    </>
  )
}

function ResetButton({ mode, user, isOwn }: ResetProps & { mode: ConfirmedReset }) {
  const write = useAccountReset(mode)
  const denial = resetDenial(mode, user, isOwn)
  const { label, message, yes } = CONFIRMED_RESETS[mode]
  const [title, button] = [`${label} of ${fullName(user)}?`, { variant: 'plain', message, yes } as const]
  return (
    <PermissionGate permission={RESET}>
      <ConfirmButton
        {...button}
        {...(denial && { 'aria-disabled': true, onClick: () => toastFailed(denial) })}
        title={title}
        write={{ ...write, run: () => write.run(user) }}
      >
        {label}
      </ConfirmButton>
    </PermissionGate>
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

const WORDS = {
  create: {
    waiting: 'The invitation is being sent',
    about: 'This page updates by itself.',
    failed: 'The identity provider did not create the account',
  },
  update: {
    waiting: 'Updating the identity provider',
    about: 'Your change already applies here.',
    failed: 'The identity provider did not apply the change',
  },
  enable: {
    waiting: 'Enabling at the identity provider',
    about: 'The user can sign in when this is finished.',
    failed: 'The identity provider did not enable the account',
  },
  disable: {
    waiting: 'Disabling at the identity provider',
    about: 'The user has already lost access.',
    failed: 'The identity provider did not disable the account',
  },
  delete: {
    waiting: 'Deleting at the identity provider',
    about: 'The user has already lost access.',
    failed: 'The identity provider did not delete the account',
  },
  reset: {
    waiting: 'Sending the reset code',
    about: 'A code for a new password will be emailed.',
    failed: 'The identity provider did not reset the password',
  },
  resend: {
    waiting: 'The invitation is being sent again',
    about: 'The former temporary password stops working.',
    failed: 'The identity provider did not send the invitation again',
  },
  authenticator: {
    waiting: 'Removing the authenticator',
    about: CONFIRMED_RESETS.authenticator.message,
    failed: 'The identity provider did not remove the authenticator',
  },
  'end-sessions': {
    waiting: 'Ending sessions at the identity provider',
    about: 'They have already lost access.',
    failed: 'The identity provider did not end the sessions',
  },
} as const satisfies Record<ProviderAction['action'], { waiting: string; about: string; failed: string }>

type ProviderNoticeProps = { id: UserDetail['id']; action: ProviderAction }

/** A change that the identity provider has not applied yet, or has refused. */
export function ProviderNotice({
  id,
  action: { action, state, attempts, detail, next_attempt_at },
}: ProviderNoticeProps) {
  const retry = useWrite({
    run: () => call(userEndpoints.retryProvider, { body: { id } }),
    refresh: refreshUsers,
    store: storeUser,
  })
  const { waiting, about, failed } = WORDS[action]
  const isFailed = state === 'failed'
  // An attempt counts when it begins, so without a message the first one is still running.
  const isDelayed = attempts > 1 || (attempts === 1 && detail !== null)
  const tries = isDelayed ? ` Tried ${attempts === 1 ? 'once' : `${attempts} times`}` : ''
  const next = tries && next_attempt_at ? `, next ${whenInSentence(next_attempt_at)}` : ''
  return (
    <Notice
      tone={isFailed ? 'bad' : isDelayed ? 'warn' : 'info'}
      title={isFailed ? `${failed}.` : `${waiting}.`}
      live
      action={
        (isFailed || isDelayed) && (
          <PermissionGate permission="user:update-status">
            <Button busy={retry.isPending} onClick={() => retry.run()}>
              Try again
            </Button>
          </PermissionGate>
        )
      }
    >
      {isFailed ? detail : [about, detail].filter(Boolean).join(' ')}
      {tries && `${tries}${next}.`}
    </Notice>
  )
}
