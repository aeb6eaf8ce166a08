import { isKeyOf } from '@backoffice/contract/objects'
import { useEffect, useEffectEvent, useState } from 'react'
import { FormError } from '../../kit/form/form-error.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import type { Step } from '../../session/identity-library.ts'
import { signInMessage } from '../../session/messages.ts'
import { SIGN_OUT_EMAIL, SIGN_OUT_REASON } from '../../session/return-path.ts'
import type { SignOutReason } from '../../session/session-state.ts'
import { signIn } from '../../session/sign-in-on-demand.ts'
import { Button } from '../../ui/button.tsx'
import { Fields, TextField } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import css from './credentials-form.module.css'
import { LoginForm, type LoginNotice } from './login-form.tsx'

type Props = {
  /** From the previous screen. */
  email?: string | undefined
  notice?: LoginNotice | undefined
  onStep: (step: Step, email: string) => void | Promise<void>
  /** Called with the email typed so far. */
  onForgotten: (email: string) => void
}

export function CredentialsForm({ email: initialEmail = '', notice, onStep, onForgotten }: Props) {
  const [shownNotice, setNotice] = useState(notice)
  const form = useRuleForm({
    fields: {
      email: {
        label: 'Email',
        rules: 'required|email',
        messages: { required: 'Username cannot be empty' },
      },
      password: {
        label: 'Password',
        rules: 'required',
        messages: { required: 'Password cannot be empty' },
      },
    },
    values: { email: initialEmail, password: '' },
    confirmLeave: false,
    async submit({ email, password }) {
      setNotice(undefined)
      const step = await signIn(email, password).catch((error: unknown) => {
        throw new FormError(signInMessage(error), { focus: 'password' })
      })
      await onStep(step, email)
    },
  })

  const onEnded = useEffectEvent((notice: LoginNotice | undefined, email: string) => {
    if (notice) setNotice(notice)
    const fields = form.element.ref.current?.elements
    const [typed, password] = [fields?.namedItem('email'), fields?.namedItem('password')]
    // Typed before this code had loaded, or filled in by the browser.
    if (!email || !(typed instanceof HTMLInputElement) || typed.value !== '') return
    form.set('email', email)
    if (password instanceof HTMLInputElement) password.focus()
  })
  // In an effect, because the prerendered page has neither.
  useEffect(() => onEnded(takeSignOutNotice(), takeSignOutEmail()), [])

  return (
    <LoginForm form={form} title="Sign in" lead="Use your staff account." notice={shownNotice}>
      <Fields>
        <TextField
          {...form.field('email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={!initialEmail}
        />
        <PasswordField
          {...form.field('password')}
          autoComplete="current-password"
          autoFocus={!!initialEmail}
        />
      </Fields>
      <a href="/forgot-password" className={css.forgotten} onClick={() => onForgotten(form.watch('email'))}>
        Forgot password?
      </a>
      <Button type="submit" variant="primary" busy={form.busy}>
        Sign in
      </Button>
    </LoginForm>
  )
}

/** Only these notices are shown, because other code can write to session storage. */
const NOTICES: Readonly<Record<SignOutReason, LoginNotice>> = {
  expired: { tone: 'info', message: 'Your session ended. Sign in again.' },
  revoked: { tone: 'info', message: 'Your session was ended elsewhere. Sign in again.' },
  disabled: { tone: 'bad', message: 'Your account was disabled. Ask an access administrator to enable it.' },
  removed: { tone: 'bad', message: 'Your account was removed from Backoffice. Ask an access administrator.' },
  'reset-required': { tone: 'info', message: 'Your password has to be reset. Sign in to set a new one.' },
  'other-tab': { tone: 'info', message: 'You signed out in another tab.' },
  'not-renewed': { tone: 'info', message: 'Your session could not be renewed. Sign in to continue.' },
}

/** Reason why the session of this tab ended. Returned once. */
export function takeSignOutNotice(): LoginNotice | undefined {
  const reason = take(SIGN_OUT_REASON)
  return isKeyOf(NOTICES, reason) ? NOTICES[reason] : undefined
}

/** Email of the user whose session ended unintended, or an empty text. Returned once. */
function takeSignOutEmail(): string {
  return take(SIGN_OUT_EMAIL)
}

function take(key: string): string {
  try {
    const value = sessionStorage.getItem(key) ?? ''
    sessionStorage.removeItem(key)
    return value
  } catch {
    return ''
  }
}
