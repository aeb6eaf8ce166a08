import type { Reference, TableDeclaration } from '@backoffice/contract/table'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date/date-input.tsx'
import { Field, TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NativeSelectField, NoOption } from '../../ui/native-select-field.tsx'
import { SearchableSelectField } from '../../ui/select/select.tsx'
import type { RuleForm, WidgetField } from '../form/rule-form.ts'
import { formRows } from './form-fields.ts'
import type { LinkMessage } from './linked-errors.tsx'
import css from './record-form.module.css'
import { dependants, type Names, usePlaceSearch, useReferenceSearch } from './references.ts'
import { FIELD_LOOKS, type RecordField, type Row, shownValue, textOf } from './rows.ts'

export type FormValues = Record<string, string>

/** The reason why a field is read-only: `locked` shows a lock, `denied` means a missing permission. */
export type Lock = 'locked' | 'denied' | undefined

type Props = {
  table: TableDeclaration
  form: RuleForm<FormValues>
  /** Fields to show instead of all. */
  only?: readonly string[]
  lockOf: (field: RecordField) => Lock
  /** Text below the row of the first locked field. */
  lockHint?: ReactNode
  names: Names
  /** Links the row in a field's error. */
  linked: LinkMessage
  /** The edited row. */
  row?: Row
}

/** The fields of a record in two columns. */
export function RecordFields({ table, form, only, lockOf, lockHint, names, linked, row: edited }: Props) {
  const rows = formRows(table, ({ name, requiredWhen: when }) =>
    // Hides fields that must be empty.
    Boolean(
      (!only || only.includes(name)) && (!when || form.watch(when.field) === when.is || form.watch(name)),
    ),
  )
  const hinted = rows.find((row) => row.some((field) => lockOf(field) === 'locked'))
  return (
    <div className={css.fields}>
      {rows.map((row) => (
        <div key={row[0]?.name} className={css.row} data-single={row.length === 1 || undefined}>
          {row.map((field) => (
            <RecordInput
              key={field.name}
              {...{ table, form, field, names, linked }}
              lock={lockOf(field)}
              maskedNow={(field.masked && edited && textOf(edited, field.name)) || undefined}
            />
          ))}
          {row === hinted && lockHint && <p className={css.lock}>{lockHint}</p>}
        </div>
      ))}
    </div>
  )
}

type InputProps = Pick<Props, 'table' | 'form' | 'names' | 'linked'> & {
  field: RecordField
  lock: Lock
  /** The stored value, masked; undefined for a new record. */
  maskedNow: string | undefined
}

function RecordInput({ table, form, field, lock, names, linked, maskedNow }: InputProps) {
  const { name, type, max, options, reference, place, hint, masked } = field
  if (lock) return <LockedField field={field} lock={lock} value={form.watch(name)} names={names} />
  if (reference || place) {
    const read = (other: string) => form.watch(other) ?? ''
    const above = place ?? reference?.within ?? []
    const missing = above.find((each) => read(each) === '')
    const control = form.widget(name)
    const { requiredWhen: when } = field
    const isRequired = when && read(when.field) === when.is
    const props = {
      field,
      linked,
      hint: missing === undefined ? hint : `Select ${table.fields[missing]?.label} first`,
      control: {
        ...control,
        ...(isRequired && { required: true, optional: false }),
        onChange: (value: string) => {
          control.onChange(value)
          // Only filled ones, because setting an empty field would show its error before the user reaches it.
          const filled = dependants(table, name).filter((below) => read(below) !== '')
          if (value !== control.value) for (const below of filled) form.set(below, '')
        },
      },
    }
    return reference ? (
      <ReferenceField {...props} {...{ table, reference, names, read }} />
    ) : (
      <PlaceField {...props} above={above.map(read)} />
    )
  }
  if (type === 'date') {
    const control = form.date(name)
    return <DateField {...control} error={linked(name, control.error)} />
  }
  const control = form.field(name)
  const error = linked(name, control.error)
  if (options)
    return (
      <NativeSelectField {...control} error={error}>
        {(field.optional || form.watch(name) === '') && <NoOption />}
        {Object.entries(options).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelectField>
    )
  // Slightly longer text gets the message of its rule; much longer text is cut off.
  const most = max && max * 4
  return (
    <TextField
      {...control}
      error={error}
      hint={masked ? `${maskedNow ?? 'None yet'}. ${KEPT}` : hint}
      maxLength={most}
      inputMode={FIELD_LOOKS[type].keypad}
      data-variant={type}
      below={
        field.isPadded && (
          <Padding max={max} value={form.watch(name)} onPad={(value) => form.set(name, value)} />
        )
      }
    />
  )
}

const KEPT = 'Leave empty to keep it.'

type PaddingProps = { max: number | undefined; value: string; onPad: (value: string) => void }

/** Offers leading zeros for short digits, because spreadsheets drop them. */
function Padding({ max = 0, value, onPad }: PaddingProps) {
  const digits = value.trim()
  if (!/^\d+$/.test(digits) || digits.length >= max) return null
  const padded = digits.padStart(max, '0')
  return (
    <Button variant="quiet" onClick={() => onPad(padded)}>
      Use {padded}
    </Button>
  )
}

type LockedProps = { field: RecordField; lock: Lock; value: string; names: Names }

function LockedField({ field, lock, value, names }: LockedProps) {
  const shown = value === '' ? '—' : (names(field, value) ?? shownValue(field, value))
  return (
    <Field label={field.label}>
      {(control) => (
        <span className={css.locked}>
          <input
            {...control}
            readOnly
            value={shown}
            data-variant={field.reference ? undefined : field.type}
          />
          {lock === 'locked' && <Icon name="lock" />}
        </span>
      )}
    </Field>
  )
}

type ReferenceProps = {
  table: TableDeclaration
  field: RecordField
  reference: Reference
  names: Names
  hint: string | undefined
  linked: LinkMessage
  control: WidgetField<string>
  read: (field: string) => string
}

/** A code of another table, searched by the server. A code no longer in force stays until the user changes it. */
function ReferenceField({ table, field, reference, names, hint, linked, control, read }: ReferenceProps) {
  const { value, onChange, ...rest } = control
  const search = useReferenceSearch(table, { label: field.label, reference }, read)
  const known = value === '' ? [] : [{ value, label: names(field, value) ?? value }]
  return (
    <SearchableSelectField
      {...rest}
      {...search}
      error={linked(field.name, rest.error)}
      hint={hint}
      known={known}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
      allowEmpty={field.optional ?? false}
      showLabels={false}
    />
  )
}

type PlaceFieldProps = {
  field: RecordField
  /** Parent places, largest first; empty if not chosen yet. */
  above: readonly string[]
  hint: string | undefined
  linked: LinkMessage
  control: WidgetField<string>
}

/** A region, province or city. */
function PlaceField({ field, above, hint, linked, control }: PlaceFieldProps) {
  const { value, onChange, ...rest } = control
  const search = usePlaceSearch(above)
  return (
    <SearchableSelectField
      {...rest}
      {...search}
      error={linked(field.name, rest.error)}
      hint={hint}
      known={value === '' ? [] : [{ value, label: value }]}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
      allowEmpty={false}
      showLabels={false}
    />
  )
}
