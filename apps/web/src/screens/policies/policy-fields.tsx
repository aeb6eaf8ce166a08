import { POLICY_RULES, type Policy } from '@backoffice/contract/endpoints/policies'
import type { RuleForm } from '../../kit/form/rule-form.ts'
import { TextField } from '../../ui/text-field.tsx'
import { StatementPicker } from './statement-picker.tsx'

export type PolicyValues = { name: string; description: string; statements: string[] }

export const NO_POLICY: PolicyValues = { name: '', description: '', statements: [] }

export function policyValues({ name, description, statements }: Policy): PolicyValues {
  return { name, description, statements: [...statements] }
}

type Props = { form: RuleForm<PolicyValues>; saved: PolicyValues }

export function PolicyFields({ form, saved }: Props) {
  const statements = form.widget('statements')
  return (
    <>
      <TextField {...form.field('name')} maxLength={1000} />
      <TextField {...form.field('description')} maxLength={1000} />
      <StatementPicker {...statements} saved={saved.statements} />
    </>
  )
}

const LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(POLICY_RULES).map(([name, { label }]) => [name, label]),
)
export const policyLabel = (field: string) => LABELS[field] ?? field
