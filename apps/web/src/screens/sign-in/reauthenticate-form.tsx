import { config } from '../../config.ts'
import { releaseForms } from '../../kit/form/dirty.ts'
import { FormError } from '../../kit/form/form-error.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { LoginForm } from '../../kit/layouts/login-form.tsx'
import { useAction } from '../../kit/use-action.ts'
import type { Step } from '../../session/identity-library.ts'
import { verifyPasswordMessage } from '../../session/messages.ts'
import { goToSignIn } from '../../session/return-path.ts'
import { signOut } from '../../session/session.ts'
// With this chunk, which is there before the network may be gone.
import { signIn } from '../../session/sign-in.ts'
import { endSession } from '../../session/sign-out.ts'
import { unlockWith } from '../../session/unlock.ts'
import { Button } from '../../ui/button.tsx'
import { Fields } from '../../ui/fields.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import type { Why } from './reauthenticate-card.tsx'

type Props = {
  why: Why
  email: string
  problem?: string | undefined
  onEntering: (isEntering: boolean) => void
  onStep: (step: Step) => void
}

/** Asks for the password only: whose screen it is, is not for choosing. */
export function ReauthenticateForm({ why, email, problem, onEntering, onStep }: Props) {
  const words = WORDS[why]
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
    askOnLeaving: false,
    async submit({ password }) {
      try {
        if (isLock) return await unlockWith(password)
        onEntering(true)
        onStep(await signIn(email, password))
      } catch (error) {
        throw new FormError(verifyPasswordMessage(error), { focus: 'password' })
      } finally {
        onEntering(false)
      }
    },
  })
  const leave = useAction(async () => {
    if (isLock) return signOut()
    if (why === 'interrupted') return endSession('signed-out')
    // The session is not over: it is tried further beside the sign-in form.
    releaseForms()
    goToSignIn(location.pathname + location.search, 'not-renewed')
  })

  return (
    <LoginForm
      form={form}
      title={words.title}
      lead={words.lead(email)}
      notice={problem ? { tone: 'bad', words: problem } : undefined}
    >
      {/* For password managers, which file the password under it. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <Fields>
        <PasswordField
          {...form.field('password')}
          autoComplete="current-password"
          // The one thing to do here.
          autoFocus
        />
      </Fields>
      <Button type="submit" variant="primary" busy={form.busy}>
        {words.go}
      </Button>
      <Button variant="quiet" busy={leave.isPending} onClick={() => leave.mutate()}>
        {words.leave}
      </Button>
    </LoginForm>
  )
}

const WORDS = {
  idle: {
    title: 'Screen locked',
    lead: (email: string) =>
      `Nobody used this screen for ${minutes()}. Nothing is lost: enter the password of ${email} to go on.`,
    go: 'Unlock',
    leave: 'Sign out',
  },
  unknown: {
    title: 'Confirm that it is you',
    lead: (email: string) => `Nothing is lost: enter the password of ${email} to go on.`,
    go: 'Unlock',
    leave: 'Sign out',
  },
  'not-renewed': {
    title: 'Sign in again',
    lead: (email: string) =>
      `Your session could not be renewed just now. What you typed is still here: sign in as ${email} to go on with it.`,
    go: 'Sign in',
    leave: 'Leave without saving',
  },
  interrupted: {
    title: 'Sign in again',
    lead: (email: string) =>
      `Your session has ended. What you typed is still here: sign in as ${email} to go on with it.`,
    go: 'Sign in',
    leave: 'Leave without saving',
  },
} as const

function minutes(): string {
  const count = Math.max(1, Math.round(config().lockAfterMs / 60_000))
  return count === 1 ? 'a minute' : `${count} minutes`
}
