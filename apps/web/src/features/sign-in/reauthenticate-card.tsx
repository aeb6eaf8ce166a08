import { useState } from 'react'
import { releaseForms } from '../../kit/form/dirty.ts'
import { FormError } from '../../kit/form/form-error.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { useWrite } from '../../kit/form/use-write.ts'
import { config } from '../../net/config.ts'
import type { Step } from '../../session/identity-library.ts'
import { unlock } from '../../session/idle-lock.ts'
import { verifyPasswordMessage } from '../../session/messages.ts'
import { goToSignIn } from '../../session/return-path.ts'
import { signIn, verifyPassword } from '../../session/sign-in.ts'
import { endSession, signOut } from '../../session/sign-out.ts'
import { useUser } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Fields } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { CodeForm, LoginForm } from './login-form.tsx'
import { LoginCard } from './login-layout.tsx'

/** Reason of the lock: idle limit, unknown idle time, or a session that ended or failed to refresh. */
export type Why = 'idle' | 'unknown' | 'interrupted' | 'not-renewed'

type Props = {
  why: Why
  /** Keeps the card until the sign-in has finished, because the token arrives before the access. */
  onSigningIn: (isSigningIn: boolean) => void
}

const UNSUPPORTED =
  'Your account needs a step that is not available here. Sign in again. Unsaved changes will be lost.'

/** Steps to unlock the screen or to sign in again, with password and second factor. */
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

type ReauthenticateFormProps = {
  why: Why
  email: string
  problem?: string | undefined
  onSigningIn: (isSigningIn: boolean) => void
  onStep: (step: Step) => void
}

/** Form for the password of the current user. */
function ReauthenticateForm({ why, email, problem, onSigningIn, onStep }: ReauthenticateFormProps) {
  const labels = LABELS[why]
  const isLock = why === 'idle' || why === 'unknown'
  const form = useRuleForm({
    fields: {
      password: {
        label: 'Password',
        rules: 'required',
        messages: { required: 'Password cannot be empty' },
      },
    },
    values: { password: '' },
    confirmLeave: false,
    async submit({ password }) {
      try {
        // No code is required, because the session already had one.
        if (isLock) return (await verifyPassword(password)) ? unlock() : undefined
        onSigningIn(true)
        onStep(await signIn(email, password))
      } catch (error) {
        throw new FormError(verifyPasswordMessage(error), { focus: 'password' })
      } finally {
        onSigningIn(false)
      }
    },
  })
  const leave = useWrite({
    run: async () => {
      if (isLock) return signOut()
      if (why === 'interrupted') return endSession('signed-out')
      // The session is not over: the sign-in page keeps retrying the refresh.
      releaseForms()
      goToSignIn(location.pathname + location.search, 'not-renewed')
    },
  })

  return (
    <LoginForm
      form={form}
      title={labels.title}
      lead={labels.lead(email)}
      notice={problem ? { tone: 'bad', message: problem } : undefined}
    >
      {/* Password managers need a username. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <Fields>
        <PasswordField {...form.field('password')} autoComplete="current-password" autoFocus />
      </Fields>
      <Button type="submit" variant="primary" busy={form.busy}>
        {labels.submit}
      </Button>
      <Button variant="quiet" busy={leave.isPending} onClick={() => leave.run()}>
        {labels.leave}
      </Button>
    </LoginForm>
  )
}

const LABELS = {
  idle: {
    title: 'Screen locked',
    lead: (email: string) =>
      `This screen was idle for ${minutes()}. Nothing is lost. Enter the password of ${email} to continue.`,
    submit: 'Unlock',
    leave: 'Sign out',
  },
  unknown: {
    title: 'Confirm it’s you',
    lead: (email: string) => `Nothing is lost. Enter the password of ${email} to continue.`,
    submit: 'Unlock',
    leave: 'Sign out',
  },
  'not-renewed': {
    title: 'Sign in again',
    lead: (email: string) =>
      `Your session could not be renewed. Your changes are still here. Sign in as ${email} to continue.`,
    submit: 'Sign in',
    leave: 'Leave without saving',
  },
  interrupted: {
    title: 'Sign in again',
    lead: (email: string) =>
      `Your session has ended. Your changes are still here. Sign in as ${email} to continue.`,
    submit: 'Sign in',
    leave: 'Leave without saving',
  },
} as const

function minutes(): string {
  const count = Math.max(1, Math.round(config().lockAfterMs / 60_000))
  return count === 1 ? 'a minute' : `${count} minutes`
}
