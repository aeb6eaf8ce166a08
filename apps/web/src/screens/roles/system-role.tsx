import { ROLE_RULES, type Role } from '@backoffice/contract/endpoints/roles'
import { RiskPanel } from '../../access/risk-panel.tsx'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { Notice } from '../../ui/notice.tsx'
import { RoleFields } from './role-fields.tsx'
import { type RoleValues, valuesOf } from './role-values.ts'
import css from './roles.module.css'

/** A role of the system is looked at, and copied. */
export function SystemRole({ role }: { role: Role }) {
  const form = useRuleForm<RoleValues>({
    fields: ROLE_RULES,
    values: valuesOf(role),
    submit: () => undefined,
  })
  const statements = role.policies.flatMap((policy) => policy.statements)
  return (
    <>
      <div className={css.notice}>
        <Notice tone="info">
          This role belongs to the system and is not changed. Copy it, and change the copy.
        </Notice>
      </div>
      <RoleFields form={form} stored={role} isReadOnly>
        <RiskPanel modules={role.modules} statements={statements} />
      </RoleFields>
    </>
  )
}
