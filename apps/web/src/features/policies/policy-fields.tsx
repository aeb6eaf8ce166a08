import type { Policy } from '@backoffice/contract/policies'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ErrorNotice } from '../../kit/feedback/error-notice.tsx'
import { useUser } from '../../session/store.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AccessColumns, type FieldsProps } from '../access/edit-access-record.tsx'
import { GrantsExplainer } from '../access/grants-explainer.tsx'
import { Picker } from '../access/picker.tsx'
import { RiskPanel } from '../access/risk-panel.tsx'
import { catalogueQuery, type PolicyValues } from './policies.ts'
import { statementGroups, withStatement } from './statement-groups.ts'

/** Shows the effect of the statements in any module. */
const ANY_MODULE = ['All']

/** Fields of a policy, with their impact next to them. */
export function PolicyFields({ impact, ...props }: FieldsProps<Policy, PolicyValues>) {
  const { form, isReadOnly } = props
  const { name, statements } = form.watchAll()
  const policy = { id: 'this', name, statements }
  const role = { id: '', name: '', modules: ANY_MODULE, policies: [policy] }
  return (
    <AccessColumns
      form={form}
      isReadOnly={isReadOnly}
      effect={
        <>
          {impact}
          <RiskPanel modules={ANY_MODULE} statements={statements} />
          <GrantsExplainer of="policy" grants={{ role, extra_policies: [] }} />
        </>
      }
    >
      <StatementsField {...props} />
    </AccessColumns>
  )
}

function StatementsField({ form, stored: policy, isReadOnly }: FieldsProps<Policy, PolicyValues>) {
  const stored = policy?.statements
  const { policies: held } = useUser()
  const { data, error, isFetching, refetch } = useQuery(catalogueQuery)
  const { label, value: chosen, error: problem, onChange } = form.widget('statements')
  const groups = useMemo(
    () => data && statementGroups(data, { chosen, before: stored, held }),
    [data, chosen, stored, held],
  )
  if (!groups && error)
    return <ErrorNotice what="The actions" error={error} busy={isFetching} onRetry={() => void refetch()} />
  if (!groups) return <Skeleton width="100%" height={360} />
  return (
    <Picker
      label={label}
      hint="Actions it allows, in roles with the module"
      error={problem}
      search="Search actions"
      groups={groups}
      isReadOnly={isReadOnly}
      onPick={(statement, isChosen) => onChange(withStatement(chosen, statement, isChosen))}
    />
  )
}
