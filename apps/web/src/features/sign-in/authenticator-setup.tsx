import { useEffect } from 'react'
import { formErrorAt } from '../../kit/form/form-error.ts'
import { CODE_FIELD, CODE_HINT } from '../../kit/form/rule-form.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import type { Step } from '../../session/identity-library.ts'
import { fieldOf } from '../../session/messages.ts'
import { confirmCode } from '../../session/sign-in-on-demand.ts'
import { Button } from '../../ui/button.tsx'
import { Fields, TextField } from '../../ui/field.tsx'
import { isSetUpExpired, SetUpSteps, setUpMessage } from './authenticator.tsx'
import css from './authenticator-setup.module.css'
import { LoginForm } from './login-form.tsx'

export type SetUpProps = {
  email: string
  /** Base32. */
  secret: string
  onStep: (step: Step) => void | Promise<void>
  onLost: (message?: string) => void
}

/** Set-up of a required authenticator. The first code signs in. */
export function AuthenticatorSetUp({ email, secret, onStep, onLost }: SetUpProps) {
  // Focus the heading, because the steps come before the code field.
  useEffect(() => document.querySelector<HTMLElement>('h1')?.focus(), [])
  const form = useRuleForm({
    fields: {
      code: CODE_FIELD,
    },
    values: { code: '' },
    confirmLeave: false,
    async submit({ code }) {
      let step: Step
      try {
        step = await confirmCode(code)
      } catch (error) {
        const message = setUpMessage(error)
        if (isSetUpExpired(error)) return onLost(message)
        throw formErrorAt(fieldOf(error), message)
      }
      await onStep(step)
    },
  })

  return (
    <LoginForm
      form={form}
      title="Set up an authenticator"
      pageTitle="Set up authenticator"
      lead="From now on you sign in with your password and a code from an app on your phone."
    >
      <SetUpSteps account={email} secret={secret} />
      <p className={css.advice}>
        Store the key in a safe place. You need it to set up another phone. If you lose both, an access
        administrator can reset your authenticator.
      </p>
      <Fields>
        <TextField
          {...form.field('code')}
          hint={CODE_HINT}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      </Fields>
      <Button type="submit" variant="primary" busy={form.busy}>
        Sign in
      </Button>
      <Button variant="quiet" onClick={() => onLost()}>
        Back to sign-in
      </Button>
    </LoginForm>
  )
}
