import { backoffMs } from './backoff.ts'

/** A person waits for the answer: no server may ask for more. */
const LONGEST_MS = 10_000
const SAY_WHEN = new Set([429, 503])

/** `Retry-After` in ms from now, given in seconds or as a date; undefined for anything else. */
export function retryAfterMs(header: string | null | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  // Only what looks like a date of HTTP: parsers take much else for one.
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return undefined
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs)
}

/** How long before a read is sent for the second time; an overloaded server says so itself. */
export function retryDelayMs(response: Response | undefined, nowMs: number, random = Math.random()): number {
  const said = SAY_WHEN.has(response?.status ?? 0)
    ? retryAfterMs(response?.headers.get('retry-after'), nowMs)
    : undefined
  const waitMs = (said ?? 0) + (backoffMs(1, undefined, random) ?? 0)
  return Math.min(LONGEST_MS, waitMs)
}
