import { passwordChecklist } from '@backoffice/contract/rules/password'
import { Icon } from '../../ui/icon.tsx'
import css from './password-rules.module.css'

/** Checklist below the field of a new password. */
export function PasswordRules({ password }: { password: string }) {
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
