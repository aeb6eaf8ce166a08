import { CODE_FIELD, CODE_HINT } from '../../kit/form/code-field.ts'
import { Form, FormErrorNotice } from '../../kit/form/form.tsx'
import { formErrorAt } from '../../kit/form/form-error.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { codeMessage, fieldOf } from '../../session/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import css from './account.module.css'
import { answerCode, type SignInAgainResult } from './account-security.ts'

type Props = {
  step: 'authenticator-code' | { textMessageTo: string }
  onResult: (result: SignInAgainResult) => Promise<void>
}

/** The password is changed already: the code keeps this browser signed in. */
export function PasswordCodeForm({ step, onResult }: Props) {
  const form = useRuleForm({
    fields: {
      code: CODE_FIELD,
    },
    values: { code: '' },
    askOnLeaving: false,
    async submit({ code }) {
      let result: SignInAgainResult
      try {
        result = await answerCode(code)
      } catch (error) {
        const message = codeMessage(error)
        throw formErrorAt(fieldOf(error), message)
      }
      await onResult(result)
    },
  })

  return (
    <Form form={form} className={css.form} aria-label="Second step">
      <Notice tone="ok" live>
        The password was changed. Enter a code to stay signed in:{' '}
        {typeof step === 'object'
          ? `it was sent by text message to ${step.textMessageTo}.`
          : 'your authenticator app shows a new one every half minute.'}
      </Notice>
      <FormErrorNotice form={form} />
      <div className={css.fields}>
        <TextField
          {...form.field('code')}
          hint={CODE_HINT}
          inputMode="numeric"
          autoComplete="one-time-code"
          // The focus was in the form before.
          autoFocus
        />
      </div>
      <Button type="submit" variant="primary" busy={form.busy}>
        Stay signed in
      </Button>
    </Form>
  )
}
