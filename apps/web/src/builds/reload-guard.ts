/** A path is not reloaded twice within this window, and once only for each build. */
const WINDOW_MS = 10_000
const KEY = 'reloads'
/** After this many reloads of a tab another one does not help. */
const MAX_RELOADS = 200

/** An automatic reload of this tab. */
type Reload = { path: string; buildId: string; atMs: number }

type Dependencies = {
  /** Must outlive the reload. */
  storage: Pick<Storage, 'getItem' | 'setItem'>
  buildId: string
  nowMs: () => number
  /** Whether a reload would lose something, such as unsaved changes. */
  isBusy: () => boolean
}

/**
 * Decides whether a path may be reloaded automatically, and stores that it was. A reload that the user asks for needs no
 * permission. Without storage nothing is reloaded: it could go on for ever.
 */
export function createReloadGuard({ storage, buildId, nowMs, isBusy }: Dependencies) {
  return {
    /** True at most once per path and build, not within 10 s of the last time for this path, and never while busy. */
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

/** Whether the URL is a page of this origin: no other site, no script. */
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
    // A storage that cannot be read cannot be written either: nothing is reloaded.
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
