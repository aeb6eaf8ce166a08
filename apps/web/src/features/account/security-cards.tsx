import { PASSWORD_RULES } from '@backoffice/contract/rules/password'
import { useState } from 'react'
import { toastDone } from '../../kit/feedback/toast.ts'
import { Form, FormErrorNotice } from '../../kit/form/form.tsx'
import { FormError } from '../../kit/form/form-error.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { passwordError } from '../../session/messages.ts'
import { useUser } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Fields } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { type CodeStep, codeSource, SecondStepForm } from '../recent-sign-in/confirmation-forms.tsx'
import steps from '../recent-sign-in/steps.module.css'
import { PasswordRules } from '../sign-in/password-rules.tsx'
import css from './account.module.css'
import {
  changePassword,
  endOtherSessions,
  reloadSessions,
  type SignInAgainResult,
  signInAgain,
  submitCode,
} from './account-security.ts'
import { AuthenticatorSteps, type Goal } from './authenticator-steps.tsx'
import { SignOutEverywhere } from './sessions-card.tsx'

type View = { for: 'change' } | { for: 'code'; step: CodeStep } | { for: 'done'; othersEnded: boolean }

/** In a low window the message is out of view. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** Changes the password. A second factor requires a code to stay signed in. */
export function PasswordCard() {
  const [shown, setShown] = useState<View>({ for: 'change' })

  async function onResult(result: SignInAgainResult) {
    if (result !== 'signed-in' && result !== 'over') return setShown({ for: 'code', step: result })
    // After `over`, the user signs in again and can then end the other sessions.
    setShown({ for: 'done', othersEnded: result === 'signed-in' && (await endOtherSessions()) })
    void reloadSessions()
  }

  return (
    <Card title="Password">
      <div className={css.body}>
        {shown.for === 'done' && (
          <div className={css.result} ref={intoView}>
            <Changed othersEnded={shown.othersEnded} />
          </div>
        )}
        {shown.for === 'code' ? (
          <SecondStepForm submitLabel="Stay signed in" onCode={submitCode} onResult={onResult}>
            <Notice tone="ok" live>
              The password was changed. Enter a code to stay signed in: {codeSource(shown.step)}
            </Notice>
          </SecondStepForm>
        ) : (
          <PasswordForm onChanged={onResult} onSend={() => setShown({ for: 'change' })} />
        )}
      </div>
    </Card>
  )
}

function Changed({ othersEnded }: { othersEnded: boolean }) {
  if (othersEnded)
    return (
      <Notice tone="ok" live>
        The password was changed. You are signed out everywhere else.
      </Notice>
    )
  return (
    <Notice
      tone="bad"
      title="The password was changed, but you could not be signed out elsewhere."
      live
      action={<SignOutEverywhere />}
    >
      Other browsers can stay signed in for up to an hour. To end all sessions now, including this one, sign
      out everywhere.
    </Notice>
  )
}

const EMPTY = { current: '', password: '', again: '' }

type Props = {
  onChanged: (result: SignInAgainResult) => Promise<void>
  onSend: () => void
}

function PasswordForm({ onChanged, onSend }: Props) {
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
      {/* Next to the button, because it would be out of view above the fields. */}
      <FormErrorNotice form={form} />
      <Button type="submit" busy={form.busy}>
        Change password
      </Button>
    </Form>
  )
}

type AuthenticatorView =
  /** `back`: previous choice, whose button gets the focus. `lost`: error message. */
  { step: 'choice'; back?: Goal; lost?: string | undefined } | { step: 'change'; goal: Goal }

const SET_UP = {
  label: 'Set up authenticator',
  words: 'Enter your password to see the key of your authenticator.',
  done: 'Authenticator set up',
}
const REPLACE = {
  label: 'Replace authenticator',
  words:
    'Enter your password to see the key of a new authenticator. The current one works until the new one is set up.',
  done: 'Authenticator replaced',
}
const REMOVE = {
  label: 'Remove authenticator',
  words:
    'Sign-in will require only your password, and the entry in the app will stop working. Enter your password to remove the authenticator.',
  done: 'Authenticator removed',
}

/** Sets up and removes an authenticator. */
export function Authenticator({ isOn }: { isOn: boolean }) {
  const [shown, setShown] = useState<AuthenticatorView>({ step: 'choice' })
  if (shown.step === 'change') {
    const { goal } = shown
    const { label, words, done } = goal === 'remove' ? REMOVE : isOn ? REPLACE : SET_UP
    return (
      <AuthenticatorSteps
        key={goal}
        goal={goal}
        isReplacing={isOn}
        label={label}
        onDone={() => {
          // After a removal its button is gone.
          setShown({ step: 'choice', back: 'set-up' })
          toastDone(done)
        }}
        onGone={(lost) => setShown({ step: 'choice', back: goal, lost })}
      >
        {words}
      </AuthenticatorSteps>
    )
  }
  return (
    <div className={css.body}>
      {shown.lost && (
        <Notice tone="bad" live>
          {shown.lost}
        </Notice>
      )}
      <p className={css.words}>
        {isOn
          ? 'Sign-in requires your password and a code from the app on your phone. If you lose the phone, an access administrator can reset the authenticator. Then sign in with your password and set up a new one.'
          : 'An authenticator app on your phone protects your account even if someone learns your password.'}
      </p>
      <div className={steps.actions}>
        <Button
          autoFocus={shown.back === 'set-up'}
          onClick={() => setShown({ step: 'change', goal: 'set-up' })}
        >
          {isOn ? REPLACE.label : SET_UP.label}
        </Button>
        {isOn && (
          <Button
            variant="danger"
            autoFocus={shown.back === 'remove'}
            onClick={() => setShown({ step: 'change', goal: 'remove' })}
          >
            {REMOVE.label}
          </Button>
        )}
      </div>
    </div>
  )
}
