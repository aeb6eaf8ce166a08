import { CODE_FIELD } from '../../kit/form/code-field.ts'
import { formErrorAt } from '../../kit/form/form-error.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { LoginForm } from '../../kit/layouts/login-form.tsx'
import type { Step } from '../../session/identity-library.ts'
import { codeMessage, fieldOf, isChallengeExpired } from '../../session/messages.ts'
import { answerCode } from '../../session/sign-in-on-demand.ts'
import { Button } from '../../ui/button.tsx'
import { Fields } from '../../ui/fields.tsx'
import { TextField } from '../../ui/text-field.tsx'

type Props = {
  /** Masked number that the code was sent to; without one it comes from an authenticator. */
  textMessageTo?: string | undefined
  onStep: (step: Step) => void | Promise<void>
  onLost: (words?: string) => void
  /** While the code is looked at, and what its person may do is read. */
  onEntering?: (isEntering: boolean) => void
}

/** The second step of accounts that have one. A wrong code keeps it; once its few minutes are over one starts over. */
export function CodeForm({ textMessageTo, onStep, onLost, onEntering }: Props) {
  const form = useRuleForm({
    fields: {
      code: CODE_FIELD,
    },
    values: { code: '' },
    askOnLeaving: false,
    async submit({ code }) {
      let step: Step
      onEntering?.(true)
      try {
        step = await answerCode(code)
      } catch (error) {
        const words = codeMessage(error)
        if (isChallengeExpired(error)) return onLost(words)
        throw formErrorAt(fieldOf(error), words)
      } finally {
        onEntering?.(false)
      }
      await onStep(step)
    },
  })

  return (
    <LoginForm
      form={form}
      title="Enter your code"
      lead={
        textMessageTo === undefined
          ? 'Your authenticator app shows a new one every half minute.'
          : `It was sent by text message to ${textMessageTo}.`
      }
    >
      <Fields>
        <TextField
          {...form.field('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          // The step before was submitted to get here.
          autoFocus
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
