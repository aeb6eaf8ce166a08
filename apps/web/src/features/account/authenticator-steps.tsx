import { type ReactNode, useEffect, useState } from 'react'
import { isRecentSignInOver } from '../../session/messages.ts'
import { endRecentSignIn, type RecentStep, submitRecentCode } from '../recent-sign-in/recent-sign-in.ts'
import { type CodeStep, codeSource, SecondStepForm } from '../recent-sign-in/second-step-form.tsx'
import { VerifyPasswordForm } from '../recent-sign-in/verify-password-form.tsx'
import { authenticatorMessage } from '../sign-in/authenticator/messages.ts'
import css from './account.module.css'
import { newAuthenticatorSecret, removeAuthenticator } from './authenticator-changes.ts'
import { AuthenticatorForm } from './authenticator-form.tsx'

export type Goal = 'set-up' | 'remove'
type View = { step: 'password' } | { step: 'code'; code: CodeStep } | { step: 'key'; secret: string }

type Props = {
  goal: Goal
  isReplacing: boolean
  label: string
  /** Shown above the password. */
  children: ReactNode
  onDone: () => void
  /** Called on cancel, or with an error message if the steps must start over. */
  onGone: (lost?: string) => void
  /** The password and the code can't be cancelled. */
  isRequired?: boolean
}

/** Steps of a change of the authenticator, which requires a recent sign-in: password, code, and the new key. */
export function AuthenticatorSteps({
  goal,
  isReplacing,
  label,
  children,
  onDone,
  onGone,
  isRequired = false,
}: Props) {
  const [shown, setShown] = useState<View>({ step: 'password' })
  useEffect(() => endRecentSignIn, [])
  const cancel = isRequired ? {} : { onCancel: () => onGone() }

  /** Continues after the password or the code of the second factor. */
  async function onStep(step: RecentStep) {
    if (step === 'authenticator-code' || (typeof step === 'object' && 'textMessageTo' in step))
      return setShown({ step: 'code', code: step })
    if (typeof step === 'object') return setShown({ step: 'key', secret: step.authenticatorSecret })
    if (goal === 'set-up') return setShown({ step: 'key', secret: await newAuthenticatorSecret() })
    await removeAuthenticator()
    onDone()
  }

  async function submitCode(code: string): Promise<RecentStep | undefined> {
    try {
      return await submitRecentCode(code)
    } catch (error) {
      if (!isRecentSignInOver(error)) throw error
      onGone(authenticatorMessage(error))
      return undefined
    }
  }

  if (shown.step === 'key')
    return (
      <AuthenticatorForm
        secret={shown.secret}
        isReplacing={isReplacing}
        onDone={onDone}
        onGone={(lost) => onGone(lost)}
      />
    )
  if (shown.step === 'code')
    return (
      <SecondStepForm
        submitLabel={goal === 'remove' ? 'Remove' : 'Continue'}
        danger={goal === 'remove'}
        onCode={submitCode}
        onResult={async (step) => step && onStep(step)}
        {...cancel}
      >
        <p className={css.words}>Enter a code to continue: {codeSource(shown.code)}</p>
      </SecondStepForm>
    )
  return (
    <VerifyPasswordForm aria-label={label} onStep={onStep} {...cancel}>
      <p className={css.words}>{children}</p>
    </VerifyPasswordForm>
  )
}
