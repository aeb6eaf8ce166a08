/** Shorter loading shows no bar. */
export const THROTTLE_MS = 200
/** Time until the estimate reaches about 70 %. */
export const DURATION_MS = 2000
/** Time that the full bar stays. */
export const HIDE_DELAY_MS = 500
/** Time that the bar then fades. */
export const RESET_DELAY_MS = 400
export const HEIGHT_PX = 3

/** Times are milliseconds of one monotonic clock. */
export type LoadingBar = {
  /** Start of the loading in progress. */
  startedAt?: number
  /** End of the last visible loading, while the bar fades. */
  ended?: { atMs: number; failed: boolean }
}

export type BarState = {
  phase: 'hidden' | 'running' | 'full' | 'fading'
  visible: boolean
  /** 0 to 100. */
  percent: number
  /** The stylesheet animates it. */
  opacity: 0 | 1
  failed: boolean
}

export const IDLE: LoadingBar = {}

/** The estimate in percent, `ms` after the bar became visible. Approaches 100 but never reaches it. */
export function estimate(ms: number): number {
  return (2 / Math.PI) * 100 * Math.atan(((Math.max(0, ms) / DURATION_MS) * 100) / 50)
}

/** Continues a visible bar; otherwise restarts the throttle. */
export function start(bar: LoadingBar, atMs: number): LoadingBar {
  return isVisible(bar, atMs) ? bar : { ...bar, startedAt: atMs }
}

/** Loading that ends within the throttle shows no bar. */
export function finish(bar: LoadingBar, atMs: number, failed = false): LoadingBar {
  if (isVisible(bar, atMs)) return { ended: { atMs, failed } }
  const { ended } = bar
  if (!ended) return IDLE
  // A render error arrives just after the navigation has resolved.
  const late = failed && bar.startedAt === undefined
  return { ended: { ...ended, failed: ended.failed || late } }
}

/** State of the bar at `now`. An ending bar fades out, unless the next becomes visible before. */
export function progress(bar: LoadingBar, now: number): BarState {
  const { startedAt, ended } = bar
  if (startedAt !== undefined && isVisible(bar, now)) {
    const percent = Math.min(100, estimate(now - startedAt - THROTTLE_MS))
    return { phase: 'running', visible: true, percent, opacity: 1, failed: false }
  }
  const since = ended ? now - ended.atMs : Number.POSITIVE_INFINITY
  const failed = ended?.failed ?? false
  if (since < HIDE_DELAY_MS) return { phase: 'full', visible: true, percent: 100, opacity: 1, failed }
  if (since < HIDE_DELAY_MS + RESET_DELAY_MS)
    return { phase: 'fading', visible: false, percent: 100, opacity: 0, failed }
  return { phase: 'hidden', visible: false, percent: 0, opacity: 0, failed: false }
}

/** True if nothing changes until the next start. */
export function isOver(bar: LoadingBar, now: number): boolean {
  return bar.startedAt === undefined && progress(bar, now).phase === 'hidden'
}

function isVisible({ startedAt }: LoadingBar, atMs: number): boolean {
  return startedAt !== undefined && atMs - startedAt >= THROTTLE_MS
}
