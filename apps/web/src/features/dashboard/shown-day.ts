import { today } from '../../kit/format/format-time.ts'
import { isDay } from '../../ui/date/days.ts'

export const FIRST_DAY = '2015-01-01'

/** True for a day that the dashboard can show. */
export const isShowable = (text: string) => isDay(text) && text >= FIRST_DAY && text <= today()

/** Date of an address. `wrong`: text that is not a day up to today. Without a date the tiles show yesterday. */
export function readAddress(date: string | undefined): { date?: string; wrong?: string } {
  if (date === undefined) return {}
  return isShowable(date) ? { date } : { wrong: date }
}
