import { create } from 'zustand'
import { backoffMs, pause } from './backoff.ts'
import { timedFetch } from './fetch-json.ts'

/**
 * `offline`: the browser reports no network; `unreachable`: the server does not respond; `unavailable`: the server
 * cannot serve calls, for example during a database failover.
 */
export type Connectivity = 'online' | 'offline' | 'unreachable' | 'unavailable'

/** Result of a probe of the server. */
export type ProbeResult = 'ready' | 'unavailable' | 'no-reply'

const LONGEST_WAIT_MS = 30_000
/** Shorter, because a failover takes seconds and the reply is cheap for the server. */
const LONGEST_WAIT_UNAVAILABLE_MS = 3_000
const PROBE_TIMEOUT_MS = 5_000

/** Statuses of a server that cannot serve calls, and of proxies and load balancers without a server. */
const GATEWAY_STATUSES = new Set([502, 503, 504])

type Dependencies = {
  /** Never rejects. */
  probe: () => Promise<ProbeResult>
  isOnline: () => boolean
  onChange: (connectivity: Connectivity) => void
}

/**
 * Tracks if the server can serve calls. A single failed call proves little, so it probes the server, with increasing
 * intervals until it is ready.
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
      const result = await probe()
      if (signal.aborted) return
      if (result === 'ready') return served()
      const isUnavailable = result === 'unavailable'
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
    /** Ends the wait between two probes, for example when the network is back. */
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

async function probeServer(): Promise<ProbeResult> {
  try {
    const { status, headers } = await timedFetch('/health/ready', {
      cache: 'no-store',
      timeoutMs: PROBE_TIMEOUT_MS,
    })
    if (!GATEWAY_STATUSES.has(status)) return 'ready'
    // A proxy or load balancer without a server sends its own page.
    return /json/.test(headers.get('content-type') ?? '') ? 'unavailable' : 'no-reply'
  } catch {
    return 'no-reply'
  }
}

const server = createConnectivity({
  probe: probeServer,
  isOnline: () => navigator.onLine,
  onChange: (connectivity) => useConnectivity.setState({ connectivity }),
})

/** Reports that a call got a reply with this status. */
export function gotReply(status: number): void {
  if (GATEWAY_STATUSES.has(status)) server.notServed()
  else server.served()
}

/** Reports that a call got no reply. */
export const gotNoReply = server.notServed

/** True if the server is ready to serve calls now. */
export const checkServer = server.check

export function isReachable(): boolean {
  return useConnectivity.getState().connectivity === 'online'
}

/** Calls the listener each time the server can serve calls again. */
export function onReconnect(listener: () => void): () => void {
  return useConnectivity.subscribe((now, before) => {
    if (now.connectivity === 'online' && before.connectivity !== 'online') listener()
  })
}

/** Listens to the browser's network events. Returns a function that stops. */
export function watchNetwork(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  addEventListener('offline', server.notServed, { signal })
  addEventListener('online', server.retryNow, { signal })
  // Browsers slow down the timers of a hidden tab.
  document.addEventListener('visibilitychange', () => document.hidden || server.retryNow(), { signal })
  return () => stop.abort()
}
