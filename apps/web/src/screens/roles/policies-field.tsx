import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { policyOptionsQuery } from '../../access/access-queries.ts'
import { withItem } from '../../access/chosen.ts'
import { Picker } from '../../access/picker.tsx'
import { ErrorNotice } from '../../kit/error-notice.tsx'
import type { RuleForm } from '../../kit/form/rule-form.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { policyGroups } from './policy-groups.ts'
import type { GrantedPolicy, RoleValues } from './role-values.ts'

type Props = {
  form: RuleForm<RoleValues>
  /** Of the role as it is stored; undefined for a new one. */
  stored: readonly GrantedPolicy[] | undefined
  isReadOnly?: boolean | undefined
}

/** The policies to choose from, and those the role has. */
export function PoliciesField({ form, stored, isReadOnly }: Props) {
  const { data, error, isFetching, refetch } = useQuery(policyOptionsQuery)
  const { label, value, error: problem, onChange } = form.widget('policy_ids')
  const groups = useMemo(() => {
    const offered = data ?? []
    const others = (stored ?? []).filter(({ id }) => !offered.some((each) => each.id === id))
    return policyGroups(
      [...offered, ...others],
      value,
      stored?.map(({ id }) => id),
    )
  }, [data, stored, value])
  if (!data && error)
    return <ErrorNotice what="The policies" error={error} busy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Skeleton width="100%" height={320} />
  return (
    <Picker
      label={label}
      hint="what may be done there"
      error={problem}
      search="Search names and statements"
      groups={groups}
      isReadOnly={isReadOnly ?? false}
      onPick={(id, isChosen) => onChange(withItem(value, id, isChosen))}
    />
  )
}
