import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { authenticatorQuery, newAuthenticatorSecret, removeAuthenticator } from '../../api/account.ts'
import { wordsOf } from '../../api/failure.ts'
import { ConfirmButton } from '../../kit/confirm-button.tsx'
import { Failed } from '../../kit/failed.tsx'
import { toastDone } from '../../kit/toast.ts'
import { useAction } from '../../kit/use-action.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import css from './account.module.css'
import { AuthenticatorForm } from './authenticator-form.tsx'

/** The second step at sign-in: set up, replaced or removed by its owner. */
export function AuthenticatorCard() {
  const { data: isOn, error, refetch } = useQuery(authenticatorQuery)
  return (
    <Card
      title="Authenticator"
      aside={isOn !== undefined && <Badge tone={isOn ? 'ok' : 'quiet'}>{isOn ? 'On' : 'Off'}</Badge>}
    >
      {isOn !== undefined ? (
        <Authenticator isOn={isOn} />
      ) : error ? (
        <Failed what="The authenticator" error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={css.body}>
          <Skeleton width="90%" height={20} />
          <Skeleton width="70%" height={20} />
          <Skeleton width={160} height={32} />
        </div>
      )}
    </Card>
  )
}

function Authenticator({ isOn }: { isOn: boolean }) {
  const [secret, setSecret] = useState<string>()
  const [lost, setLost] = useState<string>()
  const begin = useAction(newAuthenticatorSecret, { onDone: setSecret })
  const remove = useAction(removeAuthenticator, { done: 'Authenticator removed', inDialog: true })

  function finish(words?: string) {
    setSecret(undefined)
    setLost(words)
  }

  if (secret !== undefined)
    return (
      <AuthenticatorForm
        secret={secret}
        isReplacing={isOn}
        onDone={() => {
          finish()
          toastDone(isOn ? 'Authenticator replaced' : 'Authenticator set up')
        }}
        onGone={finish}
      />
    )
  return (
    <div className={css.body}>
      {lost && (
        <Notice tone="bad" live>
          {lost}
        </Notice>
      )}
      <p className={css.words}>
        {isOn
          ? 'Signing in takes your password and a code from the app on your phone. Phone lost? An access administrator can reset the authenticator; then sign in with your password and set up a new one.'
          : 'With an authenticator app on your phone, your password alone is not enough to sign in as you.'}
      </p>
      <div className={css.actions}>
        <Button busy={begin.isPending} onClick={() => begin.mutate()}>
          {isOn ? 'Replace authenticator' : 'Set up authenticator'}
        </Button>
        {isOn && (
          <ConfirmButton
            title="Remove the authenticator?"
            words="Signing in then takes your password alone. The entry in the app is of no use any more."
            yes="Remove"
            no="Keep it"
            busy={remove.isPending}
            problem={remove.error ? wordsOf(remove.error) : undefined}
            onAsk={remove.reset}
            onYes={() => remove.mutate()}
          >
            Remove authenticator
          </ConfirmButton>
        )}
      </div>
    </div>
  )
}
