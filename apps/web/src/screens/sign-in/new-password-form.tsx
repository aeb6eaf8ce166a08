import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { setNewPassword } from '../../session/entering.ts'
import { brokenRule, PASSWORD_RULES } from '../../session/password-rules.ts'
import { challengeLost, signInWords } from '../../session/words.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './sign-in.module.css'

type Passwords = { password: string; again: string }
type Props = { email: string; onLost: (words: string) => void }

/** The first-time step. The challenge lives in this page for a few minutes; without it one starts over. */
export function NewPasswordForm({ email, onLost }: Props) {
  const [refusal, setRefusal] = useState('')
  const { register, handleSubmit, formState, watch, trigger, getFieldState } = useForm<Passwords>({
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    defaultValues: { password: '', again: '' },
  })
  const { errors, isSubmitting } = formState

  async function submit({ password }: Passwords) {
    setRefusal('')
    try {
      const step = await setNewPassword(email, password)
      if (step !== 'signed-in') onLost('The password is set. Sign in with it.')
    } catch (error) {
      if (challengeLost(error)) onLost(signInWords(error))
      else setRefusal(signInWords(error))
    }
  }

  return (
    <form className={css.form} noValidate onSubmit={handleSubmit(submit)}>
      <title>Set new password · Backoffice</title>
      <div>
        <h1>Set a new password</h1>
        <p className={css.lead}>You signed in with a temporary password. Choose your own to go on.</p>
      </div>
      {refusal && (
        <Notice tone="bad" live>
          {refusal}
        </Notice>
      )}
      {/* For password managers, which file the new password under it. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field
        label="New password"
        error={errors.password?.message}
        below={<Rules password={watch('password')} />}
      >
        {(control) => (
          <input
            {...control}
            type="password"
            autoComplete="new-password"
            // biome-ignore lint/a11y/noAutofocus: the step before was submitted to get here
            autoFocus
            {...register('password', {
              validate: (value) => {
                if (value === '') return 'Password cannot be empty'
                const broken = brokenRule(value)
                return broken === undefined || `Missing: ${broken.charAt(0).toLowerCase()}${broken.slice(1)}`
              },
              onBlur: () => {
                if (getFieldState('again').isTouched) void trigger('again')
              },
            })}
          />
        )}
      </Field>
      <Field label="Confirm password" error={errors.again?.message}>
        {(control) => (
          <input
            {...control}
            type="password"
            autoComplete="new-password"
            {...register('again', {
              validate: (value, { password }) => value === password || 'Passwords do not match',
            })}
          />
        )}
      </Field>
      <Button type="submit" look="primary" busy={isSubmitting}>
        Set new password
      </Button>
    </form>
  )
}

function Rules({ password }: { password: string }) {
  return (
    <ul className={css.rules}>
      {PASSWORD_RULES.map(({ words, holds }) => (
        <li key={words} data-met={holds(password) || undefined}>
          <span aria-hidden="true">{holds(password) ? <Icon name="check" size={12} /> : '·'}</span>
          {words}
        </li>
      ))}
    </ul>
  )
}
