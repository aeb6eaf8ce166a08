import { type ComponentType, type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type ControlProps, Field, type FieldProps } from '../field.tsx'
import { Icon } from '../icon.tsx'
import { Popover, usePopover } from '../popover.tsx'
import { calendarDay } from './calendar-days.ts'
import css from './date-input.module.css'
import { isDay, today } from './days.ts'
import { readDate } from './read-date.ts'

export type DateInputProps = {
  name?: string | undefined
  /** YYYY-MM-DD, empty, or text that is not a date, as it was typed. */
  value: string
  /** Called while the user types. */
  onInput?: ((value: string) => void) | undefined
  /** Called on Enter, on leaving the field and by the calendar. */
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  /** First and last day of the calendar; what is typed is not limited. */
  min?: string | undefined
  max?: string | undefined
  /** True if typed numbers have the month before the day. */
  isMonthFirst?: boolean | undefined
}

type Props = DateInputProps & Partial<ControlProps> & { 'aria-label'?: string }

const shown = (value: string) => (isDay(value) ? calendarDay(value) : value)

/** A date, typed or picked from a calendar. The calendar opens by Alt with an arrow key, so that Tab passes once. */
export function DateInput({
  value,
  onInput,
  onChange,
  onBlur,
  min,
  max,
  isMonthFirst,
  name,
  className,
  ...control
}: Props) {
  // The text while the user types; otherwise the value is shown.
  const [typed, setTyped] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const calendar = usePopover({
    onOpen: (panel) => (panel.querySelector<HTMLElement>('[tabindex="0"]') ?? panel).focus(),
    returnTo: input,
  })
  const read = (text: string) => readDate(text, { today: today(), min, max, isMonthFirst }) ?? text.trim()

  function type(text: string): void {
    setTyped(text)
    onInput?.(read(text))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: keeps what was typed before the scripts ran
  useEffect(() => {
    const early = input.current?.value ?? ''
    if (early !== shown(value)) type(early)
  }, [])

  function commit(): void {
    if (typed === undefined) return
    setTyped(undefined)
    onChange(read(typed))
  }

  function onKeyDown({ key, altKey, target }: KeyboardEvent): void {
    if (target !== input.current) return
    if (key === 'Enter') commit()
    if (altKey && key === 'ArrowDown') calendar.trigger.ref.current?.click()
  }

  function onLeave({ currentTarget, relatedTarget }: FocusEvent): void {
    if (currentTarget.contains(relatedTarget)) return
    commit()
    onBlur?.()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens for the focus leaving, not for an action
    <span className={css.date} onBlur={onLeave} onKeyDown={onKeyDown}>
      <input
        {...control}
        ref={input}
        name={name}
        className={className}
        data-date
        autoComplete="off"
        spellCheck={false}
        placeholder={isMonthFirst ? 'mm/dd/yyyy' : 'dd/mm/yyyy'}
        aria-keyshortcuts="Alt+ArrowDown"
        value={typed ?? shown(value)}
        onChange={({ target }) => type(target.value)}
      />
      <button
        type="button"
        {...calendar.trigger}
        className={css.open}
        tabIndex={-1}
        aria-haspopup="dialog"
        aria-label="Calendar"
        title="Calendar (Alt+↓)"
        onPointerEnter={() => void loadCalendar()}
        // Keeps the focus in the field, which is validated on blur.
        onMouseDown={(event) => event.preventDefault()}
      >
        <Icon name="calendar" />
      </button>
      <Popover popover={calendar} label="Calendar" width="calendar">
        <LazyCalendar
          value={typed === undefined ? value : read(typed)}
          {...{ min, max }}
          onPick={(day) => {
            setTyped(undefined)
            onChange(day)
            calendar.close()
          }}
        />
      </Popover>
    </span>
  )
}

type CalendarProps = {
  value: string
  min: string | undefined
  max: string | undefined
  onPick: (day: string) => void
}

const loadCalendar = async () => (await import('./calendar.tsx')).Calendar

/** The calendar, loaded when it is first opened. Without it the date can still be typed. */
function LazyCalendar({ value, ...props }: CalendarProps) {
  const [Calendar, setCalendar] =
    useState<ComponentType<React.ComponentProps<Awaited<ReturnType<typeof loadCalendar>>>>>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    let isClosed = false
    loadCalendar().then(
      (loaded) => isClosed || setCalendar(() => loaded),
      () => isClosed || setFailed(true),
    )
    return () => {
      isClosed = true
    }
  }, [])
  if (Calendar) return <Calendar value={isDay(value) ? value : undefined} {...props} />
  return (
    <p className={css.loading}>
      {hasFailed && 'The calendar did not load. Type the date, such as 25 Oct 2026.'}
    </p>
  )
}

/** A date as a field: typed as `25/10`, `25 Oct 2026`, `today` or `-7`, or picked from a calendar. */
export function DateField({
  label,
  error,
  hint,
  below,
  required,
  optional,
  ...input
}: FieldProps & DateInputProps) {
  return (
    <Field label={label} error={error} hint={hint} below={below} required={required} optional={optional}>
      {(control) => <DateInput {...control} {...input} />}
    </Field>
  )
}
