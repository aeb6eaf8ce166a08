import type { ReactNode } from 'react'
import { Form, FormErrorNotice } from '../../kit/form/form.tsx'
import { FormError } from '../../kit/form/form-error.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { verifyPasswordMessage } from '../../session/messages.ts'
import { verifyPassword } from '../../session/sign-in.ts'
import { useUser } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import css from './account.module.css'

type Props = {
  'aria-label': string
  children: ReactNode
  /** On the button. */
  go: string
  danger?: boolean
  /** The password was right. What this throws is told as the form's refusal. */
  onRight: () => Promise<void>
  onCancel: () => void
}

/** Asks for the password before something that a screen left alone is not enough for. */
export function VerifyPasswordForm({ children, go, danger = false, onRight, onCancel, ...rest }: Props) {
  const { email } = useUser()
  const form = useRuleForm({
    fields: {
      password: { label: 'Password', rules: 'required', messages: { required: 'Password cannot be empty' } },
    },
    values: { password: '' },
    askOnLeaving: false,
    async submit({ password }) {
      let isRight: boolean
      try {
        isRight = await verifyPassword(password)
      } catch (error) {
        throw new FormError(verifyPasswordMessage(error), { focus: 'password' })
      }
      if (isRight) await onRight()
    },
  })

  return (
    <Form form={form} className={css.form} {...rest}>
      {children}
      {/* For password managers, which file the password under it. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <div className={css.fields}>
        <PasswordField
          {...form.field('password')}
          autoComplete="current-password"
          // The button that leads here has gone.
          autoFocus
        />
      </div>
      <FormErrorNotice form={form} />
      <div className={css.actions}>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={form.busy}>
          {go}
        </Button>
        {/* What was sent is not taken back. */}
        <Button aria-disabled={form.busy} onClick={() => form.busy || onCancel()}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
