import { Link, useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { dayAfter, shortDay, today, weekdayOf } from '../../kit/format/format-time.ts'
import { linkTo } from '../../kit/navigation/link-to.ts'
import { DateInput } from '../../ui/date/date-input.tsx'
import { isDay } from '../../ui/date/days.ts'
import { Icon } from '../../ui/icon.tsx'
import css from './business-date.module.css'

/** Yesterday has no date in the URL, so that the URL always shows yesterday. */
const inAddress = (date: string) => (date === dayAfter(today(), -1) ? undefined : date)

const dayLink = (date: string) =>
  linkTo('.', {
    search: (current: object) => ({ ...current, date: inAddress(date) }),
    resetScroll: false,
  })

type Props = {
  date?: string | undefined
  /** Date in the URL that cannot be shown. */
  wrong?: string | undefined
}

/** Date of the tiles, changed by arrows, typed or picked. */
export function BusinessDate({ date, wrong: wrongAddress }: Props) {
  const id = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState<{ wrong: string | undefined }>()
  const { wrong } = typed ?? { wrong: wrongAddress }
  const shown = date ?? dayAfter(today(), -1)
  const isLast = shown >= today()

  function onChange(value: string) {
    const isRight = isShowable(value)
    setTyped({ wrong: isRight || value === '' ? undefined : value })
    if (isRight && (value !== shown || wrongAddress !== undefined)) void navigate(dayLink(value))
  }

  return (
    <fieldset className={css.date} aria-label="Day shown">
      <Link {...dayLink(dayAfter(shown, -1))} aria-label="Day before" title="Day before">
        <Icon name="previous" />
      </Link>
      <label htmlFor={id}>
        <span>Business date</span> {/* The frame is rendered by the build, on another day. */}
        <strong>{import.meta.env.SSR ? '' : weekdayOf(shown).slice(0, 3)}</strong>
      </label>
      <DateInput
        key={shown}
        id={id}
        aria-label="Business date"
        aria-invalid={wrong === undefined ? undefined : true}
        aria-describedby={wrong === undefined ? undefined : `${id}-wrong`}
        className={css.dateInput}
        value={wrong ?? (import.meta.env.SSR ? '' : shown)}
        min={FIRST_DAY}
        max={today()}
        onChange={onChange}
      />
      {wrong !== undefined && (
        <span id={`${id}-wrong`} role="alert" className={css.wrongDate}>
          Enter a date up to today, such as 25 Oct 2026
        </span>
      )}
      {isLast ? (
        <span aria-hidden="true" data-off>
          <Icon name="next" />
        </span>
      ) : (
        <Link {...dayLink(dayAfter(shown, 1))} aria-label="Day after" title="Day after">
          <Icon name="next" />
        </Link>
      )}
    </fieldset>
  )
}

const FIRST_DAY = '2015-01-01'

/** True for a day that the dashboard can show. */
const isShowable = (text: string) => isDay(text) && text >= FIRST_DAY && text <= today()

/** Date in the URL, or `wrong` if it is not a day up to today. Without a date the tiles show yesterday. */
export function readAddress(date: string | undefined): { date?: string; wrong?: string } {
  if (date === undefined) return {}
  return isShowable(date) ? { date } : { wrong: date }
}

/** `No files received on Sunday 22 Nov.` */
export const emptyDay = (what: string, date: string) => `No ${what} on ${weekdayOf(date)} ${shortDay(date)}.`
