import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../icon.tsx'
import css from './calendar.module.css'
import { calendarMonth, longDay, monthsAfter, WEEKDAYS, weekdayIndex, weeksOf } from './calendar-days.ts'
import { dayAfter, today } from './days.ts'

type Props = {
  /** The chosen day, if there is one. */
  value: string | undefined
  min: string | undefined
  max: string | undefined
  onPick: (day: string) => void
}

/** The focus is on the button in a cell. */
const GRID = { role: 'grid' } as const
const cell = (isSelected: boolean | undefined) => ({ role: 'gridcell', 'aria-selected': isSelected }) as const

/** The month of a day as a grid, after the WAI-ARIA practices for date pickers. */
export function Calendar({ value, min = '1900-01-01', max = '9999-12-31', onPick }: Props) {
  const id = useId()
  const grid = useRef<HTMLTableElement>(null)
  const within = (day: string) => (day < min ? min : day > max ? max : day)
  const [active, setActive] = useState(() => within(value ?? today()))
  const wantsFocus = useRef(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses the day that has become active
  useEffect(() => {
    if (wantsFocus.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [active])

  function move(to: string, focuses: boolean): void {
    wantsFocus.current = focuses
    setActive(within(to))
  }

  function onKeyDown(event: KeyboardEvent): void {
    const to = dayByKey(event, active)
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    move(to, true)
  }

  const turn = (months: number, name: 'previous' | 'next') => {
    const to = monthsAfter(active, months)
    const isPast = months < 0 ? to.slice(0, 7) < min.slice(0, 7) : to.slice(0, 7) > max.slice(0, 7)
    return (
      <button
        type="button"
        aria-label={months < 0 ? 'Previous month' : 'Next month'}
        aria-disabled={isPast || undefined}
        onClick={() => isPast || move(to, false)}
      >
        <Icon name={name} />
      </button>
    )
  }

  return (
    <div className={css.calendar}>
      <div className={css.head}>
        {turn(-1, 'previous')}
        <strong id={id} aria-live="polite">
          {calendarMonth(active)}
        </strong>
        {turn(1, 'next')}
      </div>
      <table ref={grid} {...GRID} aria-labelledby={id} className={css.grid} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {WEEKDAYS.map((weekday) => (
              <th key={weekday} scope="col" abbr={weekday}>
                {weekday.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(active).map((week, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the weeks of a month keep their places
            <tr key={index}>
              {week.map((day, weekday) => (
                <td key={WEEKDAYS[weekday]} {...cell(day === undefined ? undefined : day === value)}>
                  {day && (
                    <button
                      type="button"
                      tabIndex={day === active ? 0 : -1}
                      aria-label={longDay(day)}
                      aria-current={day === today() ? 'date' : undefined}
                      aria-disabled={day !== within(day) || undefined}
                      onClick={() => day === within(day) && onPick(day)}
                    >
                      {Number(day.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The day that a key moves to. */
function dayByKey({ key, shiftKey }: KeyboardEvent, day: string): string | undefined {
  const months = shiftKey ? 12 : 1
  switch (key) {
    case 'ArrowLeft':
      return dayAfter(day, -1)
    case 'ArrowRight':
      return dayAfter(day, 1)
    case 'ArrowUp':
      return dayAfter(day, -7)
    case 'ArrowDown':
      return dayAfter(day, 7)
    case 'Home':
      return dayAfter(day, -weekdayIndex(day))
    case 'End':
      return dayAfter(day, 6 - weekdayIndex(day))
    case 'PageUp':
      return monthsAfter(day, -months)
    case 'PageDown':
      return monthsAfter(day, months)
    default:
      return undefined
  }
}
