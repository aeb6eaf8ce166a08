import { useEffect, useState } from 'react'
import { FormError } from '../../kit/form/form-error.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { LoginForm, type LoginNotice } from '../../kit/layouts/login-form.tsx'
import type { Step } from '../../session/identity-library.ts'
import { signInMessage } from '../../session/messages.ts'
import { signIn } from '../../session/sign-in-on-demand.ts'
import { Button } from '../../ui/button.tsx'
import { Fields } from '../../ui/fields.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import css from './credentials-form.module.css'
import { takeSignOutNotice } from './sign-out-notices.ts'

type Props = {
  /** Known from the screen before. */
  email?: string | undefined
  notice?: LoginNotice | undefined
  onStep: (step: Step, email: string) => void | Promise<void>
  /** Given what was typed so far. */
  onForgotten: (email: string) => void
}

export function CredentialsForm({ email: known = '', notice, onStep, onForgotten }: Props) {
  const [told, setTold] = useState(notice)
  // Not while rendering: the page is rendered by the build, which knows of no reason.
  useEffect(() => {
    const reason = takeSignOutNotice()
    if (reason) setTold(reason)
  }, [])
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
    values: { email: known, password: '' },
    askOnLeaving: false,
    async submit({ email, password }) {
      setTold(undefined)
      const step = await signIn(email, password).catch((error: unknown) => {
        throw new FormError(signInMessage(error), { focus: 'password' })
      })
      await onStep(step, email)
    },
  })

  return (
    <LoginForm form={form} title="Sign in" lead="Use your staff account." notice={told}>
      <Fields>
        <TextField
          {...form.field('email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          // The one thing to do on this screen.
          autoFocus={!known}
        />
        <PasswordField {...form.field('password')} autoComplete="current-password" autoFocus={!!known} />
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
