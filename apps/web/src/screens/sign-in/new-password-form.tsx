import { PASSWORD_RULES, passwordChecklist } from '@backoffice/contract/rules/password'
import { Form, FormRefusal } from '../../kit/form/form.tsx'
import { Refused } from '../../kit/form/refusal.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { setNewPassword } from '../../session/entering.ts'
import { challengeLost, signInWords } from '../../session/words.ts'
import { Button } from '../../ui/button.tsx'
import { Fields } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import css from './sign-in.module.css'

type Props = { email: string; onLost: (words: string) => void }

/** The first-time step. The challenge lives in this page for a few minutes; without it one starts over. */
export function NewPasswordForm({ email, onLost }: Props) {
  const form = useRuleForm({
    fields: {
      password: {
        label: 'New password',
        rules: PASSWORD_RULES,
        messages: { required: 'Password cannot be empty' },
      },
      again: { label: 'Confirm password', rules: 'required|confirm_password:@password' },
    },
    values: { password: '', again: '' },
    askOnLeaving: false,
    async submit({ password }) {
      try {
        const step = await setNewPassword(email, password)
        if (step !== 'signed-in') onLost('The password is set. Sign in with it.')
      } catch (error) {
        if (!challengeLost(error)) throw new Refused(signInWords(error))
        onLost(signInWords(error))
      }
    },
  })

  return (
    <Form form={form} className={css.form}>
      <title>Set new password · Backoffice</title>
      <div>
        <h1>Set a new password</h1>
        <p className={css.lead}>You signed in with a temporary password. Choose your own to go on.</p>
      </div>
      <FormRefusal form={form} />
      {/* For password managers, which file the new password under it. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <Fields>
        <PasswordField
          {...form.field('password')}
          autoComplete="new-password"
          below={<Rules password={form.watch('password')} />}
          // The step before was submitted to get here.
          autoFocus
        />
        <PasswordField {...form.field('again')} autoComplete="new-password" />
      </Fields>
      <Button type="submit" look="primary" busy={form.busy}>
        Set new password
      </Button>
    </Form>
  )
}

function Rules({ password }: { password: string }) {
  return (
    <ul className={css.rules}>
      {passwordChecklist(password).map(({ words, met }) => (
        <li key={words} data-met={met || undefined}>
          <span aria-hidden="true">{met ? <Icon name="check" size={12} /> : '·'}</span>
          {words}
        </li>
      ))}
    </ul>
  )
}
