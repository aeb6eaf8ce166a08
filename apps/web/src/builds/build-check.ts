/** On return to the tab, a check is due after this long; between two checks otherwise the interval. */
const RETURN_MS = 5 * 60_000

type Dependencies = {
  /** Of the build that is running. */
  buildId: string
  intervalMs: number
  fetch: (address: string, options: RequestInit) => Promise<Response>
  nowMs: () => number
  /** Called once; after that nothing more is asked. */
  onNewBuild: (buildId: string) => void
}

/**
 * Asks now and then whether a newer build is served: `/builds/latest.json`, then its `/builds/meta/{id}.json`,
 * which may be gone (403, 404) but not fail otherwise: a deployment under way is asked again. Errors are nobody's
 * concern. The first check is after the interval.
 */
export function createBuildCheck({ buildId, intervalMs, fetch, nowMs, onNewBuild }: Dependencies) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastMs = 0
  let isRunning = false

  function start(): void {
    isRunning = true
    lastMs = nowMs()
    arm()
  }

  function stop(): void {
    isRunning = false
    clearTimeout(timer)
  }

  function arm(): void {
    clearTimeout(timer)
    timer = setTimeout(check, intervalMs)
  }

  /** The tab is looked at again. */
  function returned(): void {
    if (isRunning && nowMs() - lastMs > RETURN_MS) check()
  }

  function check(): void {
    lastMs = nowMs()
    arm()
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

  return { start, stop, returned }
}

/** It goes into an address. */
function idIn(latest: unknown): string | undefined {
  if (typeof latest !== 'object' || latest === null || !('id' in latest)) return undefined
  return typeof latest.id === 'string' && /^[\w-]{1,100}$/.test(latest.id) ? latest.id : undefined
}
