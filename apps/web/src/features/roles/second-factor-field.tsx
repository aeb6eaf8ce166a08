import type { Role } from '@backoffice/contract/roles'
import { Checkbox } from '../../ui/checkbox.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import type { FieldsProps } from '../access/edit-access-record.tsx'
import css from './roles.module.css'
import { AUTHENTICATOR, type RoleValues } from './roles.ts'

const MEANING =
  'Users of this role sign in with their password and a code from an app on their phone. Without an authenticator they can only set one up.'

/** Requirement of an authenticator for users of the role. */
export function SecondFactorField({ form, stored, isReadOnly }: FieldsProps<Role, RoleValues>) {
  const { label, value, error, onChange } = form.widget('second_factors')
  const isOn = value.includes(AUTHENTICATOR)
  const without = stored?.without_authenticator ?? 0
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{label}</legend>
      {isReadOnly ? (
        <p className={css.names}>{isOn ? 'Authenticator required' : 'Not required'}</p>
      ) : (
        <Checkbox
          label="Require an authenticator"
          hint={MEANING}
          error={error}
          checked={isOn}
          onChange={({ target }) => onChange(target.checked ? [AUTHENTICATOR] : [])}
        />
      )}
      {isOn && without > 0 && <p className={css.hint}>{withoutInWords(without)}</p>}
    </fieldset>
  )
}

/** `2 users with this role have no authenticator. …` */
function withoutInWords(count: number): string {
  return count === 1
    ? '1 user with this role has no authenticator and must set one up before continuing to work.'
    : `${formatNumber(count)} users with this role have no authenticator and must set one up before continuing to work.`
}
