import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AccessColumns } from '../../access/access-columns.tsx'
import { policyOptionsQuery } from '../../access/access-queries.ts'
import { GrantsExplainer } from '../../access/grants-explainer.tsx'
import type { RuleForm } from '../../kit/form/rule-form.ts'
import { TextField } from '../../ui/text-field.tsx'
import { ModulesField } from './modules-field.tsx'
import { PoliciesField } from './policies-field.tsx'
import type { GrantedPolicy, RoleValues } from './role-values.ts'
import css from './roles.module.css'

type Props = {
  form: RuleForm<RoleValues>
  /** The role as it is stored; undefined for a new one. */
  stored: { id: string; modules: readonly string[]; policies: readonly GrantedPolicy[] } | undefined
  isReadOnly?: boolean
  /** Beside the fields, above the explainer. */
  children: ReactNode
}

/** The fields of a role, and beside them what they do. */
export function RoleFields({ form, stored, isReadOnly, children }: Props) {
  const { data: offered = [] } = useQuery(policyOptionsQuery)
  const [modules, chosen] = [form.watch('modules'), form.watch('policy_ids')]
  const known = new Map([...(stored?.policies ?? []), ...offered].map((policy) => [policy.id, policy]))
  const policies = chosen.flatMap((id) => known.get(id) ?? [])
  const role = { id: stored?.id ?? '', name: form.watch('name'), modules, policies }
  return (
    <AccessColumns
      beside={
        <>
          {children}
          <GrantsExplainer of="role" grants={{ role, extra_policies: [] }} />
        </>
      }
    >
      <div className={css.names}>
        <TextField {...form.field('name')} readOnly={isReadOnly} maxLength={240} />
        <TextField {...form.field('description')} readOnly={isReadOnly} maxLength={800} />
      </div>
      <ModulesField form={form} before={stored?.modules ?? []} isReadOnly={isReadOnly} />
      <PoliciesField form={form} stored={stored?.policies} isReadOnly={isReadOnly} />
    </AccessColumns>
  )
}
