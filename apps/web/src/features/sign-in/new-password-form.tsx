import { PASSWORD_RULES } from '@backoffice/contract/rules/password'
import { FormError } from '../../kit/form/form-error.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import type { Step } from '../../session/identity-library.ts'
import { isChallengeExpired, signInMessage } from '../../session/messages.ts'
import { setNewPassword } from '../../session/sign-in-on-demand.ts'
import { Button } from '../../ui/button.tsx'
import { Fields } from '../../ui/fields.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { LoginForm } from './login-form.tsx'
import { PasswordRules } from './password-rules.tsx'

type Props = {
  email: string
  onStep: (step: Step) => void | Promise<void>
  onLost: (message: string) => void
}

/** First-time step. If the challenge expires, the sign-in starts over. */
export function NewPasswordForm({ email, onStep, onLost }: Props) {
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
    askOnLeaving: false,
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
