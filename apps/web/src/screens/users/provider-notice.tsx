import type { ProviderAction, UserDetail } from '@backoffice/contract/endpoints/users'
import { userEndpoints } from '@backoffice/contract/endpoints/users'
import { formatTime } from '../../kit/format-time.ts'
import { PermissionGate } from '../../kit/permission-gate.tsx'
import { useWrite } from '../../kit/use-write.ts'
import { call } from '../../net/call.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { refreshUsers, storeUser } from './users-queries.ts'

const WORDS = {
  create: {
    waiting: 'Invitation on its way',
    about: 'The identity provider is making the account, and mails a temporary password.',
    failed: 'The identity provider did not make the account',
  },
  update: {
    waiting: 'Change on its way to the identity provider',
    about: 'What was saved here already counts.',
    failed: 'The identity provider did not take the change',
  },
  enable: {
    waiting: 'Being enabled at the identity provider',
    about: 'Signing in works as soon as it is done.',
    failed: 'The identity provider did not enable the account',
  },
  disable: {
    waiting: 'Being disabled at the identity provider',
    about: 'Every call is refused already.',
    failed: 'The identity provider did not disable the account',
  },
  delete: {
    waiting: 'Being deleted at the identity provider',
    about: 'Every call is refused already.',
    failed: 'The identity provider did not delete the account',
  },
  reset: {
    waiting: 'Reset code on its way',
    about: 'The identity provider mails a code for a new password.',
    failed: 'The identity provider did not reset the password',
  },
  resend: {
    waiting: 'Invitation on its way again',
    about: 'The identity provider mails a new temporary password.',
    failed: 'The identity provider did not send the invitation again',
  },
  authenticator: {
    waiting: 'Authenticator being removed',
    about: 'A new one is set up at the next sign-in.',
    failed: 'The identity provider did not remove the authenticator',
  },
  'end-sessions': {
    waiting: 'Sessions being ended at the identity provider',
    about: 'They are refused on their next call already.',
    failed: 'The identity provider did not end the sessions',
  },
} as const satisfies Record<ProviderAction['action'], { waiting: string; about: string; failed: string }>

type Props = { id: UserDetail['id']; action: ProviderAction }

/** A change of a user that the identity provider has not applied yet, or has refused. */
export function ProviderNotice({ id, action: { action, state, attempts, detail, next_attempt_at } }: Props) {
  const retry = useWrite({
    run: () => call(userEndpoints.retryProvider, { body: { id } }),
    refresh: refreshUsers,
    store: storeUser,
  })
  const { waiting, about, failed } = WORDS[action]
  const isFailed = state === 'failed'
  const tries = attempts > 0 ? ` Tried ${attempts === 1 ? 'once' : `${attempts} times`}` : ''
  const next = tries && next_attempt_at ? `, next at ${formatTime(next_attempt_at)}` : ''
  return (
    <Notice
      tone={isFailed ? 'bad' : attempts > 0 ? 'warn' : 'info'}
      title={isFailed ? `${failed}.` : `${waiting}.`}
      live
      action={
        (isFailed || attempts > 0) && (
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
