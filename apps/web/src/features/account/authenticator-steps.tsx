import { accountEndpoints } from '@backoffice/contract/account'
import { type ReactNode, useEffect, useState } from 'react'
import { Form, FormErrorNotice } from '../../kit/form/form.tsx'
import { formErrorAt } from '../../kit/form/form-error.ts'
import { CODE_FIELD, CODE_HINT } from '../../kit/form/rule-form.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { ApiError } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { queryClient } from '../../net/query-client.ts'
import { fieldOf, isRecentSignInOver } from '../../session/messages.ts'
import { useUser } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import {
  type CodeStep,
  codeSource,
  SecondStepForm,
  VerifyPasswordForm,
} from '../recent-sign-in/confirmation-forms.tsx'
import {
  endRecentSignIn,
  type RecentStep,
  submitRecentCode,
  withRecentSignIn,
} from '../recent-sign-in/recent-sign-in.ts'
import steps from '../recent-sign-in/steps.module.css'
import {
  authenticatorMessage,
  isSetUpExpired,
  removalMessage,
  SetUpSteps,
} from '../sign-in/authenticator.tsx'
import css from './account.module.css'
import { authenticatorQuery, withMessage } from './account-security.ts'

export type Goal = 'set-up' | 'remove'
type View = { step: 'password' } | { step: 'code'; code: CodeStep } | { step: 'key'; secret: string }

type Props = {
  goal: Goal
  isReplacing: boolean
  label: string
  /** Shown above the password. */
  children: ReactNode
  onDone: () => void
  /** Called on cancel, or with an error message if the steps must start over. */
  onGone: (lost?: string) => void
  /** The password and the code can't be cancelled. */
  isRequired?: boolean
}

/** Changes the authenticator after a recent sign-in, by password, code and the new key. */
export function AuthenticatorSteps({
  goal,
  isReplacing,
  label,
  children,
  onDone,
  onGone,
  isRequired = false,
}: Props) {
  const [shown, setShown] = useState<View>({ step: 'password' })
  useEffect(() => endRecentSignIn, [])
  const cancel = isRequired ? {} : { onCancel: () => onGone() }

  /** Continues after the password or the code of the second factor. */
  async function onStep(step: RecentStep) {
    if (step === 'authenticator-code' || (typeof step === 'object' && 'textMessageTo' in step))
      return setShown({ step: 'code', code: step })
    if (typeof step === 'object') return setShown({ step: 'key', secret: step.authenticatorSecret })
    if (goal === 'set-up') return setShown({ step: 'key', secret: await newAuthenticatorSecret() })
    await removeAuthenticator()
    onDone()
  }

  async function submitCode(code: string): Promise<RecentStep | undefined> {
    try {
      return await submitRecentCode(code)
    } catch (error) {
      if (!isRecentSignInOver(error)) throw error
      onGone(authenticatorMessage(error))
      return undefined
    }
  }

  if (shown.step === 'key')
    return (
      <AuthenticatorForm
        secret={shown.secret}
        isReplacing={isReplacing}
        onDone={onDone}
        onGone={(lost) => onGone(lost)}
      />
    )
  if (shown.step === 'code')
    return (
      <SecondStepForm
        submitLabel={goal === 'remove' ? 'Remove' : 'Continue'}
        danger={goal === 'remove'}
        onCode={submitCode}
        onResult={async (step) => step && onStep(step)}
        {...cancel}
      >
        <p className={css.words}>Enter a code to continue: {codeSource(shown.code)}</p>
      </SecondStepForm>
    )
  return (
    <VerifyPasswordForm aria-label={label} onStep={onStep} {...cancel}>
      <p className={css.words}>{children}</p>
    </VerifyPasswordForm>
  )
}

type AuthenticatorFormProps = {
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
function AuthenticatorForm({ secret, isReplacing, onDone, onGone }: AuthenticatorFormProps) {
  const { email } = useUser()
  const form = useRuleForm({
    fields: {
      code: CODE_FIELD,
    },
    values: { code: '' },
    confirmLeave: false,
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

/** Base32. */
function newAuthenticatorSecret(): Promise<string> {
  return withRecentSignIn((library) => library.newAuthenticatorSecret()).catch(
    withMessage(authenticatorMessage),
  )
}

async function confirmAuthenticator(code: string): Promise<void> {
  await withRecentSignIn((library) => library.confirmAuthenticator(code))
  queryClient.setQueryData(authenticatorQuery.queryKey, true)
  // A required authenticator is checked again by the step that waits for it.
  await reportChange().catch(() => undefined)
}

async function removeAuthenticator(): Promise<void> {
  const { is_required } = await reportChange()
  if (is_required) throw new ApiError(0, { code: 'second_factor_required', detail: REQUIRED })
  await withRecentSignIn((library) => library.removeAuthenticator()).catch(withMessage(removalMessage))
  queryClient.setQueryData(authenticatorQuery.queryKey, false)
  // Otherwise the server finds out at the next sign-in.
  await reportChange().catch(() => undefined)
}

const REQUIRED = 'Your role requires an authenticator, so it can’t be removed. Replace it instead.'

/** Makes our server read the authenticator from the identity provider. */
const reportChange = () => call(accountEndpoints.checkAuthenticator, {})
