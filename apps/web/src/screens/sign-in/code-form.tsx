import { CODE_FIELD } from '../../kit/form/code-field.ts'
import { refusedAt } from '../../kit/form/refusal.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { LoginForm } from '../../kit/layouts/login-form.tsx'
import { answerCode } from '../../session/entering.ts'
import type { Step } from '../../session/identity-library.ts'
import { challengeLost, codeWords, fieldOf } from '../../session/words.ts'
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
        const words = codeWords(error)
        if (challengeLost(error)) return onLost(words)
        throw refusedAt(fieldOf(error), words)
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
      <Button type="submit" look="primary" busy={form.busy}>
        Sign in
      </Button>
      <Button look="quiet" onClick={() => onLost()}>
        Back to sign-in
      </Button>
    </LoginForm>
  )
}
