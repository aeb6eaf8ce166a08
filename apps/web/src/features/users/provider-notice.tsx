import type { ProviderAction, UserDetail } from '@backoffice/contract/users'
import { userEndpoints } from '@backoffice/contract/users'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { useWrite } from '../../kit/form/use-write.ts'
import { whenInSentence } from '../../kit/format/format-time.ts'
import { call } from '../../net/call.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CONFIRMED_RESETS } from './account-reset.ts'
import { refreshUsers, storeUser } from './users-queries.ts'

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

type Props = { id: UserDetail['id']; action: ProviderAction }

/** A change that the identity provider has not applied yet, or has refused. */
export function ProviderNotice({ id, action: { action, state, attempts, detail, next_attempt_at } }: Props) {
  const retry = useWrite({
    run: () => call(userEndpoints.retryProvider, { body: { id } }),
    refresh: refreshUsers,
    store: storeUser,
  })
  const { waiting, about, failed } = WORDS[action]
  const isFailed = state === 'failed'
  // An attempt counts when it begins: without a message the first one is still running.
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
