import { CODE_FIELD, CODE_HINT } from '../../kit/form/code-field.ts'
import { Form, FormErrorNotice } from '../../kit/form/form.tsx'
import { formErrorAt } from '../../kit/form/form-error.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { fieldOf, isRecentSignInOver } from '../../session/messages.ts'
import { useUser } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import steps from '../recent-sign-in/steps.module.css'
import { authenticatorMessage, isSetUpExpired } from '../sign-in/authenticator/messages.ts'
import { SetUpSteps } from '../sign-in/authenticator/set-up-steps.tsx'
import css from './account.module.css'
import { confirmAuthenticator } from './authenticator-changes.ts'

type Props = {
  /** Base32. */
  secret: string
  isReplacing: boolean
  onDone: () => void
  /** Called on cancel, or with an error message. */
  onGone: (message?: string) => void
}

/** The previous step had the focus. */
const focus = (element: HTMLElement | null) => element?.focus()

/** Shows the secret until the first code is confirmed. */
export function AuthenticatorForm({ secret, isReplacing, onDone, onGone }: Props) {
  const { email } = useUser()
  const form = useRuleForm({
    fields: {
      code: CODE_FIELD,
    },
    values: { code: '' },
    askOnLeaving: false,
    async submit({ code }) {
      try {
        await confirmAuthenticator(code)
      } catch (error) {
        const message = authenticatorMessage(error)
        if (isSetUpExpired(error) || isRecentSignInOver(error)) return onGone(message)
        throw formErrorAt(fieldOf(error), message)
      }
      onDone()
    },
  })

  return (
    <Form form={form} className={steps.form} aria-label="Authenticator">
      <p className={css.words} tabIndex={-1} ref={focus}>
        {isReplacing
          ? 'Your current authenticator works until you confirm the new one.'
          : 'After setup, sign-in requires a code from the app.'}
      </p>
      <SetUpSteps account={email} secret={secret} />
      <p className={css.words}>
        Store the key in a safe place. You need it to set up another phone, and it is not shown again.
      </p>
      <FormErrorNotice form={form} />
      <div className={steps.fields}>
        <TextField
          {...form.field('code')}
          hint={CODE_HINT}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      </div>
      <div className={steps.actions}>
        <Button type="submit" variant="primary" busy={form.busy}>
          Confirm
        </Button>
        <Button onClick={() => onGone()}>Cancel</Button>
      </div>
    </Form>
  )
}
