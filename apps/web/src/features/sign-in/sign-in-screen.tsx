import { PASSWORD_RULES } from '@backoffice/contract/rules/password'
import { type ComponentType, useEffect, useState } from 'react'
import type { Navigation } from '../../boot/navigation.ts'
import { navigationStarted } from '../../kit/feedback/page-bar.tsx'
import { FormError } from '../../kit/form/form-error.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import type { Step } from '../../session/identity-library.ts'
import { isChallengeExpired, signInMessage } from '../../session/messages.ts'
import { afterSignIn, safeReturnPath } from '../../session/return-path.ts'
import { preloadSignIn, setNewPassword } from '../../session/sign-in-on-demand.ts'
import { syncFromStorage, useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Fields } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import type { SetUpProps } from './authenticator-setup.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { CodeForm, LoginForm, type LoginNotice } from './login-form.tsx'
import { LoginLayout } from './login-layout.tsx'
import { PasswordRules } from './password-rules.tsx'

type FormState =
  | { for: 'credentials'; email: string; notice?: LoginNotice }
  | { for: 'new-password'; email: string }
  | { for: 'code'; email: string; textMessageTo?: string }
  | { for: 'set-up'; email: string; secret: string; SetUp: ComponentType<SetUpProps> }

const CHANGED: LoginNotice = { tone: 'ok', message: 'The password was changed. Sign in with it.' }
const UNSUPPORTED =
  'This account uses a sign-in method that is not available here. Ask an access administrator.'

/** Sign-in with all its steps. `?redirect` is the path after sign-in. */
export function SignInScreen({ navigation }: { navigation: Navigation }) {
  const { email = '', isPasswordChanged = false } = navigation.state
  const [form, setForm] = useState<FormState>({
    for: 'credentials',
    email,
    ...(isPasswordChanged && { notice: CHANGED }),
  })
  const [attempt, setAttempt] = useState(0)
  useEffect(preloadSignIn, [])
  useLeaveOnceSignedIn()

  function startOver(email: string, message?: string) {
    setForm({ for: 'credentials', email, ...(message && { notice: { tone: 'bad', message } }) })
    setAttempt(attempt + 1)
  }

  async function onStep(step: Step, email: string) {
    // `useLeaveOnceSignedIn` leaves the page.
    if (step === 'signed-in') return
    if (step === 'reset-required') return navigation.navigate('/reset', { email, isResetRequired: true })
    if (step === 'new-password') return setForm({ for: step, email })
    if (step === 'unsupported') return startOver(email, UNSUPPORTED)
    if (typeof step === 'object' && 'authenticatorSecret' in step) {
      // Rarely needed. If loading fails, the current form shows the error.
      const { AuthenticatorSetUp: SetUp } = await import('./authenticator-setup.tsx')
      return setForm({ for: 'set-up', email, secret: step.authenticatorSecret, SetUp })
    }
    setForm({ for: 'code', email, ...(step !== 'authenticator-code' && step) })
  }

  return (
    <LoginLayout>
      {form.for === 'credentials' && (
        <CredentialsForm
          key={attempt}
          email={form.email}
          notice={form.notice}
          onStep={onStep}
          onForgotten={(email) => navigation.setNextState({ email })}
        />
      )}
      {form.for === 'new-password' && (
        <NewPasswordForm
          email={form.email}
          onStep={(step) => onStep(step, form.email)}
          onLost={(message) => startOver(form.email, message)}
        />
      )}
      {form.for === 'code' && (
        <CodeForm
          textMessageTo={form.textMessageTo}
          onStep={(step) => onStep(step, form.email)}
          onLost={(message) => startOver(form.email, message)}
        />
      )}
      {form.for === 'set-up' && (
        <form.SetUp
          email={form.email}
          secret={form.secret}
          onStep={(step) => onStep(step, form.email)}
          onLost={(message) => startOver(form.email, message)}
        />
      )}
    </LoginLayout>
  )
}

/** Leaves the sign-in page after a sign-in in any tab. */
function useLeaveOnceSignedIn() {
  const signedIn = useSession((session) => session.isAuthenticated)
  useEffect(() => {
    if (!signedIn) return
    navigationStarted()
    const returnPath = new URLSearchParams(location.search).get('redirect')
    const { modules } = useSession.getState().auth.userDetails
    location.replace(safeReturnPath(returnPath) ?? afterSignIn(modules))
  }, [signedIn])
  useEffect(() => {
    addEventListener('storage', syncFromStorage)
    return () => removeEventListener('storage', syncFromStorage)
  }, [])
}

type Props = {
  email: string
  onStep: (step: Step) => void | Promise<void>
  onLost: (message: string) => void
}

/** First-time step. If the challenge expires, the sign-in starts over. */
function NewPasswordForm({ email, onStep, onLost }: Props) {
  const form = useRuleForm({
    fields: {
      password: {
        label: 'New password',
        rules: PASSWORD_RULES,
        messages: { required: 'Password cannot be empty' },
      },
      again: { label: 'Confirm password', rules: 'required|confirm_password:@password' },
    },
    values: { password: '', again: '' },
    confirmLeave: false,
    async submit({ password }) {
      let step: Awaited<ReturnType<typeof setNewPassword>>
      try {
        step = await setNewPassword(email, password)
      } catch (error) {
        if (isChallengeExpired(error)) return onLost(signInMessage(error))
        throw new FormError(signInMessage(error), { focus: 'password' })
      }
      if (typeof step === 'object' && 'error' in step)
        return onLost(`The new password was set. ${signInMessage(step.error)}`)
      await onStep(step)
    },
  })

  return (
    <LoginForm
      form={form}
      title="Set a new password"
      pageTitle="Set new password"
      lead="You signed in with a temporary password. Choose your own to continue."
    >
      {/* Password managers need a username. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <Fields>
        <PasswordField
          {...form.field('password')}
          autoComplete="new-password"
          below={<PasswordRules password={form.watch('password')} />}
          autoFocus
        />
        <PasswordField {...form.field('again')} autoComplete="new-password" />
      </Fields>
      <Button type="submit" variant="primary" busy={form.busy}>
        Set new password
      </Button>
    </LoginForm>
  )
}
