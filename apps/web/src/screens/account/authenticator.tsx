import { useEffect, useState } from 'react'
import { authenticatorMessage } from '../../kit/authenticator/messages.ts'
import {
  endRecentSignIn,
  type RecentStep,
  submitRecentCode,
} from '../../kit/recent-sign-in/recent-sign-in.ts'
import { type CodeStep, codeSource, SecondStepForm } from '../../kit/recent-sign-in/second-step-form.tsx'
import steps from '../../kit/recent-sign-in/steps.module.css'
import { VerifyPasswordForm } from '../../kit/recent-sign-in/verify-password-form.tsx'
import { toastDone } from '../../kit/toast.ts'
import { isRecentSignInOver } from '../../session/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './account.module.css'
import { newAuthenticatorSecret, removeAuthenticator } from './authenticator-changes.ts'
import { AuthenticatorForm } from './authenticator-form.tsx'

type Goal = 'set-up' | 'remove'
type View =
  /** `back`: previous choice, whose button gets the focus. `lost`: error message. */
  | { step: 'choice'; back?: Goal; lost?: string | undefined }
  | { step: 'password'; goal: Goal }
  | { step: 'code'; goal: Goal; code: CodeStep }
  | { step: 'key'; secret: string }

const PASSWORD_WORDS = {
  'set-up': 'Enter your password to see the key of your authenticator.',
  replace:
    'Enter your password to see the key of a new authenticator. The current one works until the new one is set up.',
  remove:
    'Sign-in will require only your password, and the entry in the app will stop working. Enter your password to remove the authenticator.',
}

/** Sets up and removes an authenticator. Each change requires a recent sign-in. */
export function Authenticator({ isOn }: { isOn: boolean }) {
  const [shown, setShown] = useState<View>({ step: 'choice' })

  const isOpen = shown.step !== 'choice'
  useEffect(() => (isOpen ? endRecentSignIn : undefined), [isOpen])

  /** Continues after the password or the code of the second factor. */
  async function onStep(step: RecentStep, goal: Goal) {
    if (step === 'authenticator-code' || (typeof step === 'object' && 'textMessageTo' in step))
      return setShown({ step: 'code', goal, code: step })
    if (typeof step === 'object') return setShown({ step: 'key', secret: step.authenticatorSecret })
    if (goal === 'set-up') return setShown({ step: 'key', secret: await newAuthenticatorSecret() })
    await removeAuthenticator()
    // The "Remove" button disappears.
    done('Authenticator removed', 'set-up')
  }

  async function submitCode(code: string, goal: Goal): Promise<RecentStep | undefined> {
    try {
      return await submitRecentCode(code)
    } catch (error) {
      if (!isRecentSignInOver(error)) throw error
      setShown({ step: 'choice', back: goal, lost: authenticatorMessage(error) })
      return undefined
    }
  }

  function done(message: string, back: Goal) {
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
    const { goal } = shown
    return (
      <SecondStepForm
        submitLabel={goal === 'remove' ? 'Remove' : 'Continue'}
        danger={goal === 'remove'}
        onCode={(code) => submitCode(code, goal)}
        onResult={async (step) => step && onStep(step, goal)}
        onCancel={() => setShown({ step: 'choice', back: goal })}
      >
        <p className={css.words}>Enter a code to continue: {codeSource(shown.code)}</p>
      </SecondStepForm>
    )
  }
  if (shown.step === 'password') {
    const { goal } = shown
    return (
      <VerifyPasswordForm
        key={goal}
        aria-label={
          goal === 'remove' ? 'Remove authenticator' : isOn ? 'Replace authenticator' : 'Set up authenticator'
        }
        onStep={(step) => onStep(step, goal)}
        onCancel={() => setShown({ step: 'choice', back: goal })}
      >
        <p className={css.words}>{PASSWORD_WORDS[goal === 'set-up' && isOn ? 'replace' : goal]}</p>
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
      <div className={steps.actions}>
        <Button
          autoFocus={shown.back === 'set-up'}
          onClick={() => setShown({ step: 'password', goal: 'set-up' })}
        >
          {isOn ? 'Replace authenticator' : 'Set up authenticator'}
        </Button>
        {isOn && (
          <Button
            variant="danger"
            autoFocus={shown.back === 'remove'}
            onClick={() => setShown({ step: 'password', goal: 'remove' })}
          >
            Remove authenticator
          </Button>
        )}
      </div>
    </div>
  )
}
