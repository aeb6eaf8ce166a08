import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { policyOptionsQuery, roleOptionsQuery } from '../../access/access-queries.ts'
import type { RuleForm } from '../../kit/form/rule-form.ts'
import { errorMessage } from '../../net/api-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { SearchableSelectField } from '../../ui/searchable-select-field.tsx'
import type { UserValues } from './profile-fields.tsx'
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
  const roles = useQuery(roleOptionsQuery)
  const offered = useQuery(policyOptionsQuery)
  const roleOptions = useMemo(
    () =>
      (roles.data ?? []).map(({ id, name, is_grantable }) => ({
        value: id,
        label: is_grantable ? name : `${name} (you can’t assign it)`,
        disabled: !is_grantable,
      })),
    [roles.data],
  )
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
  const { value: roleId, onChange: setRole, ...roleField } = form.widget('role_id')
  const policyField = form.widget('extra_policies')
  const risky = (offered.data ?? []).filter(
    ({ id, risk }) => risk === 'HIGH' && policyField.value.includes(id),
  )
  return (
    <>
      <SearchableSelectField
        {...roleField}
        options={roleOptions}
        known={role && [{ value: role.id, label: role.name }]}
        value={roleId === '' ? null : roleId}
        onChange={(chosen) => setRole(chosen ?? '')}
        allowEmpty={false}
        disabled={lockedBecause !== undefined}
        loading={roles.isPending}
        problem={roles.error ? errorMessage(roles.error) : undefined}
        showLabels={false}
        {...(roles.data?.find(({ id }) => id === roleId)?.requires_second_factor && {
          hint: 'Requires an authenticator',
        })}
      />
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
