import { shortDay, weekdayOf } from '../../kit/format/format-time.ts'

/** `No files received on Sunday 22 Nov.` */
export const emptyDay = (what: string, date: string) => `No ${what} on ${weekdayOf(date)} ${shortDay(date)}.`
