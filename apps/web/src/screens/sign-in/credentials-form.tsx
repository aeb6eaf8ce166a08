import { useState } from 'react'
import { Form, FormRefusal } from '../../kit/form/form.tsx'
import { Refused } from '../../kit/form/refusal.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { signIn } from '../../session/entering.ts'
import { signInWords } from '../../session/words.ts'
import { Button } from '../../ui/button.tsx'
import { Fields } from '../../ui/fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import css from './sign-in.module.css'

type Props = { notice: string; onNewPassword: (email: string) => void }

export function CredentialsForm({ notice, onNewPassword }: Props) {
  const [told, setTold] = useState(notice)
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
    values: { email: '', password: '' },
    askOnLeaving: false,
    async submit({ email, password }) {
      setTold('')
      const step = await signIn(email, password).catch((error: unknown) => {
        throw new Refused(signInWords(error), { focus: 'password' })
      })
      if (step === 'signed-in') return
      if (step === 'new-password') return onNewPassword(email)
      throw new Refused(
        step === 'reset-required'
          ? 'This password has to be reset first. Ask an access administrator.'
          : 'This account uses a sign-in method that is not available here. Ask an access administrator.',
      )
    },
  })

  return (
    <Form form={form} className={css.form}>
      <title>Sign in · Backoffice</title>
      <div>
        <h1>Sign in</h1>
        <p className={css.lead}>Use your staff account.</p>
      </div>
      {told && (
        <Notice tone="bad" live>
          {told}
        </Notice>
      )}
      <FormRefusal form={form} />
      <Fields>
        <TextField
          {...form.field('email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          // The one thing to do on this screen.
          autoFocus
        />
        <PasswordField {...form.field('password')} autoComplete="current-password" />
      </Fields>
      <Button type="submit" look="primary" busy={form.busy}>
        Sign in
      </Button>
    </Form>
  )
}
