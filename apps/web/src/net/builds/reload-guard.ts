/** A path reloads at most once within this window, and once per build. */
const WINDOW_MS = 10_000
const KEY = 'reloads'
/** Maximum of automatic reloads per tab. */
const MAX_RELOADS = 200

/** An automatic reload of this tab. */
type Reload = { path: string; buildId: string; atMs: number }

type Dependencies = {
  /** Must outlive the reload. */
  storage: Pick<Storage, 'getItem' | 'setItem'>
  buildId: string
  nowMs: () => number
  /** True if a reload would lose something, such as unsaved changes. */
  isBusy: () => boolean
}

/**
 * Decides if a path may be reloaded automatically, and stores the reload. Reloads by the user are not limited. Without
 * storage nothing is reloaded automatically, because the reloads could loop.
 */
export function createReloadGuard({ storage, buildId, nowMs, isBusy }: Dependencies) {
  return {
    /** True at most once per path and build, at most every 10 s per path, and never while busy. */
    mayReload(path: string): boolean {
      if (isBusy()) return false
      const reloads = read(storage)
      const atMs = nowMs()
      const isAgain = reloads.some(
        (last) => last.path === path && (last.buildId === buildId || atMs < last.atMs + WINDOW_MS),
      )
      if (isAgain || reloads.length >= MAX_RELOADS) return false
      return write(storage, [...reloads, { path, buildId, atMs }])
    },
  }
}

/** True for an HTTP URL of this origin. */
export function isOurs(address: string, origin: string): boolean {
  // Safari has no `URL.parse` before version 18.
  if (!URL.canParse(address, origin)) return false
  const url = new URL(address, origin)
  return /^https?:$/.test(url.protocol) && url.origin === origin
}

function read(storage: Dependencies['storage']): Reload[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    // Only this file writes under this key.
    if (Array.isArray(stored)) return stored as Reload[]
  } catch {
    // Writing fails too, so nothing is reloaded.
  }
  return []
}

function write(storage: Dependencies['storage'], reloads: Reload[]): boolean {
  try {
    storage.setItem(KEY, JSON.stringify(reloads))
    return true
  } catch {
    return false
  }
}
