/** Minimum time since the last check for a check on return to the tab. */
const RETURN_MS = 5 * 60_000

type Dependencies = {
  /** Id of the running build. */
  buildId: string
  intervalMs: number
  fetch: (address: string, options: RequestInit) => Promise<Response>
  nowMs: () => number
  /** Called once; then the checks stop. */
  onNewBuild: (buildId: string) => void
}

/**
 * Checks for a newer build at intervals, first after one interval: `/builds/latest.json`, then its
 * `/builds/meta/{id}.json`, which may be missing (403, 404). Any other failure means a deployment in progress, and the
 * check repeats. Errors are ignored.
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

/** Undefined for an id that is not safe in a URL. */
function idIn(latest: unknown): string | undefined {
  if (typeof latest !== 'object' || latest === null || !('id' in latest)) return undefined
  return typeof latest.id === 'string' && /^[\w-]{1,100}$/.test(latest.id) ? latest.id : undefined
}
