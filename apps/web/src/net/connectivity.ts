import { create } from 'zustand'
import { backoffMs, pause } from './backoff.ts'
import { timedFetch } from './timeout.ts'

/** `offline`: the browser reports no network; `unreachable`: there is one, and the server does not answer. */
export type Connectivity = 'online' | 'offline' | 'unreachable'

const LONGEST_WAIT_MS = 30_000
const PROBE_TIMEOUT_MS = 5_000

/** Proxies and load balancers answer with these when the server does not. */
const GATEWAY_STATUSES = new Set([502, 503, 504])

type Dependencies = {
  /** Whether the server answers now; never rejects. */
  probe: () => Promise<boolean>
  isOnline: () => boolean
  onChange: (connectivity: Connectivity) => void
}

/**
 * Whether the server can be reached. A single call without an answer proves little: the server is probed, and while it
 * does not answer probed again, ever more slowly, until it does.
 */
export function createConnectivity({ probe, isOnline, onChange }: Dependencies) {
  let connectivity: Connectivity = 'online'
  let probing: AbortController | undefined
  let wake = new AbortController()

  function set(next: Connectivity): void {
    if (next === connectivity) return
    connectivity = next
    onChange(next)
  }

  async function probeUntilAnswered(signal: AbortSignal): Promise<void> {
    for (let retry = 1; !signal.aborted; retry++) {
      wake = new AbortController()
      const isAnswered = await probe()
      if (signal.aborted) return
      if (isAnswered) return answered()
      set(isOnline() ? 'unreachable' : 'offline')
      const waitMs = backoffMs(retry, LONGEST_WAIT_MS) ?? LONGEST_WAIT_MS
      await pause(waitMs, AbortSignal.any([signal, wake.signal]))
      if (wake.signal.aborted) retry = 0
    }
  }

  function answered(): void {
    probing?.abort()
    probing = undefined
    set('online')
  }

  function unanswered(): void {
    if (probing) return
    probing = new AbortController()
    void probeUntilAnswered(probing.signal)
  }

  return {
    answered,
    unanswered,
    /** Ends the wait between two probes, such as when the network has come back. */
    retryNow: () => wake.abort(),
    async check(): Promise<boolean> {
      const isAnswered = await probe()
      if (isAnswered) answered()
      else unanswered()
      return isAnswered
    },
  }
}

export const useConnectivity = create<{ connectivity: Connectivity }>()(() => ({ connectivity: 'online' }))

const server = createConnectivity({
  probe: () =>
    timedFetch('/health/live', { cache: 'no-store', timeoutMs: PROBE_TIMEOUT_MS }).then(
      ({ status }) => !GATEWAY_STATUSES.has(status),
      () => false,
    ),
  isOnline: () => navigator.onLine,
  onChange: (connectivity) => useConnectivity.setState({ connectivity }),
})

/** A call was answered with this status. */
export function answered(status: number): void {
  if (!GATEWAY_STATUSES.has(status)) server.answered()
}

/** A call got no answer. */
export const { unanswered } = server

/** Whether the server answers a probe now. */
export const checkServer = server.check

export function isReachable(): boolean {
  return useConnectivity.getState().connectivity === 'online'
}

/** Called each time the server can be reached again. */
export function onReconnect(listener: () => void): () => void {
  return useConnectivity.subscribe((now, before) => {
    if (now.connectivity === 'online' && before.connectivity !== 'online') listener()
  })
}

/** Listens to the browser's network events, until stopped. */
export function watchNetwork(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  addEventListener('offline', server.unanswered, { signal })
  addEventListener('online', server.retryNow, { signal })
  // Timers of a hidden tab are slowed down.
  document.addEventListener('visibilitychange', () => document.hidden || server.retryNow(), { signal })
  return () => stop.abort()
}
