import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { signIn } from '../../session/entering.ts'
import { signInWords } from '../../session/words.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { isEmail } from './email.ts'
import css from './sign-in.module.css'

type Credentials = { email: string; password: string }
type Props = { notice: string; onNewPassword: (email: string) => void }

export function CredentialsForm({ notice, onNewPassword }: Props) {
  const [refusal, setRefusal] = useState(notice)
  const { register, handleSubmit, formState, setValue, setFocus } = useForm<Credentials>({
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    defaultValues: { email: '', password: '' },
  })
  const { errors, isSubmitting } = formState

  async function submit({ email, password }: Credentials) {
    setRefusal('')
    try {
      const step = await signIn(email.trim(), password)
      if (step === 'signed-in') return
      if (step === 'new-password') return onNewPassword(email.trim())
      setRefusal(
        step === 'reset-required'
          ? 'This password has to be reset first. Ask an access administrator.'
          : 'This account needs a way of signing in that is not available here.',
      )
    } catch (error) {
      setRefusal(signInWords(error))
      setFocus('password', { shouldSelect: true })
    }
  }

  return (
    <form className={css.form} noValidate onSubmit={handleSubmit(submit)}>
      <title>Sign in · Backoffice</title>
      <div>
        <h1>Sign in</h1>
        <p className={css.lead}>Use your staff account.</p>
      </div>
      {refusal && (
        <Notice tone="bad" live>
          {refusal}
        </Notice>
      )}
      <Field label="Email" error={errors.email?.message}>
        {(control) => (
          <input
            {...control}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: the one thing to do on this screen
            autoFocus
            {...register('email', {
              onBlur: (event) => setValue('email', String(event.target.value).trim()),
              validate: (value) =>
                value.trim() === ''
                  ? 'Username cannot be empty'
                  : isEmail(value.trim()) || 'Invalid email address',
            })}
          />
        )}
      </Field>
      <Field label="Password" error={errors.password?.message}>
        {(control) => (
          <input
            {...control}
            type="password"
            autoComplete="current-password"
            {...register('password', { validate: (value) => value !== '' || 'Password cannot be empty' })}
          />
        )}
      </Field>
      <Button type="submit" look="primary" busy={isSubmitting}>
        Sign in
      </Button>
    </form>
  )
}
