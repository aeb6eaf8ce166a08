import type { USER_RULES } from '@backoffice/contract/endpoints/users'
import type { RuleForm } from '../../kit/form/rule-form.ts'
import css from '../../kit/record/record-form.module.css'
import { TextField } from '../../ui/text-field.tsx'

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

export function ProfileFields({ form }: { form: RuleForm<UserValues> }) {
  return (
    <>
      <div className={css.row}>
        <TextField {...form.field('given_name')} maxLength={240} />
        <TextField {...form.field('family_name')} maxLength={240} />
      </div>
      <div className={css.row}>
        <TextField {...form.field('contact')} inputMode="tel" hint="As +639175550117" maxLength={60} />
        <TextField {...form.field('employee_no')} data-variant="code" maxLength={60} />
      </div>
      <div className={css.row} data-single>
        <TextField {...form.field('department')} maxLength={240} />
      </div>
    </>
  )
}
