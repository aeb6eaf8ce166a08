import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { WidgetField } from '../../kit/form/rule-form.ts'
import { errorMessage } from '../../net/api-error.ts'
import { SearchableSelectField } from '../../ui/select/select.tsx'
import { roleOptionsQuery } from '../access/access-queries.ts'

type Props = {
  field: WidgetField<string>
  /** Current role, shown before the options load. */
  known?: { id: string; name: string } | undefined
  disabled?: boolean
}

type Option = { description: string; requires_second_factor: boolean }

/** Select of a role, with descriptions. Roles that the caller may not grant are disabled. */
export function RolePicker({ field: { value, onChange, ...field }, known, disabled = false }: Props) {
  const { data, isPending, error } = useQuery(roleOptionsQuery)
  const options = useMemo(
    () =>
      (data ?? []).map(({ id, name, description, is_grantable }) => ({
        value: id,
        label: is_grantable ? name : `${name} (you can’t assign it)`,
        note: description,
        disabled: !is_grantable,
      })),
    [data],
  )
  const chosen = data?.find(({ id }) => id === value)
  return (
    <SearchableSelectField
      {...field}
      options={options}
      known={known && [{ value: known.id, label: known.name }]}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
      hint={chosen && hintOf(chosen)}
      allowEmpty={false}
      disabled={disabled}
      loading={isPending}
      problem={error ? errorMessage(error) : undefined}
      showLabels={false}
    />
  )
}

function hintOf({ description, requires_second_factor }: Option): string | undefined {
  const sentences = [description, requires_second_factor && 'Requires an authenticator.']
  return sentences.filter(Boolean).join(' ') || undefined
}
