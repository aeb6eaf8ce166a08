import { isDefaultReplacement, NO_BREAK_GLASS } from '@backoffice/contract/reviews'
import type { Role } from '@backoffice/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { errorMessage } from '../../net/api-error.ts'
import { SearchableSelectField } from '../../ui/select/select.tsx'
import { roleOptionsQuery } from '../access/access-queries.ts'
import type { FieldsProps } from '../access/edit-access-record.tsx'
import css from './roles.module.css'
import type { RoleValues } from './roles.ts'

const HINT = 'Users of these roles can take this role at once in an emergency'

type Props = Omit<FieldsProps<Role, RoleValues>, 'stored' | 'impact'> & { stored: Role }

/** Roles whose users can take this role with break-glass access. */
export function BreakGlassField({ form, stored, isReadOnly }: Props) {
  const id = useId()
  const { data, isPending, error } = useQuery({ ...roleOptionsQuery, enabled: !isReadOnly })
  const options = useMemo(
    () =>
      (data ?? [])
        .filter((role) => role.id !== stored.id)
        .map((role) => ({
          value: role.id,
          label: role.name,
          ...(isDefaultReplacement(role) && { disabled: true, note: NO_BREAK_GLASS }),
        })),
    [data, stored.id],
  )
  const { onChange, ...field } = form.widget('break_glass_for')
  if (isReadOnly)
    return (
      <fieldset className={css.group} aria-labelledby={id}>
        <p className={css.legend}>
          <span id={id}>{field.label}</span> <span className={css.hint}>{HINT}</span>
        </p>
        <p className={css.names}>{stored.break_glass_for.map(({ name }) => name).join(', ') || 'No one'}</p>
      </fieldset>
    )
  return (
    <SearchableSelectField
      {...field}
      multiple
      options={options}
      known={stored.break_glass_for.map((role) => ({ value: role.id, label: role.name }))}
      onChange={(ids) => onChange(ids.toSorted())}
      max={100}
      placeholder="No one"
      loading={isPending}
      problem={error ? errorMessage(error) : undefined}
      closeOnSelect={false}
      showLabels={false}
      hint={HINT}
    />
  )
}
