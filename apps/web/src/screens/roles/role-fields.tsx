import { MODULES } from '@backoffice/contract/access'
import { ROLE_RULES, type Role } from '@backoffice/contract/endpoints/roles'
import { ModuleChips } from '../../access/module-chips.tsx'
import type { RuleForm } from '../../kit/form/rule-form.ts'
import { TextField } from '../../ui/text-field.tsx'
import { PolicyPicker } from './policy-picker.tsx'

export type RoleValues = { name: string; description: string; modules: string[]; policy_ids: string[] }

export const NO_ROLE: RoleValues = { name: '', description: '', modules: [], policy_ids: [] }

export function roleValues({ name, description, modules, policies }: Role): RoleValues {
  return { name, description, modules: [...modules], policy_ids: policies.map(({ id }) => id) }
}

/** As the calls take them: the chips offer no other modules. */
export const moduleNames = (modules: readonly string[]) => MODULES.filter((each) => modules.includes(each))

type Props = { form: RuleForm<RoleValues>; saved: RoleValues }

export function RoleFields({ form, saved }: Props) {
  const modules = form.widget('modules')
  const policies = form.widget('policy_ids')
  return (
    <>
      <TextField {...form.field('name')} maxLength={1000} />
      <TextField {...form.field('description')} maxLength={1000} />
      <ModuleChips {...modules} saved={saved.modules} />
      <PolicyPicker {...policies} saved={saved.policy_ids} />
    </>
  )
}

const LABELS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(ROLE_RULES).map(([name, { label }]) => [name, label])),
  policies: 'Policies',
}
export const roleLabel = (field: string) => LABELS[field] ?? field
