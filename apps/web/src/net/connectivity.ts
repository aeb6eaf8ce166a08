import { create } from 'zustand'
import { backoffMs, pause } from './backoff.ts'
import { timedFetch } from './fetch-json.ts'

/**
 * `offline`: the browser reports no network; `unreachable`: there is one, and the server does not answer; `unavailable`:
 * it replies that it cannot serve calls, such as while its database fails over.
 */
export type Connectivity = 'online' | 'offline' | 'unreachable' | 'unavailable'

/** Result of a probe of the server. */
export type Probed = 'ready' | 'unavailable' | 'unanswered'

const LONGEST_WAIT_MS = 30_000
/** A failover takes seconds, and the answer costs the server nothing. */
const LONGEST_WAIT_UNAVAILABLE_MS = 3_000
const PROBE_TIMEOUT_MS = 5_000

/** Statuses of the server while it cannot serve calls, and of proxies and load balancers when it does not reply. */
const GATEWAY_STATUSES = new Set([502, 503, 504])

type Dependencies = {
  /** Never rejects. */
  probe: () => Promise<Probed>
  isOnline: () => boolean
  onChange: (connectivity: Connectivity) => void
}

/**
 * Tracks if the server can serve calls. A single call that was not served proves little: the server is probed, and while it
 * is not ready probed again, ever more slowly, until it is.
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

  async function probeUntilReady(signal: AbortSignal): Promise<void> {
    for (let retry = 1; !signal.aborted; retry++) {
      wake = new AbortController()
      const probed = await probe()
      if (signal.aborted) return
      if (probed === 'ready') return served()
      const isUnavailable = probed === 'unavailable'
      set(isUnavailable ? 'unavailable' : isOnline() ? 'unreachable' : 'offline')
      const longestMs = isUnavailable ? LONGEST_WAIT_UNAVAILABLE_MS : LONGEST_WAIT_MS
      const waitMs = backoffMs(retry, longestMs) ?? longestMs
      await pause(waitMs, AbortSignal.any([signal, wake.signal]))
      if (wake.signal.aborted) retry = 0
    }
  }

  function served(): void {
    probing?.abort()
    probing = undefined
    set('online')
  }

  function notServed(): void {
    if (probing) return
    probing = new AbortController()
    void probeUntilReady(probing.signal)
  }

  return {
    served,
    notServed,
    /** Ends the wait between two probes, such as when the network has come back. */
    retryNow: () => wake.abort(),
    async check(): Promise<boolean> {
      const isReady = (await probe()) === 'ready'
      if (isReady) served()
      else notServed()
      return isReady
    },
  }
}

export const useConnectivity = create<{ connectivity: Connectivity }>()(() => ({ connectivity: 'online' }))

async function probeServer(): Promise<Probed> {
  try {
    const { status, headers } = await timedFetch('/health/ready', {
      cache: 'no-store',
      timeoutMs: PROBE_TIMEOUT_MS,
    })
    if (!GATEWAY_STATUSES.has(status)) return 'ready'
    // A proxy or load balancer without a server sends a page of its own.
    return /json/.test(headers.get('content-type') ?? '') ? 'unavailable' : 'unanswered'
  } catch {
    return 'unanswered'
  }
}

const server = createConnectivity({
  probe: probeServer,
  isOnline: () => navigator.onLine,
  onChange: (connectivity) => useConnectivity.setState({ connectivity }),
})

/** Reports that a call got a reply with this status. */
export function answered(status: number): void {
  if (GATEWAY_STATUSES.has(status)) server.notServed()
  else server.served()
}

/** A call got no answer. */
export const unanswered = server.notServed

/** True if the server is ready to serve calls now. */
export const checkServer = server.check

export function isReachable(): boolean {
  return useConnectivity.getState().connectivity === 'online'
}

/** Called each time the server can be reached, and serves calls, again. */
export function onReconnect(listener: () => void): () => void {
  return useConnectivity.subscribe((now, before) => {
    if (now.connectivity === 'online' && before.connectivity !== 'online') listener()
  })
}

/** Listens to the browser's network events, until stopped. */
export function watchNetwork(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  addEventListener('offline', server.notServed, { signal })
  addEventListener('online', server.retryNow, { signal })
  // Timers of a hidden tab are slowed down.
  document.addEventListener('visibilitychange', () => document.hidden || server.retryNow(), { signal })
  return () => stop.abort()
}
