import type { ReactNode } from 'react'
import { Form, FormErrorNotice } from '../../kit/form/form.tsx'
import { formErrorAt } from '../../kit/form/form-error.ts'
import { CODE_FIELD, CODE_HINT, type RuleForm, type Values } from '../../kit/form/rule-form.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import type { Step } from '../../session/identity-library.ts'
import { codeMessage, fieldOf, isChallengeExpired } from '../../session/messages.ts'
import { confirmCode } from '../../session/sign-in-on-demand.ts'
import { Button } from '../../ui/button.tsx'
import { Fields, TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './login-form.module.css'

export type LoginNotice = { tone: 'bad' | 'ok' | 'info'; message: string }

type Props<V extends Values> = {
  form: RuleForm<V>
  title: string
  /** Document title if it differs from the heading. */
  pageTitle?: string
  lead: ReactNode
  /** Notice from the previous screen, or from a button that does not submit. */
  notice?: LoginNotice | undefined
  /** Links below the form. */
  after?: ReactNode
  children: ReactNode
}

/** The form of a screen in the login layout. */
export function LoginForm<V extends Values>(props: Props<V>) {
  const { form, title, pageTitle = title, lead, notice, after, children } = props
  return (
    <Form form={form} className={css.form}>
      <title>{`${pageTitle} · Backoffice`}</title>
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        <p className={css.lead}>{lead}</p>
      </div>
      {notice && !form.formError && (
        <Notice tone={notice.tone} live>
          {notice.message}
        </Notice>
      )}
      <FormErrorNotice form={form} />
      {children}
      {after && <p className={css.after}>{after}</p>}
    </Form>
  )
}

type CodeFormProps = {
  /** Masked phone number; undefined for an authenticator. */
  textMessageTo?: string | undefined
  onStep: (step: Step) => void | Promise<void>
  /** Called when the sign-in must start over. */
  onLost: (message?: string) => void
  /** True while the code is verified and the access loads. */
  onSigningIn?: (isSigningIn: boolean) => void
}

/** Form for the second factor. If the challenge expires, the sign-in starts over. */
export function CodeForm({ textMessageTo, onStep, onLost, onSigningIn }: CodeFormProps) {
  const form = useRuleForm({
    fields: {
      code: CODE_FIELD,
    },
    values: { code: '' },
    confirmLeave: false,
    async submit({ code }) {
      let step: Step
      onSigningIn?.(true)
      try {
        step = await confirmCode(code)
      } catch (error) {
        const message = codeMessage(error)
        if (isChallengeExpired(error)) return onLost(message)
        throw formErrorAt(fieldOf(error), message)
      } finally {
        onSigningIn?.(false)
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
          ? 'Your authenticator app shows a new one every 30 seconds.'
          : `It was sent by text message to ${textMessageTo}.`
      }
    >
      <Fields>
        <TextField
          {...form.field('code')}
          hint={CODE_HINT}
          inputMode="numeric"
          autoComplete="one-time-code"
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
