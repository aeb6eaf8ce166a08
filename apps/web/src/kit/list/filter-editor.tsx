import type { Condition, ListField } from '@backoffice/contract/list'
import { isKeyOf, keysOf } from '@backoffice/contract/objects'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import choiceCss from '../../ui/choice.module.css'
import { Checkbox } from '../../ui/choice.tsx'
import { DateField } from '../../ui/date/date-input.tsx'
import { isDay } from '../../ui/date/days.ts'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NativeSelectField } from '../../ui/native-select-field.tsx'
import { isNumber, isValue } from './condition-text.ts'
import css from './panels.module.css'

type Props = {
  label: string
  field: ListField
  condition: Condition | undefined
  onApply: (condition: Condition | undefined) => void
  onBack: (() => void) | undefined
}

type PartProps = { draft: Draft; error: string | undefined; onChange: (part: Partial<Draft>) => void }

/** Edits the condition of a field. Changes take effect when applied; Escape discards them. */
export function FilterEditor({ label, field, condition, onApply, onBack }: Props) {
  const [draft, setDraft] = useState(() => draftOf(condition, field))
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  // For a field chosen in the open panel, see `focusFirst`.
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select')?.focus(), [])

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const result = conditionOf(draft, field)
    if ('error' in result) return setError(result.error)
    onApply(result.condition)
  }
  const part = {
    draft,
    error,
    onChange(change: Partial<Draft>) {
      setDraft({ ...draft, ...change })
      setError(undefined)
    },
  }

  return (
    <form ref={form} className={css.editor} onSubmit={onSubmit} aria-label={`Filter ${label}`}>
      <div className={css.head}>
        {onBack && (
          <button type="button" className={css.small} aria-label="Back to the fields" onClick={onBack}>
            <Icon name="previous" size={14} />
          </button>
        )}
        <strong>{label}</strong>
      </div>
      {field.options ? (
        <Choices {...part} options={field.options} label={label} />
      ) : field.type === 'date' || field.type === 'time' || field.type === 'number' ? (
        <Range {...part} type={field.type} />
      ) : (
        <Text {...part} />
      )}
      <div className={css.actions}>
        {condition && <Button onClick={() => onApply(undefined)}>Remove</Button>}
        <Button variant="primary" type="submit">
          Apply
        </Button>
      </div>
    </form>
  )
}

type ChoicesProps = PartProps & { options: Readonly<Record<string, string>>; label: string }

