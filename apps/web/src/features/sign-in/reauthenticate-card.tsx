import { useState } from 'react'
import type { Step } from '../../session/identity-library.ts'
import { useUser } from '../../session/store.ts'
import { CodeForm } from './code-form.tsx'
import { LoginCard } from './login-layout.tsx'
import { ReauthenticateForm } from './reauthenticate-form.tsx'

/** Reason of the lock: idle limit, unknown idle time, or a session that ended or failed to refresh. */
export type Why = 'idle' | 'unknown' | 'interrupted' | 'not-renewed'

type Props = {
  why: Why
  /** Keeps the card until the sign-in has finished: the token arrives before the access. */
  onSigningIn: (isSigningIn: boolean) => void
}

const UNSUPPORTED =
  'Your account needs a step that is not available here. Sign in again. Unsaved changes will be lost.'

/** Steps to unlock the screen or to sign in again: password, then second factor. */
export function ReauthenticateCard({ why, onSigningIn }: Props) {
  const { email } = useUser()
  const [textMessageTo, setTextMessageTo] = useState<string>()
  const [step, setStep] = useState<{ for: 'password'; problem?: string } | { for: 'code' }>({
    for: 'password',
  })

  function onStep(next: Step) {
    if (next === 'signed-in') return
    const isText = typeof next === 'object' && 'textMessageTo' in next
    setTextMessageTo(isText ? next.textMessageTo : undefined)
    setStep(
      next === 'authenticator-code' || isText ? { for: 'code' } : { for: 'password', problem: UNSUPPORTED },
    )
  }

  return (
    <LoginCard>
      {step.for === 'password' ? (
        <ReauthenticateForm
          why={why}
          email={email}
          problem={step.problem}
          onSigningIn={onSigningIn}
          onStep={onStep}
        />
      ) : (
        <CodeForm
          textMessageTo={textMessageTo}
          onStep={onStep}
          onSigningIn={onSigningIn}
          onLost={(problem) => setStep({ for: 'password', ...(problem && { problem }) })}
        />
      )}
    </LoginCard>
  )
}
