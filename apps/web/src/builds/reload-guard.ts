/** A path is not reloaded again within this long, and only once for each build. */
const WINDOW_MS = 10_000
const KEY = 'reloads'
/** A tab that has had to reload this often is not helped by reloading. */
const MOST = 200

/** What this tab has loaded again by itself. */
type Reload = { path: string; buildId: string; atMs: number }

type Dependencies = {
  /** Outlives the reload. */
  storage: Pick<Storage, 'getItem' | 'setItem'>
  buildId: string
  nowMs: () => number
  /** Whether a reload would destroy something, such as what was typed. */
  isBusy: () => boolean
}

/**
 * Decides whether a path may be loaded again by itself, and remembers that it was. A person who asks for it is
 * not asked to wait. Where nothing can be remembered nothing is reloaded: it could go on for ever.
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
      if (isAgain || reloads.length >= MOST) return false
      return write(storage, [...reloads, { path, buildId, atMs }])
    },
  }
}

/** A page of this very origin: no other site, no script. */
export function isOurs(address: string, origin: string): boolean {
  // Safari has no `URL.parse` before version 18.
  if (!URL.canParse(address, origin)) return false
  const url = new URL(address, origin)
  return /^https?:$/.test(url.protocol) && url.origin === origin
}

function read(storage: Dependencies['storage']): Reload[] {
  try {
    const known: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    // Nobody but this file writes under this key.
    if (Array.isArray(known)) return known as Reload[]
  } catch {
    // What cannot be read cannot be written either, and then nothing is reloaded.
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
