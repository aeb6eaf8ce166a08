import { create } from 'zustand'
import { createReachability, type Reach } from './reachability.ts'
import { timedFetch } from './timed-fetch.ts'

const PROBE_TIMEOUT_MS = 5_000

export const useReach = create<{ reach: Reach }>()(() => ({ reach: 'reachable' }))

/** Proxies and load balancers answer with these when the server does not. */
const GATEWAY_STATUSES = new Set([502, 503, 504])

const reachability = createReachability({
  probe: () =>
    timedFetch('/health/live', { cache: 'no-store', timeoutMs: PROBE_TIMEOUT_MS }).then(
      ({ status }) => !GATEWAY_STATUSES.has(status),
      () => false,
    ),
  isOnline: () => navigator.onLine,
  onChange: (reach) => useReach.setState({ reach }),
})

/** Tells that a call was answered, with this status. */
export function answered(status: number): void {
  if (!GATEWAY_STATUSES.has(status)) reachability.answered()
}

/** Tells that a call got no answer. */
export function unanswered(): void {
  reachability.doubt()
}

/** Asks the server now whether it is there. */
export function isServerThere(): Promise<boolean> {
  return reachability.check()
}

export function isReachable(): boolean {
  return useReach.getState().reach === 'reachable'
}

/** Called each time the server can be reached again. */
export function onReturn(listener: () => void): () => void {
  return useReach.subscribe(({ reach }, before) => {
    if (reach === 'reachable' && before.reach !== 'reachable') listener()
  })
}

/** Listens to what the browser knows of the network, until stopped. */
export function followNetwork(): () => void {
  const stop = new AbortController()
  const { signal } = stop
  addEventListener('offline', () => reachability.doubt(), { signal })
  addEventListener('online', () => reachability.askAgain(), { signal })
  // Timers of a tab that nobody looks at are slowed down.
  document.addEventListener('visibilitychange', () => document.hidden || reachability.askAgain(), { signal })
  return () => stop.abort()
}
