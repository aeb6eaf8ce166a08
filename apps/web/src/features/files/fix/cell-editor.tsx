import type { Reference, TableDeclaration, TableField } from '@backoffice/contract/table'
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { usePlaceSearch, useReferenceSearch } from '../../../kit/record/references.ts'
import { FIELD_LOOKS } from '../../../kit/record/rows.ts'
import { DateInput } from '../../../ui/date/date-input.tsx'
import { labelOf } from '../../../ui/select/options.ts'
import { Select } from '../../../ui/select/select.tsx'
import css from './fix-grid.module.css'

/** Move of the focus after an edit. */
export type Direction = 'down' | 'right' | 'left' | 'stay'

export type EditedCell = {
  label: string
  isMonthFirst: boolean
  declaration: TableField | undefined
  /** The table of an import, which references are searched with. */
  table: TableDeclaration | undefined
  /** Values of the row. */
  read: (field: string) => string
}

type Props = EditedCell & {
  initial: string
  /** True if what is typed replaces the value. */
  isReplaced: boolean
  /** Loads the whole value of a masked cell, which replaces `initial`. */
  load: ((signal: AbortSignal) => Promise<string>) | undefined
  /** `changed` is undefined for an unchanged value, `isUnlisted` true if the list of the field does not have it. */
  onDone: (changed: string | undefined, direction: Direction, isUnlisted?: boolean) => void
  onFailed: (error: unknown) => void
  /** Set to a function that ends the edit and keeps its value. */
  commit: RefObject<(() => void) | undefined>
}

/** The control of the edited cell. A whole card number is only in its state, and gone when the edit ends. */
export function CellEditor({ initial, isReplaced, load, onDone, onFailed, commit, ...cell }: Props) {
  const box = useRef<HTMLSpanElement>(null)
  const [start, setStart] = useState(load ? undefined : initial)
  const [value, setValue] = useState(initial)
  const latest = useRef(initial)
  const direction = useRef<Direction>('down')
  const hasChanged = useRef(false)
  const hasEnded = useRef(false)

  function end(changed: string | undefined, to: Direction, isUnlisted = false) {
    if (hasEnded.current) return
    hasEnded.current = true
    onDone(changed, to, isUnlisted)
  }
  function save(to: Direction, isUnlisted = false) {
    const isAsBefore = !hasChanged.current || (!isReplaced && latest.current === start)
    end(isAsBefore ? undefined : latest.current, to, isUnlisted)
  }
  function change(next: string) {
    hasChanged.current = true
    latest.current = next
    setValue(next)
  }

  useEffect(() => {
    commit.current = () => save('stay')
    return () => {
      commit.current = undefined
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once for each edit
  useEffect(() => {
    if (!load) return
    const controller = new AbortController()
    load(controller.signal).then(
      (whole) => {
        if (controller.signal.aborted) return
        latest.current = whole
        setStart(whole)
        setValue(whole)
      },
      (error) => controller.signal.aborted || onFailed(error),
    )
    return () => controller.abort()
  }, [])
  // In the layout effect, before the browser enters the typed character that started the edit.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the control changes when the value has loaded
  useLayoutEffect(() => {
    const control = box.current?.querySelector<HTMLElement>('input, select')
    control?.focus()
    if (control instanceof HTMLInputElement)
      control.setSelectionRange(control.value.length, control.value.length)
  }, [start])

  function onKeyDownCapture(event: KeyboardEvent) {
    const isControl = event.target instanceof Element && event.target.matches('input, select')
    if (event.key === 'Tab') direction.current = event.shiftKey ? 'left' : 'right'
    if (event.key !== 'Escape' || !isControl) return
    event.preventDefault()
    event.stopPropagation()
    end(undefined, 'stay')
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, altKey, nativeEvent } = event
    const isOfGrid = key === 'F8' || (altKey && key === 'Enter')
    if (isOfGrid && !nativeEvent.isComposing) return
    event.stopPropagation()
    if (nativeEvent.isComposing) return
    if (key !== 'Enter' && key !== 'Tab') return
    event.preventDefault()
    save(key === 'Enter' ? 'down' : direction.current)
  }

  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) save('stay')
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the control inside
    <span
      ref={box}
      className={css.editor}
      onKeyDownCapture={onKeyDownCapture}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {start === undefined ? (
        <input readOnly value="Loading…" aria-label={cell.label} className={css.input} />
      ) : (
        <Control
          {...cell}
          value={value}
          onChange={change}
          onChoose={(chosen, isUnlisted) => {
            change(chosen)
            save(direction.current, isUnlisted)
          }}
        />
      )}
    </span>
  )
}

