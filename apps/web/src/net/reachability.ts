import { backoffMs, pause } from './backoff.ts'

/** `offline`: this machine has no network, as far as it knows; `unreachable`: it has, the server does not answer. */
export type Reach = 'reachable' | 'offline' | 'unreachable'

const LONGEST_WAIT_MS = 30_000

type Dependencies = {
  /** Whether the server answers now; never rejects. */
  probe: () => Promise<boolean>
  isOnline: () => boolean
  onChange: (reach: Reach) => void
}

/**
 * Whether the server can be reached. One call without an answer proves little: it is asked itself, and while it
 * is silent asked again, ever more slowly, until it answers.
 */
export function createReachability({ probe, isOnline, onChange }: Dependencies) {
  let reach: Reach = 'reachable'
  let watch: AbortController | undefined
  let wake = new AbortController()

  function settle(next: Reach): void {
    if (next === reach) return
    reach = next
    onChange(next)
  }

  async function ask(signal: AbortSignal): Promise<void> {
    for (let retry = 1; !signal.aborted; retry++) {
      wake = new AbortController()
      const answers = await probe()
      if (signal.aborted) return
      if (answers) return answered()
      settle(isOnline() ? 'unreachable' : 'offline')
      const waitMs = backoffMs(retry, LONGEST_WAIT_MS) ?? LONGEST_WAIT_MS
      await pause(waitMs, AbortSignal.any([signal, wake.signal]))
      if (wake.signal.aborted) retry = 0
    }
  }

  /** The server said something. */
  function answered(): void {
    watch?.abort()
    watch = undefined
    settle('reachable')
  }

  /** Something was not answered. */
  function doubt(): void {
    if (watch) return
    watch = new AbortController()
    void ask(watch.signal)
  }

  return {
    answered,
    doubt,
    /** There may be news, such as a network that came back: no point in waiting longer. */
    askAgain: () => wake.abort(),
    /** Asks now. */
    async check(): Promise<boolean> {
      const answers = await probe()
      if (answers) answered()
      else doubt()
      return answers
    },
  }
}
