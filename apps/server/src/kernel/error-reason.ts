import { describeStartError } from '../config/start-error.ts'

const REPEATED_AFTER_MS = 60_000
const MOST_REASONS = 100

/** The messages of the error and its causes. A storage reports that it is not available, and its cause why. */
export function reasonOf(error: unknown): string {
  const own = describeStartError(error)
  const isCaused = error instanceof Error && error.cause !== undefined
  return isCaused ? `${own.replace(/\.$/, '')}: ${reasonOf(error.cause)}` : own
}

/** Equal for failures of one cause, between which numbers change, such as ports and ids of requests. */
export const withoutNumbers = (reason: string) => reason.replace(/\d+/g, '')

/** Repeats the report of an error after a minute. A queue without its database fails many times a second. */
export function withoutRepeats(
  report: (error: unknown) => void,
  now: () => number = () => performance.now(),
): (error: unknown) => void {
  const reportedAt = new Map<string, number>()
  return (error) => {
    const reason = withoutNumbers(reasonOf(error))
    const last = reportedAt.get(reason)
    if (last !== undefined && now() - last < REPEATED_AFTER_MS) return
    if (reportedAt.size >= MOST_REASONS) reportedAt.clear()
    reportedAt.set(reason, now())
    report(error)
  }
}
