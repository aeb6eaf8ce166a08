import type { ImportLayout } from '@backoffice/contract/import-layouts'
import type { Reference, TableDeclaration } from '@backoffice/contract/table'
import { tableOf } from '@backoffice/contract/tables/tables'
import { useEffect, useRef, useState } from 'react'
import { usePlaceSearch, useReferenceSearch } from '../../../kit/record/references.ts'
import { FIELD_LOOKS } from '../../../kit/record/rows.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DateField } from '../../../ui/date/date-input.tsx'
import { TextField } from '../../../ui/field.tsx'
import { NativeSelectField, NoOption } from '../../../ui/native-select-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SearchableSelectField } from '../../../ui/select/select.tsx'
import { type Choices, columnsWith, missingFields, missingForNewRows } from './choices.ts'
import { atValue, valueError } from './match-errors.ts'
import css from './match-form.module.css'
import { describeNames, labelOf } from './match-words.ts'

type Props = {
  layout: ImportLayout
  choices: Choices
  addsRows: boolean
  errors: Readonly<Record<string, string>>
  /** Undefined removes the value. */
  onValue: (field: string, value: string | undefined) => void
}

/** Fields without a column, and the values that all rows get instead. */
export function MissingFields({ layout, choices, addsRows, errors, onValue }: Props) {
  // The field that the user has just given one value. Its control gets the focus.
  const opened = useRef<string>(undefined)
  const missing = missingFields(layout, choices)
  const forNewRows = missingForNewRows(layout, choices, addsRows)
  const values = Object.keys(choices.values)
  // With one value for it, every row would be the same.
  const isOnlyKey = layout.required.length === 1
  const names = (fields: readonly string[]) => describeNames(fields.map((field) => labelOf(layout, field)))
  const one = (field: string) => {
    opened.current = field
    onValue(field, '')
  }
  return (
    <>
      {missing.length > 0 && (
        <Notice
          tone="bad"
          title={`${names(missing)} ${missing.length === 1 ? 'is required and has no column.' : 'are required and have no column.'}`}
          action={!isOnlyKey && <OneValueButtons fields={missing} layout={layout} onOpen={one} isProblem />}
        >
          Choose {missing.length === 1 ? 'it for a column' : 'them for columns'} below
          {!isOnlyKey && ', or use one value for all rows'}.
        </Notice>
      )}
      {forNewRows.length > 0 && (
        <Notice
          tone="warn"
          title={`${names(forNewRows)} ${forNewRows.length === 1 ? 'has no column.' : 'have no column.'}`}
          action={<OneValueButtons fields={forNewRows} layout={layout} onOpen={one} />}
        >
          New rows need {forNewRows.length === 1 ? 'it' : 'them'}: choose{' '}
          {forNewRows.length === 1 ? 'it for a column' : 'them for columns'} below, or use one value for all
          rows. Rows that are already in the table keep what they have.
        </Notice>
      )}
      {values.length > 0 && (
        <Card title="One value for all rows">
          <div className={css.values}>
            {values.map((field) => (
              <div key={field} className={css.value}>
                <OneValueField
                  name={field}
                  layout={layout}
                  choices={choices}
                  error={errors[atValue(field)]}
                  isOpened={opened.current === field}
                  onChange={(value) => onValue(field, value)}
                />
                <Button
                  variant="quiet"
                  aria-label={`Remove the value of ${labelOf(layout, field)}`}
                  onClick={() => onValue(field, undefined)}
                >
                  Remove
                </Button>
              </div>
            ))}
          </div>
        </Card>
      )}
    </>
  )
}

type ButtonsProps = {
  fields: readonly string[]
  layout: ImportLayout
  onOpen: (field: string) => void
  isProblem?: boolean
}

function OneValueButtons({ fields, layout, onOpen, isProblem }: ButtonsProps) {
  return fields.map((field) => (
    <Button
      key={field}
      data-problem={isProblem || undefined}
      aria-label={`Use one value for ${labelOf(layout, field)}…`}
      onClick={() => onOpen(field)}
    >
      {fields.length === 1 ? 'Use one value…' : `${labelOf(layout, field)}…`}
    </Button>
  ))
}

type OneValueFieldProps = {
  name: string
  layout: ImportLayout
  choices: Choices
  /** Message of the last attempt. */
  error: string | undefined
  /** True right after the user opened it, when it takes the focus. */
  isOpened: boolean
  onChange: (value: string) => void
}

/** The value that a field gets in every row, in the control of its kind. */
function OneValueField({ name, layout, choices, error, isOpened, onChange }: OneValueFieldProps) {
  const field = layout.fields[name]
  const read = (other: string) => choices.values[other] ?? ''
  const value = read(name)
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
  const { reference, place, options, type, max } = field
  const above = place ?? reference?.within ?? []
  // The choices of such a field differ from row to row.
  const isOfColumn = above.some((each) => columnsWith(choices, each).length > 0)
  const missing = isOfColumn ? undefined : above.find((each) => read(each) === '')
  const control = {
    name: `value:${name}`,
    label: field.label,
    required: true,
    error: error ?? (wrong?.value === value ? wrong.message : undefined),
    hint: missing === undefined ? field.hint : `Select ${labelOf(layout, missing)} first`,
  }
  const choice = { control, value, onChange: commit }
  const table = tableOf(layout.category)
  return (
    <div ref={box} data-problem={value === '' || undefined}>
      {reference && table && !isOfColumn ? (
        <ReferenceValue {...choice} {...{ reference, table, read }} />
      ) : place && !isOfColumn ? (
        <PlaceValue {...choice} above={above.map(read)} />
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

type ChoiceProps = {
  control: { name: string; label: string; error: string | undefined; hint: string | undefined }
  value: string
  onChange: (value: string) => void
}
type ReferenceProps = ChoiceProps & {
  table: TableDeclaration
  reference: Reference
  read: (field: string) => string
}

function ReferenceValue({ table, reference, read, ...props }: ReferenceProps) {
  const search = useReferenceSearch(table, { label: props.control.label, reference }, read)
  return <SearchedValue {...props} search={search} />
}

function PlaceValue({ above, ...props }: ChoiceProps & { above: readonly string[] }) {
  return <SearchedValue {...props} search={usePlaceSearch(above)} />
}

type SearchedProps = ChoiceProps & { search: ReturnType<typeof usePlaceSearch> }

function SearchedValue({ control, value, onChange, search }: SearchedProps) {
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
