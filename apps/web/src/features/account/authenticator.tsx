import { useState } from 'react'
import { toastDone } from '../../kit/feedback/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import steps from '../recent-sign-in/steps.module.css'
import css from './account.module.css'
import { AuthenticatorSteps, type Goal } from './authenticator-steps.tsx'

type View =
  /** `back`: previous choice, whose button gets the focus. `lost`: error message. */
  { step: 'choice'; back?: Goal; lost?: string | undefined } | { step: 'change'; goal: Goal }

const SET_UP = {
  label: 'Set up authenticator',
  words: 'Enter your password to see the key of your authenticator.',
  done: 'Authenticator set up',
}
const REPLACE = {
  label: 'Replace authenticator',
  words:
    'Enter your password to see the key of a new authenticator. The current one works until the new one is set up.',
  done: 'Authenticator replaced',
}
const REMOVE = {
  label: 'Remove authenticator',
  words:
    'Sign-in will require only your password, and the entry in the app will stop working. Enter your password to remove the authenticator.',
  done: 'Authenticator removed',
}

/** Sets up and removes an authenticator. */
export function Authenticator({ isOn }: { isOn: boolean }) {
  const [shown, setShown] = useState<View>({ step: 'choice' })
  if (shown.step === 'change') {
    const { goal } = shown
    const { label, words, done } = goal === 'remove' ? REMOVE : isOn ? REPLACE : SET_UP
    return (
      <AuthenticatorSteps
        key={goal}
        goal={goal}
        isReplacing={isOn}
        label={label}
        onDone={() => {
          // After a removal its button is gone.
          setShown({ step: 'choice', back: 'set-up' })
          toastDone(done)
        }}
        onGone={(lost) => setShown({ step: 'choice', back: goal, lost })}
      >
        {words}
      </AuthenticatorSteps>
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
          onClick={() => setShown({ step: 'change', goal: 'set-up' })}
        >
          {isOn ? REPLACE.label : SET_UP.label}
        </Button>
        {isOn && (
          <Button
            variant="danger"
            autoFocus={shown.back === 'remove'}
            onClick={() => setShown({ step: 'change', goal: 'remove' })}
          >
            {REMOVE.label}
          </Button>
        )}
      </div>
    </div>
  )
}
