import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { AccessColumns } from '../../access/access-columns.tsx'
import { GrantsExplainer } from '../../access/grants-explainer.tsx'
import { Picker } from '../../access/picker.tsx'
import { RiskPanel } from '../../access/risk-panel.tsx'
import { ErrorNotice } from '../../kit/error-notice.tsx'
import type { RuleForm } from '../../kit/form/rule-form.ts'
import { useUser } from '../../session/store.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import css from './policies.module.css'
import { catalogueQuery } from './policies-queries.ts'
import type { PolicyValues } from './policy-values.ts'
import { statementGroups, withStatement } from './statement-groups.ts'

type Props = {
  form: RuleForm<PolicyValues>
  /** The statements as they are stored; undefined for a new policy. */
  stored: readonly string[] | undefined
  isReadOnly?: boolean
  /** Beside the fields, before the risk. */
  children?: ReactNode
}

/** Statements count in whatever module a role has. */
const ANY_MODULE = ['All']

/** The fields of a policy, and beside them what they do. */
export function PolicyFields({ form, stored, isReadOnly, children }: Props) {
  const statements = form.watch('statements')
  const policy = { id: 'this', name: form.watch('name'), statements }
  const role = { id: '', name: '', modules: ANY_MODULE, policies: [policy] }
  return (
    <AccessColumns
      beside={
        <>
          {children}
          <RiskPanel modules={ANY_MODULE} statements={statements} />
          <GrantsExplainer of="policy" grants={{ role, extra_policies: [] }} />
        </>
      }
    >
      <div className={css.names}>
        <TextField {...form.field('name')} readOnly={isReadOnly} maxLength={240} />
        <TextField {...form.field('description')} readOnly={isReadOnly} maxLength={800} />
      </div>
      <StatementsField form={form} stored={stored} isReadOnly={isReadOnly ?? false} />
    </AccessColumns>
  )
}

type FieldProps = Pick<Props, 'form' | 'stored'> & { isReadOnly: boolean }

function StatementsField({ form, stored, isReadOnly }: FieldProps) {
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
      hint="what may be done, in roles with its module"
      error={problem}
      search="Search actions"
      groups={groups}
      isReadOnly={isReadOnly}
      onPick={(statement, isChosen) => onChange(withStatement(chosen, statement, isChosen))}
    />
  )
}
