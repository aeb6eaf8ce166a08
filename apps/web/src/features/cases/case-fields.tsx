import { CASE_KIND_LABELS, CASE_KINDS, type CaseKind } from '@backoffice/contract/case-values'
import { caseEndpoints } from '@backoffice/contract/cases'
import { type ComponentProps, useRef } from 'react'
import type { WidgetField } from '../../kit/form/rule-form.ts'
import { call } from '../../net/call.ts'
import { NativeSelectField } from '../../ui/native-select-field.tsx'
import { SearchableSelectField } from '../../ui/select/select.tsx'
import { useOptionSearch } from '../../ui/select/use-option-search.ts'

type Props = {
  field: ComponentProps<typeof NativeSelectField>
  /** Offered as the default. */
  suggested?: CaseKind
}

export function KindField({ field, suggested }: Props) {
  return (
    <NativeSelectField {...field}>
      {suggested && <option value="">{CASE_KIND_LABELS[suggested]} (suggested)</option>}
      {CASE_KINDS.map((kind) => (
        <option key={kind} value={kind}>
          {CASE_KIND_LABELS[kind]}
        </option>
      ))}
    </NativeSelectField>
  )
}

export type Person = { id: string; name: string }

type PersonFieldProps = {
  field: WidgetField<Person | null>
  hint?: string
}

/** Select of a user who may update cases; empty for no one. */
export function PersonField({ field: { value, onChange, ...field }, hint }: PersonFieldProps) {
  const found = useRef<Person[]>([])
  const search = useOptionSearch(async (q, signal) => {
    const { items } = await call(caseEndpoints.people, { query: q === '' ? {} : { q }, signal })
    found.current = items
    return items.map(({ id, name, is_own }) => ({ value: id, label: is_own ? `${name} (you)` : name }))
  })
  return (
    <SearchableSelectField
      {...field}
      {...search}
      hint={hint}
      value={value?.id ?? null}
      known={value ? [{ value: value.id, label: value.name }] : []}
      onChange={(id) => onChange(found.current.find((each) => each.id === id) ?? null)}
      allowEmpty
      placeholder="No one"
      showLabels={false}
    />
  )
}
