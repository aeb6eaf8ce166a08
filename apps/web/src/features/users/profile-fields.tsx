import { EXCEEDS_CALLER } from '@backoffice/contract/exceeding'
import type { USER_RULES } from '@backoffice/contract/users'
import type { RuleForm } from '../../kit/form/rule-form.ts'
import css from '../../kit/record/record-form.module.css'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SimilarNames } from '../access/similar-names.tsx'

export type UserValues = Record<keyof typeof USER_RULES, string> & { extra_policies: string[] }

export const NO_VALUES: UserValues = {
  email: '',
  given_name: '',
  family_name: '',
  contact: '',
  employee_no: '',
  department: '',
  role_id: '',
  extra_policies: [],
}

/** An empty optional field is null. */
export function profileOf(values: UserValues) {
  const { given_name, family_name, contact, employee_no, department } = values
  return {
    given_name,
    family_name,
    contact: contact || null,
    employee_no: employee_no || null,
    department: department || null,
  }
}

/** Empty until both names are there. */
function nameOf(form: RuleForm<UserValues>): string {
  const [given, family] = [form.watch('given_name').trim(), form.watch('family_name').trim()]
  return given && family && `${given} ${family}`
}

type Props = {
  form: RuleForm<UserValues>
  /** Undefined for a new user. */
  userId?: string
  /** Only the phone number can be changed. */
  isOwn?: boolean
  /** The user exceeds the caller. */
  isPhoneLocked?: boolean
}

export function ProfileFields({ form, userId, isOwn = false, isPhoneLocked = false }: Props) {
  return (
    <>
      {isOwn && (
        <Notice tone="info">
          In your own profile you can change the phone number. Ask another administrator for the rest.
        </Notice>
      )}
      <div className={css.row}>
        <TextField {...form.field('given_name')} readOnly={isOwn} maxLength={240} />
        <TextField {...form.field('family_name')} readOnly={isOwn} maxLength={240} />
      </div>
      {!isOwn && <SimilarNames name={nameOf(form)} id={userId} />}
      <div className={css.row}>
        <TextField
          {...form.field('contact')}
          inputMode="tel"
          readOnly={isPhoneLocked}
          hint={isPhoneLocked ? EXCEEDS_CALLER : 'As 0917 555 0117 or +639175550117'}
          maxLength={60}
        />
        <TextField {...form.field('employee_no')} data-variant="code" readOnly={isOwn} maxLength={60} />
      </div>
      <div className={css.row} data-single>
        <TextField {...form.field('department')} readOnly={isOwn} maxLength={240} />
      </div>
    </>
  )
}