function Choices({ draft, onChange, options, label }: ChoicesProps) {
  return (
    <fieldset className={css.choices}>
      <legend className="visually-hidden">{label} is one of</legend>
      {Object.entries(options).map(([value, text]) => (
        <label key={value} className={choiceCss.choice}>
          <input
            type="checkbox"
            checked={draft.chosen.includes(value)}
            onChange={({ target }) =>
              onChange({
                chosen: Object.keys(options).filter((each) =>
                  each === value ? target.checked : draft.chosen.includes(each),
                ),
              })
            }
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}

const CONDITIONS: Record<Draft['how'], string> = {
  contains: 'contains',
  is: 'is one of',
  empty: 'is empty',
  'not-empty': 'is not empty',
}

function Text({ draft, error, onChange }: PartProps) {
  const isAboutValue = draft.how === 'is' || draft.how === 'contains'
  return (
    <>
      <NativeSelectField
        label="Condition"
        value={draft.how}
        onChange={({ target }) => isKeyOf(CONDITIONS, target.value) && onChange({ how: target.value })}
      >
        {keysOf(CONDITIONS).map((how) => (
          <option key={how} value={how}>
            {CONDITIONS[how]}
          </option>
        ))}
      </NativeSelectField>
      {isAboutValue && (
        <TextField
          label={draft.how === 'is' ? 'Values' : 'Text'}
          hint={draft.how === 'is' ? 'Separate values with commas' : undefined}
          error={error}
          value={draft.values}
          maxLength={draft.how === 'is' ? 4_000 : 200}
          onChange={({ target }) => onChange({ values: target.value })}
        />
      )}
    </>
  )
}

function Range({ draft, error, onChange, type }: PartProps & { type: 'date' | 'time' | 'number' }) {
  return (
    <>
      <div className={css.range}>
        <RangeEnd
          {...{ type, error }}
          label="From"
          value={draft.from}
          onChange={(from) => onChange({ from })}
        />
        <RangeEnd type={type} label="To" value={draft.to} onChange={(to) => onChange({ to })} />
      </div>
      {type !== 'time' && (
        <Checkbox
          label={type === 'date' ? 'Include open' : 'Include empty'}
          checked={draft.orEmpty}
          onChange={({ target }) => onChange({ orEmpty: target.checked })}
        />
      )}
    </>
  )
}

type EndProps = {
  type: 'date' | 'time' | 'number'
  label: string
  error?: string | undefined
  value: string
  onChange: (value: string) => void
}

function RangeEnd({ type, onChange, ...field }: EndProps) {
  if (type !== 'number') return <DateField {...field} onInput={onChange} onChange={onChange} />
  return <TextField {...field} inputMode="decimal" onChange={({ target }) => onChange(target.value)} />
}

/** A condition in its editor, where every control has a value. */
type Draft = {
  /** Operator for a text or code: `is` uses all values, `contains` the first, the others none. */
  how: 'is' | 'contains' | 'empty' | 'not-empty'
  values: string
  chosen: readonly string[]
  from: string
  to: string
  orEmpty: boolean
}

export function draftOf(condition: Condition | undefined, { type }: ListField): Draft {
  const { in: values = [], contains, from = '', to = '', empty } = condition ?? {}
  const hasWords = values.length > 0 || contains !== undefined
  const first = type === 'code' ? 'is' : 'contains'
  return {
    how:
      values.length > 0
        ? 'is'
        : contains !== undefined
          ? 'contains'
          : empty === undefined
            ? first
            : empty
              ? 'empty'
              : 'not-empty',
    values: contains ?? values.join(', '),
    chosen: values,
    from,
    to,
    orEmpty: empty === true && (hasWords || from !== '' || to !== ''),
  }
}

type DraftResult = { condition: Condition | undefined } | { error: string }

/** The condition of the controls; undefined if they are empty. */
export function conditionOf(draft: Draft, { type, options }: ListField): DraftResult {
  if (options) return { condition: draft.chosen.length > 0 ? { in: draft.chosen } : undefined }
  if (type === 'text' || type === 'code' || type === 'choice') return wordsOf(draft)
  const { from, to, orEmpty } = draft
  if (type === 'number' && !isNumeric(from, to)) return { error: 'Enter numbers, such as 1500 or 2.5.' }
  if (type !== 'number' && ![from, to].every((end) => end === '' || isDay(end)))
    return { error: 'Enter dates, such as 25 Oct 2026.' }
  const isWrong = type === 'number' ? Number(from) > Number(to) : from > to
  if (from && to && isWrong) return { error: 'From must not be after To.' }
  const condition = { ...(from && { from }), ...(to && { to }), ...(orEmpty && { empty: true }) }
  return { condition: Object.keys(condition).length > 0 ? condition : undefined }
}

const isNumeric = (...ends: string[]) => ends.every((end) => end === '' || isNumber(end))

function wordsOf({ how, values }: Draft): DraftResult {
  if (how === 'empty' || how === 'not-empty') return { condition: { empty: how === 'empty' } }
  const words = how === 'contains' ? [values.trim()] : values.split(/[,\n]/).map((each) => each.trim())
  const wanted = [...new Set(words.filter(Boolean))]
  if (!wanted.every(isValue)) return { error: 'You can’t search for card numbers.' }
  const [first] = wanted
  if (first === undefined) return { condition: undefined }
  return { condition: how === 'contains' ? { contains: first } : { in: wanted } }
}
