import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RuleForm } from '../../kit/form/rule-form.ts'
import { errorMessage } from '../../net/api-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { SearchableSelectField } from '../../ui/select/select.tsx'
import { policyOptionsQuery } from '../access/access-queries.ts'
import type { UserValues } from './profile-fields.tsx'
import { RolePicker } from './role-picker.tsx'
import css from './users.module.css'

type NamedRecord = { id: string; name: string }

type Props = {
  form: RuleForm<UserValues>
  /** Current role and policies, shown before the options load. */
  role?: NamedRecord
  policies?: readonly NamedRecord[]
  /** Reason why both are locked. */
  lockedBecause?: string | undefined
}

/** Role and extra policies. Options that the caller may not grant are disabled. */
export function AccessFields({ form, role, policies = [], lockedBecause }: Props) {
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
            <span className={css.badges}>
              <Badge tone="warn">High risk</Badge> {risky.map(({ name }) => name).join(', ')}
            </span>
          )
        }
      />
    </>
  )
}
