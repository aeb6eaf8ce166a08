import { passesRules } from '@backoffice/contract/rules/check'
import { PASSWORD_RULES } from '@backoffice/contract/rules/password'
import { useEffect, useState } from 'react'
import type { Navigation } from '../../boot/navigation.ts'
import { formErrorAt } from '../../kit/form/form-error.ts'
import { CODE_FIELD, CODE_HINT } from '../../kit/form/rule-form.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { fieldOf, mayBeUnknownUser, resetMessage } from '../../session/messages.ts'
import { preloadSignIn, requestResetCode, resetPassword } from '../../session/sign-in-on-demand.ts'
import { Button } from '../../ui/button.tsx'
import { Fields, TextField } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { LoginForm, type LoginNotice } from './login-form.tsx'
import { LoginLayout } from './login-layout.tsx'
import { PasswordRules } from './password-rules.tsx'
import css from './resend.module.css'

const EMAIL_RULES = 'required|email'

/** Second step to a new password. Without the first step it also needs the email. */
export function ResetScreen({ navigation }: { navigation: Navigation }) {
  const { email: initialEmail = '', codeSentTo, isResetRequired = false } = navigation.state
  const [notice, setNotice] = useState<LoginNotice | undefined>(codeSentTo ? sent(codeSentTo) : undefined)
  useEffect(preloadSignIn, [])
  const form = useRuleForm({
    fields: {
      email: { label: 'Email', rules: EMAIL_RULES, messages: { required: 'Username cannot be empty' } },
      code: CODE_FIELD,
      password: {
        label: 'New password',
        rules: PASSWORD_RULES,
        messages: { required: 'Password cannot be empty' },
      },
      again: { label: 'Confirm password', rules: 'required|confirm_password:@password' },
    },
    values: { email: initialEmail, code: '', password: '', again: '' },
    confirmLeave: false,
    async submit({ email, code, password }) {
      setNotice(undefined)
      try {
        await resetPassword(email, code, password)
      } catch (error) {
        const field = mayBeUnknownUser(error) ? 'code' : fieldOf(error)
        const message = resetMessage(error)
        throw formErrorAt(field, message)
      }
      await navigation.navigate('/login', { email, isPasswordChanged: true })
    },
  })

  /** Returns the email; shows an error at its field if it is invalid. */
  function readEmail(): string | undefined {
    const email = form.watch('email').trim()
    form.set('email', email)
    return passesRules(email, EMAIL_RULES) ? email : undefined
  }

  return (
    <LoginLayout>
      <LoginForm
        form={form}
        title="Reset password"
        lead={
          isResetRequired
            ? 'Your password has to be reset before you can sign in. Enter the code you were sent, or send another one.'
            : 'Enter the code you were sent, and choose a new password.'
        }
        notice={notice}
        after={<a href="/login">Back to sign-in</a>}
      >
        <Fields>
          <TextField
            {...form.field('email')}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus={!initialEmail}
          />
          <TextField
            {...form.field('code')}
            hint={CODE_HINT}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus={!!initialEmail}
          />
          <Resend
            isSent={codeSentTo !== undefined}
            readEmail={readEmail}
            onSent={(to) => setNotice(sent(to))}
            onFailed={(message) => setNotice({ tone: 'bad', message })}
          />
          <PasswordField
            {...form.field('password')}
            autoComplete="new-password"
            below={<PasswordRules password={form.watch('password')} />}
          />
          <PasswordField {...form.field('again')} autoComplete="new-password" />
        </Fields>
        <Button type="submit" variant="primary" busy={form.busy}>
          Reset password
        </Button>
      </LoginForm>
    </LoginLayout>
  )
}

/** The text does not reveal whether the user exists. */
function sent(to: string): LoginNotice {
  return {
    tone: 'info',
    message: `If this email has an account, a code is on its way to ${to}. Only the newest code works, for an hour.`,
  }
}

/** Email takes a while, and a new code invalidates the previous one. */
const WAIT_MS = 60_000

type Props = {
  /** The previous screen sent a code. */
  isSent: boolean
  /** Returns the email, or undefined after showing an error at its field. */
  readEmail: () => string | undefined
  onSent: (sentTo: string) => void
  onFailed: (message: string) => void
}

/** Sends a code, or another one after a wait. */
function Resend({ isSent, readEmail, onSent, onFailed }: Props) {
  const [sentAtMs, setSentAtMs] = useState(() => (isSent ? Date.now() : 0))
  const [busy, setBusy] = useState(false)
  const seconds = useSecondsUntil(sentAtMs + WAIT_MS)

  async function send() {
    const email = readEmail()
    if (email === undefined) return
    setBusy(true)
    try {
      onSent(await requestResetCode(email))
      setSentAtMs(Date.now())
    } catch (error) {
      onFailed(resetMessage(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={css.resend}>
      <Button busy={busy} aria-disabled={seconds > 0} onClick={() => void (seconds === 0 && send())}>
        {sentAtMs === 0 ? 'Send code' : 'Send another code'}
      </Button>
      {seconds > 0 && <span className={css.wait}>in {seconds} s</span>}
    </div>
  )
}

const SECOND_MS = 1_000

/** Whole seconds until a time in unix milliseconds, counted down to 0. */
function useSecondsUntil(timeMs: number): number {
  const [nowMs, setNowMs] = useState(0)
  useEffect(() => {
    const update = () => {
      setNowMs(Date.now())
      if (Date.now() >= timeMs) clearInterval(timer)
    }
    const timer = setInterval(update, SECOND_MS)
    update()
    return () => clearInterval(timer)
  }, [timeMs])
  // 0 before the first update, as in the prerendered page.
  return nowMs === 0 ? 0 : Math.max(0, Math.ceil((timeMs - nowMs) / SECOND_MS))
}
