import { Link, useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { calendarDay, dayAfter, today, weekdayOf } from '../../kit/format-time.ts'
import { linkTo } from '../../kit/link-to.ts'
import { Icon } from '../../ui/icon.tsx'
import css from './dashboard.module.css'

/** Yesterday has no date in the URL, so that the URL always shows yesterday. */
const inAddress = (date: string) => (date === dayAfter(today(), -1) ? undefined : date)

const dayLink = (date: string) =>
  linkTo('.', {
    search: (current: object) => ({ ...current, date: inAddress(date) }),
    resetScroll: false,
  })

/** Date of the figures, changed by arrows or a date input. */
export function BusinessDate({ date }: { date: string | undefined }) {
  const navigate = useNavigate()
  const shown = date ?? dayAfter(today(), -1)
  const isLast = shown >= today()

  function onChange({ currentTarget }: FormEvent<HTMLInputElement>) {
    const { value, validity } = currentTarget
    // A partly typed date is empty or out of range.
    if (value && validity.valid) void navigate(dayLink(value))
  }

  return (
    <fieldset className={css.date} aria-label="Day shown">
      <Link {...dayLink(dayAfter(shown, -1))} aria-label="Day before" title="Day before">
        <Icon name="previous" />
      </Link>
      <label>
        <span>
          Business date {/* The frame is rendered by the build, on another day. */}
          <strong>
            {import.meta.env.SSR ? '' : `${weekdayOf(shown).slice(0, 3)} ${calendarDay(shown)}`}
          </strong>
        </span>
        <input
          key={shown}
          type="date"
          aria-label="Business date"
          defaultValue={shown}
          min="2015-01-01"
          max={today()}
          onChange={onChange}
        />
      </label>
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
