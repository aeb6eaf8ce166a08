import { PASSWORD_RULES } from '@backoffice/contract/rules/password'
import { Form, FormErrorNotice } from '../../kit/form/form.tsx'
import { FormError } from '../../kit/form/form-error.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { passwordError } from '../../session/messages.ts'
import { useUser } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Fields } from '../../ui/fields.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import steps from '../recent-sign-in/steps.module.css'
import { PasswordRules } from '../sign-in/password-rules.tsx'
import css from './account.module.css'
import { changePassword, type SignInAgainResult, signInAgain } from './account-security.ts'

const EMPTY = { current: '', password: '', again: '' }

type Props = {
  onChanged: (result: SignInAgainResult) => Promise<void>
  onSend: () => void
}

export function PasswordForm({ onChanged, onSend }: Props) {
  const { email } = useUser()
  const form = useRuleForm({
    fields: {
      current: {
        label: 'Current password',
        rules: 'required',
        messages: { required: 'Password cannot be empty' },
      },
      password: {
        label: 'New password',
        rules: PASSWORD_RULES,
        messages: { required: 'Password cannot be empty' },
        check: (next, { current }) =>
          next === current ? 'Choose a password that differs from the current one' : undefined,
        reads: ['current'],
      },
      again: { label: 'Confirm password', rules: 'required|confirm_password:@password' },
    },
    values: EMPTY,
    async submit({ current, password }) {
      onSend()
      try {
        await changePassword(current, password)
      } catch (error) {
        const { field, message } = passwordError(error)
        throw field
          ? new FormError('', { fields: [{ field, message }], focus: field })
          : new FormError(message, { focus: 'current' })
      }
      await onChanged(await signInAgain(password))
    },
    saved: () => form.reset(EMPTY),
  })

  return (
    <Form form={form} className={steps.form} aria-label="Password">
      {/* Password managers need a username. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <div className={steps.fields}>
        <Fields>
          <PasswordField {...form.field('current')} autoComplete="current-password" />
          <PasswordField
            {...form.field('password')}
            autoComplete="new-password"
            below={<PasswordRules password={form.watch('password')} />}
          />
          <PasswordField {...form.field('again')} autoComplete="new-password" />
        </Fields>
      </div>
      <p className={css.words}>Changing the password signs you out everywhere except in this browser.</p>
      {/* Next to the button: above the fields it would be out of view. */}
      <FormErrorNotice form={form} />
      <Button type="submit" busy={form.busy}>
        Change password
      </Button>
    </Form>
  )
}
