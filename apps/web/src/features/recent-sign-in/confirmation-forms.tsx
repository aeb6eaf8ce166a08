import type { ReactNode } from 'react'
import { Form, FormErrorNotice } from '../../kit/form/form.tsx'
import { FormError, formErrorAt } from '../../kit/form/form-error.ts'
import { CODE_FIELD, CODE_HINT } from '../../kit/form/rule-form.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { codeMessage, fieldOf, INCORRECT_PASSWORD, verifyPasswordMessage } from '../../session/messages.ts'
import { useUser } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { type RecentStep, startRecentSignIn } from './recent-sign-in.ts'
import css from './steps.module.css'

type Props = {
  'aria-label': string
  children: ReactNode
  /** Called after a correct password. The form shows errors that it throws. */
  onStep: (step: RecentStep) => Promise<void>
  onCancel?: () => void
}

/** Signs in again, so that an unattended screen or a stolen token cannot change the account. */
export function VerifyPasswordForm({ children, onStep, onCancel, ...rest }: Props) {
  const { email } = useUser()
  const form = useRuleForm({
    fields: {
      password: { label: 'Password', rules: 'required', messages: { required: 'Password cannot be empty' } },
    },
    values: { password: '' },
    confirmLeave: false,
    async submit({ password }) {
      let step: RecentStep | undefined
      try {
        step = await startRecentSignIn(password)
      } catch (error) {
        const message = verifyPasswordMessage(error)
        throw message === INCORRECT_PASSWORD
          ? formErrorAt('password', message)
          : new FormError(message, { focus: 'password' })
      }
      if (step) await onStep(step)
    },
  })

  return (
    <Form form={form} className={css.form} {...rest}>
      {children}
      {/* Password managers need a username. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <div className={css.fields}>
        <PasswordField {...form.field('password')} autoComplete="current-password" autoFocus />
      </div>
      <FormErrorNotice form={form} />
      <div className={css.actions}>
        <Button type="submit" variant="primary" busy={form.busy}>
          Continue
        </Button>
        {onCancel && (
          <Button aria-disabled={form.busy} onClick={() => form.busy || onCancel()}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  )
}

export type CodeStep = 'authenticator-code' | { textMessageTo: string }

type SecondStepFormProps<Result> = {
  children: ReactNode
  submitLabel: string
  danger?: boolean
  onCode: (code: string) => Promise<Result>
  /** Called with the result of a correct code. The form shows errors that it throws. */
  onResult: (result: Result) => Promise<void>
  onCancel?: () => void
}

export function codeSource(step: CodeStep): string {
  return typeof step === 'object'
    ? `it was sent by text message to ${step.textMessageTo}.`
    : 'your authenticator app shows a new one every 30 seconds.'
}

/** Form for the code of the second factor of a signed-in user. */
export function SecondStepForm<Result>({
  children,
  submitLabel,
  danger = false,
  onCode,
  onResult,
  onCancel,
}: SecondStepFormProps<Result>) {
  const form = useRuleForm({
    fields: {
      code: CODE_FIELD,
    },
    values: { code: '' },
    confirmLeave: false,
    async submit({ code }) {
      let result: Result
      try {
        result = await onCode(code)
      } catch (error) {
        throw formErrorAt(fieldOf(error), codeMessage(error))
      }
      await onResult(result)
    },
  })

  return (
    <Form form={form} className={css.form} aria-label="Second step">
      {children}
      <FormErrorNotice form={form} />
      <div className={css.fields}>
        <TextField
          {...form.field('code')}
          hint={CODE_HINT}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
        />
      </div>
      <div className={css.actions}>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={form.busy}>
          {submitLabel}
        </Button>
        {onCancel && (
          <Button aria-disabled={form.busy} onClick={() => form.busy || onCancel()}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  )
}
