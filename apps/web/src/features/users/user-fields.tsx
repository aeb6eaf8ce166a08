import { EXCEEDS_CALLER } from '@backoffice/contract/exceeding'
import type { USER_RULES } from '@backoffice/contract/users'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RuleForm } from '../../kit/form/rule-form.ts'
import css from '../../kit/record/record-form.module.css'
import { errorMessage } from '../../net/api-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SearchableSelectField } from '../../ui/select/select.tsx'
import { policyOptionsQuery } from '../access/access-queries.ts'
import { SimilarNames } from '../access/similar-names.tsx'
import { RolePicker } from './role-picker.tsx'
import usersCss from './users.module.css'

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

type NamedRecord = { id: string; name: string }

type AccessFieldsProps = {
  form: RuleForm<UserValues>
  /** Current role and policies, shown before the options load. */
  role?: NamedRecord
  policies?: readonly NamedRecord[]
  /** Reason why both are locked. */
  lockedBecause?: string | undefined
}

/** Role and extra policies. Options that the caller may not grant are disabled. */
export function AccessFields({ form, role, policies = [], lockedBecause }: AccessFieldsProps) {
  const offered = useQuery(policyOptionsQuery)
  const policyOptions = useMemo(
    () =>
      (offered.data ?? []).map(({ id, name, risk, is_grantable }) => ({
        value: id,
        label: [
          name,
          ...(risk === 'HIGH' ? ['(high risk)'] : []),
          ...(is_grantable ? [] : ['(you don’t have it)']),
        ].join(' '),
        disabled: !is_grantable,
      })),
    [offered.data],
  )
  const policyField = form.widget('extra_policies')
  const risky = (offered.data ?? []).filter(
    ({ id, risk }) => risk === 'HIGH' && policyField.value.includes(id),
  )
  return (
    <>
      <RolePicker field={form.widget('role_id')} known={role} disabled={lockedBecause !== undefined} />
      <SearchableSelectField
        {...policyField}
        multiple
        options={policyOptions}
        known={policies.map(({ id, name }) => ({ value: id, label: name }))}
        max={50}
        disabled={lockedBecause !== undefined}
        loading={offered.isPending}
        problem={offered.error ? errorMessage(offered.error) : undefined}
        closeOnSelect={false}
        showLabels={false}
        hint={lockedBecause ?? 'In addition to the role’s policies'}
        below={
          risky.length > 0 && (
            <span className={usersCss.badges}>
              <Badge tone="warn">High risk</Badge> {risky.map(({ name }) => name).join(', ')}
            </span>
          )
        }
      />
    </>
  )
}
