import type { ImportLayout } from '@backoffice/contract/import-layout'
import { type Reference, tablePermission } from '@backoffice/contract/table'
import { tableOf } from '@backoffice/contract/tables/tables'
import { useEffect, useRef, useState } from 'react'
import { FIELD_LOOKS } from '../../../kit/record/field-kinds.ts'
import { optionLabel } from '../../../kit/record/references.ts'
import { findOptions } from '../../../kit/record/table-calls.ts'
import { DateField } from '../../../ui/date-field.tsx'
import { NativeSelectField, NoOption } from '../../../ui/native-select-field.tsx'
import { SearchableSelectField } from '../../../ui/searchable-select-field.tsx'
import { useOptionSearch } from '../../../ui/select/use-option-search.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { valueError } from './match-errors.ts'

type Props = {
  name: string
  layout: ImportLayout
  value: string
  /** Message of the last attempt. */
  error: string | undefined
  /** True right after the user opened it: it takes the focus. */
  isOpened: boolean
  onChange: (value: string) => void
}

/** The value that a field gets in every row, in the control of its kind. */
export function OneValueField({ name, layout, value, error, isOpened, onChange }: Props) {
  const field = layout.fields[name]
  const box = useRef<HTMLDivElement>(null)
  const [wrong, setWrong] = useState<{ value: string; message: string | undefined }>()
  useEffect(() => {
    if (isOpened) box.current?.querySelector<HTMLElement>('input, select, button')?.focus()
  }, [isOpened])
  if (!field) return null

  async function check(checked: string): Promise<void> {
    setWrong(
      checked === '' ? undefined : { value: checked, message: await valueError(layout, name, checked) },
    )
  }
  const commit = (next: string) => {
    onChange(next)
    void check(next)
  }
  const control = {
    name: `value:${name}`,
    label: field.label,
    required: true,
    error: error ?? (wrong?.value === value ? wrong.message : undefined),
    hint: field.hint,
  }
  const { reference, options, type, max } = field
  const table = tableOf(layout.category)
  return (
    <div ref={box} data-problem={value === '' || undefined}>
      {reference && !reference.within && table ? (
        <CodeField
          control={control}
          reference={reference}
          permission={tablePermission(table, 'view')}
          value={value}
          onChange={commit}
        />
      ) : options ? (
        <NativeSelectField {...control} value={value} onChange={({ target }) => commit(target.value)}>
          <NoOption />
          {Object.entries(options).map(([each, label]) => (
            <option key={each} value={each}>
              {label}
            </option>
          ))}
        </NativeSelectField>
      ) : type === 'date' ? (
        <DateField {...control} value={value} onInput={onChange} onChange={commit} />
      ) : (
        <TextField
          {...control}
          value={value}
          maxLength={max * 4}
          inputMode={FIELD_LOOKS[type].keypad}
          onChange={({ target }) => onChange(target.value)}
          onBlur={() => void check(value)}
        />
      )}
    </div>
  )
}

type CodeProps = {
  control: { name: string; label: string; error: string | undefined; hint: string | undefined }
  reference: Reference
  permission: ReturnType<typeof tablePermission>
  value: string
  onChange: (value: string) => void
}

/** A code of another table, searched by the server. */
function CodeField({ control, reference: { table, except, any }, permission, value, onChange }: CodeProps) {
  const search = useOptionSearch(async (query, signal) => {
    const body = {
      ...(query !== '' && { search: query }),
      ...(except && { except: { [except.field]: except.is } }),
    }
    const found = await findOptions(permission, table, body, signal)
    return [
      ...(any === undefined ? [] : [{ value: any, label: `${any} (all)` }]),
      ...found.map((option) => ({ value: option.code, label: optionLabel(option) })),
    ]
  })
  return (
    <SearchableSelectField
      {...control}
      {...search}
      known={value === '' ? [] : [{ value, label: value }]}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
      showLabels={false}
    />
  )
}
