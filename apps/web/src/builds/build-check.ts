/** On return to the tab, a check is due this long after the last one. */
const RETURN_MS = 5 * 60_000

type Dependencies = {
  /** Of the build that is running. */
  buildId: string
  intervalMs: number
  fetch: (address: string, options: RequestInit) => Promise<Response>
  nowMs: () => number
  /** Called once; the checks stop then. */
  onNewBuild: (buildId: string) => void
}

/**
 * Checks at intervals whether a newer build is served: `/builds/latest.json`, then its `/builds/meta/{id}.json`, which
 * may be missing (403, 404) but not fail otherwise: a deployment in progress is checked again. Errors are ignored. The
 * first check is after the interval.
 */
export function createBuildCheck({ buildId, intervalMs, fetch, nowMs, onNewBuild }: Dependencies) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastMs = 0
  let isRunning = false

  function start(): void {
    isRunning = true
    lastMs = nowMs()
    schedule()
  }

  function stop(): void {
    isRunning = false
    clearTimeout(timer)
  }

  function schedule(): void {
    clearTimeout(timer)
    timer = setTimeout(check, intervalMs)
  }

  function onReturn(): void {
    if (isRunning && nowMs() - lastMs > RETURN_MS) check()
  }

  function check(): void {
    lastMs = nowMs()
    schedule()
    newerBuild().then(
      (id) => {
        if (id === undefined || !isRunning) return
        stop()
        onNewBuild(id)
      },
      () => undefined,
    )
  }

  async function newerBuild(): Promise<string | undefined> {
    const latest = await fetch(`/builds/latest.json?${nowMs()}`, { cache: 'no-store' })
    const id = latest.ok ? idIn(await latest.json()) : undefined
    if (id === undefined || id === buildId) return undefined
    const { ok, status } = await fetch(`/builds/meta/${id}.json`, {})
    return ok || status === 403 || status === 404 ? id : undefined
  }

  return { start, stop, onReturn }
}

/** Undefined for an id that could not be part of a URL. */
function idIn(latest: unknown): string | undefined {
  if (typeof latest !== 'object' || latest === null || !('id' in latest)) return undefined
  return typeof latest.id === 'string' && /^[\w-]{1,100}$/.test(latest.id) ? latest.id : undefined
}
