import type { OptionTable } from '@backoffice/contract/table'
import { useQuery } from '@tanstack/react-query'
import { usePermission } from '../../../kit/access/permission.ts'
import type { RuleForm } from '../../../kit/form/rule-form.ts'
import { findOptions, type Option } from '../../../kit/record/record-queries.ts'
import { namesQuery, optionLabel } from '../../../kit/record/references.ts'
import { SearchableSelectField } from '../../../ui/select/select.tsx'
import { useOptionSearch } from '../../../ui/select/use-option-search.ts'
import type { InquiryValues } from './inquiry-form.ts'

type CodeField = 'company_code' | 'branch_code' | 'terminal_id'

/** Filters by company, branch and terminal. */
export function CodePickers({ form }: { form: RuleForm<InquiryValues> }) {
  const company = form.watch('company_code')
  return (
    <>
      <CodePicker
        form={form}
        name="company_code"
        table="lookup/company_group"
        // A branch belongs to one company.
        onChange={() => form.watch('branch_code') !== '' && form.set('branch_code', '')}
      />
      <CodePicker
        form={form}
        name="branch_code"
        table="glass/branch"
        within={{ company_code: company }}
        missing={company === '' ? 'Select Company first' : undefined}
      />
      <CodePicker form={form} name="terminal_id" table="lookup/shell_tid" labelOf={terminalLabel} />
    </>
  )
}

/** Labels a terminal by its branch. */
const terminalLabel = ({ name, ...terminal }: Option) =>
  optionLabel({ ...terminal, name: `in branch ${name}` })

type Props = {
  form: RuleForm<InquiryValues>
  name: CodeField
  table: OptionTable
  within?: Record<string, string>
  /** Message about a choice that must be made first. */
  missing?: string | undefined
  labelOf?: (option: Option) => string
  onChange?: () => void
}

/** Select for a code. Includes inactive codes, which older transactions have. */
function CodePicker({ form, name, table, within, missing, labelOf = optionLabel, onChange }: Props) {
  const { isAllowed } = usePermission('inquiry:run')
  const { value, onChange: change, ...control } = form.widget(name)
  const { data: named } = useQuery({
    ...namesQuery('inquiry:run', table, { selected: [value], ...(within && { within }) }),
    enabled: isAllowed && value !== '' && missing === undefined,
  })
  const search = useOptionSearch(async (query, signal) => {
    if (missing !== undefined) return []
    const body = { ...(query !== '' && { search: query }), ...(within && { within }), retired: true }
    const found = await findOptions('inquiry:run', table, body, signal)
    return found.map((option) => ({ value: option.code, label: labelOf(option) }))
  })
  const known = named?.find(({ code }) => code === value)
  return (
    <SearchableSelectField
      {...control}
      {...search}
      optional={false}
      placeholder="Any"
      hint={missing}
      problem={missing ?? search.problem}
      known={value === '' ? [] : [{ value, label: known ? labelOf(known) : value }]}
      value={value === '' ? null : value}
      onChange={(chosen) => {
        change(chosen ?? '')
        onChange?.()
      }}
      allowEmpty
      showLabels={false}
    />
  )
}
