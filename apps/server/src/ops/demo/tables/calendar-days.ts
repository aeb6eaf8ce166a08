const DAY_MS = 86_400_000

/** Days since 1970-01-01 of a calendar day. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS
}

const texts = new Map<number, string>()

export function dayText(day: number): string {
  let text = texts.get(day)
  if (text === undefined) {
    text = new Date(day * DAY_MS).toISOString().slice(0, 10)
    texts.set(day, text)
  }
  return text
}

/** 0 is Sunday. */
export function weekday(day: number): number {
  return (day + 4) % 7
}
