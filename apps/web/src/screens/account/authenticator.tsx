import { useEffect, useState } from 'react'
import { authenticatorMessage, isRecentSignInOver } from '../../kit/authenticator/messages.ts'
import { toastDone } from '../../kit/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './account.module.css'
import { AuthenticatorForm } from './authenticator-form.tsx'
import {
  answerRecentSignIn,
  endRecentSignIn,
  newAuthenticatorSecret,
  type RecentStep,
  removeAuthenticator,
} from './recent-sign-in.ts'
import { type CodeStep, codeSource, SecondStepForm } from './second-step-form.tsx'
import { VerifyPasswordForm } from './verify-password-form.tsx'

type Wanted = 'set-up' | 'remove'
type Shown =
  /** `back`: what was chosen before, to restore the focus. `lost`: why it failed. */
  | { step: 'choice'; back?: Wanted; lost?: string | undefined }
  | { step: 'password'; wanted: Wanted }
  | { step: 'code'; wanted: Wanted; code: CodeStep }
  | { step: 'key'; secret: string }

const PASSWORD_WORDS = {
  'set-up': 'Enter your password to see the key of your authenticator.',
  replace:
    'Enter your password to see the key of a new authenticator. The current one works until the new one is set up.',
  remove:
    'Sign-in will require only your password, and the entry in the app will stop working. Enter your password to remove the authenticator.',
}

/** Setting up and removing an authenticator need a sign-in each time, next to the session. */
export function Authenticator({ isOn }: { isOn: boolean }) {
  const [shown, setShown] = useState<Shown>({ step: 'choice' })

  const isOpen = shown.step !== 'choice'
  useEffect(() => (isOpen ? endRecentSignIn : undefined), [isOpen])

  /** Goes on after the password, or after the code of the second factor. */
  async function onStep(step: RecentStep, wanted: Wanted) {
    if (step === 'authenticator-code' || (typeof step === 'object' && 'textMessageTo' in step))
      return setShown({ step: 'code', wanted, code: step })
    if (typeof step === 'object') return setShown({ step: 'key', secret: step.authenticatorSecret })
    if (wanted === 'set-up') return setShown({ step: 'key', secret: await newAuthenticatorSecret() })
    await removeAuthenticator()
    // The button that removed it is about to go.
    done('Authenticator removed', 'set-up')
  }

  async function answer(code: string, wanted: Wanted): Promise<RecentStep | undefined> {
    try {
      return await answerRecentSignIn(code)
    } catch (error) {
      if (!isRecentSignInOver(error)) throw error
      setShown({ step: 'choice', back: wanted, lost: authenticatorMessage(error) })
      return undefined
    }
  }

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
  if (shown.step === 'code') {
    const { wanted } = shown
    return (
      <SecondStepForm
        submitLabel={wanted === 'remove' ? 'Remove' : 'Continue'}
        danger={wanted === 'remove'}
        answer={(code) => answer(code, wanted)}
        onResult={async (step) => step && onStep(step, wanted)}
        onCancel={() => setShown({ step: 'choice', back: wanted })}
      >
        <p className={css.words}>Enter a code to continue: {codeSource(shown.code)}</p>
      </SecondStepForm>
    )
  }
  if (shown.step === 'password') {
    const { wanted } = shown
    return (
      <VerifyPasswordForm
        key={wanted}
        aria-label={
          wanted === 'remove'
            ? 'Remove authenticator'
            : isOn
              ? 'Replace authenticator'
              : 'Set up authenticator'
        }
        onStep={(step) => onStep(step, wanted)}
        onCancel={() => setShown({ step: 'choice', back: wanted })}
      >
        <p className={css.words}>{PASSWORD_WORDS[wanted === 'set-up' && isOn ? 'replace' : wanted]}</p>
      </VerifyPasswordForm>
    )
  }
  return (
    <div className={css.body}>
      {shown.lost && (
        <Notice tone="bad" live>
          {shown.lost}
        </Notice>
      )}
      <p className={css.words}>
        {isOn
          ? 'Sign-in requires your password and a code from the app on your phone. If you lose the phone, an access administrator can reset the authenticator. Then sign in with your password and set up a new one.'
          : 'An authenticator app on your phone protects your account even if someone learns your password.'}
      </p>
      <div className={css.actions}>
        <Button
          // The focus returns to the button that was pressed.
          autoFocus={shown.back === 'set-up'}
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
