import { dayAfter } from '../../kit/format/format-time.ts'

export const DATE_PRESETS = {
  LAST_7: 'Last 7 days',
  LAST_30: 'Last 30 days',
  LAST_92: 'Last 92 days',
  THIS_MONTH: 'This month',
  LAST_MONTH: 'Last month',
} as const
export type DatePreset = keyof typeof DATE_PRESETS

type Dates = { date_from: string; date_to: string }

const monthStart = (day: string) => `${day.slice(0, 7)}-01`

/** Days as YYYY-MM-DD. */
export function datesOf(preset: DatePreset, today: string): Dates {
  const last = (days: number) => ({ date_from: dayAfter(today, 1 - days), date_to: today })
  const lastMonthEnd = dayAfter(monthStart(today), -1)
  return {
    LAST_7: last(7),
    LAST_30: last(30),
    LAST_92: last(92),
    THIS_MONTH: { date_from: monthStart(today), date_to: today },
    LAST_MONTH: { date_from: monthStart(lastMonthEnd), date_to: lastMonthEnd },
  }[preset]
}

/** True if the dates are those of the preset. */
export function isPreset(preset: DatePreset, { date_from, date_to }: Dates, today: string): boolean {
  const dates = datesOf(preset, today)
  return dates.date_from === date_from && dates.date_to === date_to
}
