import { useState } from 'react'
import { toastDone } from '../../kit/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './account.module.css'
import { newAuthenticatorSecret, removeAuthenticator } from './account-security.ts'
import { AuthenticatorForm } from './authenticator-form.tsx'
import { VerifyPasswordForm } from './verify-password-form.tsx'

type Wanted = 'set-up' | 'remove'
type Shown =
  /** `back`: what was chosen before, to restore the focus. `lost`: why it failed. */
  | { step: 'choice'; back?: Wanted; lost?: string | undefined }
  | { step: 'password'; wanted: Wanted }
  | { step: 'key'; secret: string }

/** Setting up and removing an authenticator need the password each time. */
export function Authenticator({ isOn }: { isOn: boolean }) {
  const [shown, setShown] = useState<Shown>({ step: 'choice' })

  function done(message: string, back: Wanted) {
    setShown({ step: 'choice', back })
    toastDone(message)
  }

  if (shown.step === 'key')
    return (
      <AuthenticatorForm
        secret={shown.secret}
        isReplacing={isOn}
        onDone={() => done(isOn ? 'Authenticator replaced' : 'Authenticator set up', 'set-up')}
        onGone={(lost) => setShown({ step: 'choice', back: 'set-up', lost })}
      />
    )
  if (shown.step === 'password' && shown.wanted === 'set-up')
    return (
      <VerifyPasswordForm
        key="set-up"
        aria-label={isOn ? 'Replace authenticator' : 'Set up authenticator'}
        submitLabel="Continue"
        onVerified={async () => setShown({ step: 'key', secret: await newAuthenticatorSecret() })}
        onCancel={() => setShown({ step: 'choice', back: 'set-up' })}
      >
        <p className={css.words}>
          {isOn
            ? 'Enter your password to see the key of a new authenticator. The one of now works until the new one is set up.'
            : 'Enter your password to see the key of your authenticator.'}
        </p>
      </VerifyPasswordForm>
    )
  if (shown.step === 'password')
    return (
      <VerifyPasswordForm
        key="remove"
        aria-label="Remove authenticator"
        submitLabel="Remove"
        danger
        onVerified={async () => {
          await removeAuthenticator()
          done('Authenticator removed', 'remove')
        }}
        onCancel={() => setShown({ step: 'choice', back: 'remove' })}
      >
        <p className={css.words}>
          Without it, signing in takes your password alone, and the entry in the app is of no use any more.
          Enter your password to remove it.
        </p>
      </VerifyPasswordForm>
    )
  return (
    <div className={css.body}>
      {shown.lost && (
        <Notice tone="bad" live>
          {shown.lost}
        </Notice>
      )}
      <p className={css.words}>
        {isOn
          ? 'Signing in takes your password and a code from the app on your phone. Phone lost? An access administrator can reset the authenticator; then sign in with your password and set up a new one.'
          : 'With an authenticator app on your phone, your password alone is not enough to sign in as you.'}
      </p>
      <div className={css.actions}>
        <Button
          // The focus returns to the button that was pressed, or to the nearest one.
          autoFocus={shown.back === 'set-up' || (shown.back === 'remove' && !isOn)}
          onClick={() => setShown({ step: 'password', wanted: 'set-up' })}
        >
          {isOn ? 'Replace authenticator' : 'Set up authenticator'}
        </Button>
        {isOn && (
          <Button
            variant="danger"
            autoFocus={shown.back === 'remove'}
            onClick={() => setShown({ step: 'password', wanted: 'remove' })}
          >
            Remove authenticator
          </Button>
        )}
      </div>
    </div>
  )
}