type ControlProps = EditedCell & {
  value: string
  onChange: (value: string) => void
  /** A choice ends the edit. */
  onChoose: (value: string, isUnlisted?: boolean) => void
}

/** The control of a kind of field, as in the form of a record. */
function Control({ value, onChange, onChoose, ...cell }: ControlProps) {
  const { label, isMonthFirst, declaration, table } = cell
  const choice = { ...cell, value, onChoose }
  if (declaration?.reference && table)
    return (
      <ReferenceSelect
        {...choice}
        declaration={declaration}
        table={table}
        reference={declaration.reference}
      />
    )
  if (declaration?.place) return <PlaceSelect {...choice} declaration={declaration} />
  if (declaration?.type === 'date')
    return (
      <DateInput
        aria-label={label}
        className={css.input}
        isMonthFirst={isMonthFirst}
        value={value}
        onInput={onChange}
        onChange={onChange}
      />
    )
  if (declaration?.options) {
    const isListed = value === '' || Object.hasOwn(declaration.options, value)
    return (
      <select
        aria-label={label}
        className={css.input}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {(declaration.optional || value === '') && <option value="">Select option</option>}
        {!isListed && <option value={value}>{value}</option>}
        {Object.entries(declaration.options).map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    )
  }
  return (
    <input
      aria-label={label}
      className={css.input}
      data-variant={declaration?.type}
      autoComplete="off"
      spellCheck={false}
      inputMode={declaration && FIELD_LOOKS[declaration.type].keypad}
      maxLength={2_000}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

type ChoiceProps = Omit<ControlProps, 'onChange'> & { declaration: TableField }
type ReferenceProps = ChoiceProps & { table: TableDeclaration; reference: Reference }

function ReferenceSelect({ table, reference, declaration, read, ...props }: ReferenceProps) {
  const search = useReferenceSearch(table, { label: declaration.label, reference }, read)
  return <OptionSelect {...props} declaration={declaration} search={search} />
}

function PlaceSelect({ declaration, read, ...props }: ChoiceProps) {
  const search = usePlaceSearch((declaration.place ?? []).map(read))
  return <OptionSelect {...props} declaration={declaration} search={search} />
}

type OptionProps = Pick<ChoiceProps, 'label' | 'value' | 'declaration' | 'onChoose'> & {
  search: ReturnType<typeof usePlaceSearch>
}

/** The list of a field. A value that it does not have can be entered as well, and the check decides. */
function OptionSelect({ label, value, declaration, onChoose, search }: OptionProps) {
  const [query, setQuery] = useState('')
  const { options, loading, problem } = search
  const typed = query.trim().toLowerCase()
  const fitting = useMemo(
    // Options of the previous query must not be chosen for this one.
    () => (loading ? options.filter((option) => labelOf(option).toLowerCase().includes(typed)) : options),
    [options, loading, typed],
  )
  return (
    <Select
      {...search}
      options={fitting}
      problem={typed === '' ? problem : undefined}
      onSearchChange={(next) => {
        setQuery(next)
        search.onSearchChange(next)
      }}
      taggable={!options.some((option) => option.value.toLowerCase() === typed)}
      tagPosition="bottom"
      onTag={(text) => onChoose(text, !loading && !problem)}
      aria-label={label}
      known={value === '' ? [] : [{ value, label: value }]}
      value={value === '' ? null : value}
      onChange={(chosen) => onChoose(chosen ?? '')}
      allowEmpty={declaration.optional ?? false}
      showLabels={false}
    />
  )
}
