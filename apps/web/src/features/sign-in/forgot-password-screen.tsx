import { useEffect } from 'react'
import type { Navigation } from '../../boot/navigation.ts'
import { FormError } from '../../kit/form/form-error.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { resetMessage } from '../../session/messages.ts'
import { preloadSignIn, requestResetCode } from '../../session/sign-in-on-demand.ts'
import { Button } from '../../ui/button.tsx'
import { Fields, TextField } from '../../ui/field.tsx'
import { LoginForm } from './login-form.tsx'
import { LoginLayout } from './login-layout.tsx'

/** The first of two steps to a new password. It does not reveal whether the user exists. */
export function ForgotPasswordScreen({ navigation }: { navigation: Navigation }) {
  useEffect(preloadSignIn, [])
  const form = useRuleForm({
    fields: {
      email: {
        label: 'Email',
        rules: 'required|email',
        messages: { required: 'Username cannot be empty' },
      },
    },
    values: { email: navigation.state.email ?? '' },
    confirmLeave: false,
    async submit({ email }) {
      const codeSentTo = await requestResetCode(email).catch((error: unknown) => {
        throw new FormError(resetMessage(error))
      })
      await navigation.navigate('/reset', { email, codeSentTo })
    },
  })

  return (
    <LoginLayout>
      <LoginForm
        form={form}
        title="Forgot password"
        lead="We will email you a code to set a new password."
        after={<a href="/login">Back to sign-in</a>}
      >
        <Fields>
          <TextField
            {...form.field('email')}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            // The only field.
            autoFocus
          />
        </Fields>
        <Button type="submit" variant="primary" busy={form.busy}>
          Send code
        </Button>
      </LoginForm>
    </LoginLayout>
  )
}
