/** A wait shorter than this is not shown. */
export const THROTTLE_MS = 200
/** By then the bar stands at about 70 %. */
export const DURATION_MS = 2000
/** How long the full bar stays. */
export const HIDE_DELAY_MS = 500
/** How long it then takes to fade, before it is back at nothing. */
export const RESET_DELAY_MS = 400
export const HEIGHT_PX = 3

/** What is known of a wait. All times are milliseconds of one clock that never goes back. */
export type LoadingBar = {
  /** Of the wait that has begun and not finished. */
  startedAt?: number
  /** The last wait that was shown, while the bar fades. */
  ended?: { at: number; failed: boolean }
}

export type BarState = {
  phase: 'hidden' | 'running' | 'full' | 'fading'
  visible: boolean
  /** 0 to 100. */
  percent: number
  /** The style sheet fades between them. */
  opacity: 0 | 1
  failed: boolean
}

export const IDLE: LoadingBar = {}

/** The estimate in percent, `ms` after the bar became visible: ever nearer to 100, and never there. */
export function estimate(ms: number): number {
  return (2 / Math.PI) * 100 * Math.atan(((Math.max(0, ms) / DURATION_MS) * 100) / 50)
}

/** What began while the bar is seen goes on in it; before that, the last to begin is the one waited for. */
export function start(bar: LoadingBar, at: number): LoadingBar {
  return isSeen(bar, at) ? bar : { ...bar, startedAt: at }
}

/** Ready, stopped by a guard, or (`failed`) broken. Nothing is shown of what took no longer than the throttle. */
export function finish(bar: LoadingBar, at: number, failed = false): LoadingBar {
  if (isSeen(bar, at)) return { ended: { at, failed } }
  const { ended } = bar
  if (!ended) return IDLE
  // A screen that fails while rendering reports it just after the navigation was reported as ready.
  const late = failed && bar.startedAt === undefined
  return { ended: { ...ended, failed: ended.failed || late } }
}

/** How the bar looks. An ending bar is seen to its end, unless the next one takes its place before. */
export function progress(bar: LoadingBar, now: number): BarState {
  const { startedAt, ended } = bar
  if (startedAt !== undefined && isSeen(bar, now)) {
    const percent = Math.min(100, estimate(now - startedAt - THROTTLE_MS))
    return { phase: 'running', visible: true, percent, opacity: 1, failed: false }
  }
  const since = ended ? now - ended.at : Number.POSITIVE_INFINITY
  const failed = ended?.failed ?? false
  if (since < HIDE_DELAY_MS) return { phase: 'full', visible: true, percent: 100, opacity: 1, failed }
  if (since < HIDE_DELAY_MS + RESET_DELAY_MS)
    return { phase: 'fading', visible: false, percent: 100, opacity: 0, failed }
  return { phase: 'hidden', visible: false, percent: 0, opacity: 0, failed: false }
}

/** Nothing more to draw until the next start. */
export function isOver(bar: LoadingBar, now: number): boolean {
  return bar.startedAt === undefined && progress(bar, now).phase === 'hidden'
}

function isSeen({ startedAt }: LoadingBar, at: number): boolean {
  return startedAt !== undefined && at - startedAt >= THROTTLE_MS
}
