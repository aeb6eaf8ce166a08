import { ApiError, cancelledError } from './api-error.ts'

export type ExtraHeaders = Readonly<Record<string, string>>

/**
 * Obtains headers with which to repeat a refused call, for example from a dialog. `sent`: headers of earlier
 * interruptions, which the refused call had. Null if the user cancels.
 */
export type Interruption = (refusal: ApiError, sent: ExtraHeaders) => Promise<ExtraHeaders | null>

/** Twice, because what the first one obtained may end before the call is repeated. */
const MOST_TIMES = 2

const interruptions = new Map<string, Interruption>()

/** Interrupts the calls that are refused with a code. Returns a function that stops it. */
export function setInterruption(code: string, interruption: Interruption): () => void {
  interruptions.set(code, interruption)
  return () => void interruptions.delete(code)
}

/** Repeats a refused call with the headers of its interruptions, which add up. */
export async function withInterruptions<Resource>(
  attempt: (headers: ExtraHeaders) => Promise<Resource>,
): Promise<Resource> {
  const times = new Map<string, number>()
  for (let headers: ExtraHeaders = {}; ; ) {
    try {
      return await attempt(headers)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const interruption = interruptions.get(error.code)
      const before = times.get(error.code) ?? 0
      if (!interruption || before === MOST_TIMES) throw error
      times.set(error.code, before + 1)
      const more = await interruption(error, headers)
      if (more === null) throw cancelledError()
      headers = { ...headers, ...more }
    }
  }
}
