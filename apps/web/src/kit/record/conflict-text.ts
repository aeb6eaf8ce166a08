const WORDS = ['', 'a minute', 'two minutes', 'three minutes', 'four minutes', 'five minutes']
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** `two minutes after you opened it`; undefined for an earlier save, because clocks differ. */
export function afterOpening(savedAt: string, openedAtMs: number): string | undefined {
  const ms = Date.parse(savedAt) - openedAtMs
  if (!(ms > 0)) return undefined
  if (ms < MINUTE_MS) return 'less than a minute after you opened it'
  if (ms >= HOUR_MS) return 'more than an hour after you opened it'
  const minutes = Math.floor(ms / MINUTE_MS)
  return `${WORDS[minutes] ?? `${minutes} minutes`} after you opened it`
}
