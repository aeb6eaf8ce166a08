/** The desk works by Manila's clock, wherever its screens are. */
const timeZone = 'Asia/Manila'

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const clockFormat = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
const secondsFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})
/** Swedish writes dates as ISO does. */
const isoDay = new Intl.DateTimeFormat('sv', { timeZone })

/** 18 Feb 2027 */
export function day(at: string): string {
  return dayFormat.format(new Date(at))
}

/** 08:01 */
export function clock(at: string): string {
  return clockFormat.format(new Date(at))
}

/** 20 Nov 2026, 08:01:12 */
export function moment(at: string): string {
  const date = new Date(at)
  return `${dayFormat.format(date)}, ${secondsFormat.format(date)}`
}

/** 08:01 today, 19 Nov 2026 08:01 on other days. */
export function when(at: string, now = new Date()): string {
  const date = new Date(at)
  const time = clockFormat.format(date)
  return isoDay.format(date) === isoDay.format(now) ? time : `${dayFormat.format(date)}, ${time}`
}

/** Today in Manila as YYYY-MM-DD, which is what date inputs speak. */
export function today(now = new Date()): string {
  return isoDay.format(now)
}

/** A YYYY-MM-DD some days away. */
export function dayAfter(isoDate: string, days: number): string {
  const date = new Date(`${isoDate}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
