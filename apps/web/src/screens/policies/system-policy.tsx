import { POLICY_RULES, type Policy } from '@backoffice/contract/endpoints/policies'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { Notice } from '../../ui/notice.tsx'
import css from './policies.module.css'
import { PolicyFields } from './policy-fields.tsx'
import { type PolicyValues, valuesOf } from './policy-values.ts'

/** A policy of the system is looked at, and copied. */
export function SystemPolicy({ policy }: { policy: Policy }) {
  const values = valuesOf(policy)
  const form = useRuleForm<PolicyValues>({ fields: POLICY_RULES, values, submit: () => undefined })
  return (
    <>
      <div className={css.notice}>
        <Notice tone="info">
          This policy belongs to the system and is not changed. Copy it, and change the copy.
        </Notice>
      </div>
      <PolicyFields form={form} stored={policy.statements} isReadOnly />
    </>
  )
}
