import { maskCardNumbers } from '@backoffice/contract/card-number'
import { create } from 'zustand'
import { watchChunkErrors } from './chunk-error.ts'

/** True if the server has a newer build than this page's. */
export const useNewBuild = create<{ isThere: boolean }>()(() => ({ isThere: false }))

type Dependencies = {
  intervalMs: number
  /** True if a reload would lose changes. */
  isBusy: () => boolean
}

/** Accesses `sessionStorage` on each use, because the access throws if the browser denies storage. */
const TAB_STORAGE = {
  getItem: (key: string) => sessionStorage.getItem(key),
  setItem: (key: string, value: string) => sessionStorage.setItem(key, value),
}

let mayReload: (path: string) => boolean = () => false
let isLeaving = false

/** Checks for a build newer than this page's. Pages of the development server have no build. */
export function followBuilds({ intervalMs, isBusy }: Dependencies): void {
  const buildId = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? ''
  watchChunkErrors(window)
  mayReload = (path) =>
    createReloadGuard({ storage: TAB_STORAGE, buildId, nowMs: Date.now, isBusy }).mayReload(path)
  // The back-forward cache restores this state.
  addEventListener('pageshow', () => {
    isLeaving = false
  })
  if (buildId === '') return
  const check = createBuildCheck({
    buildId,
    intervalMs,
    fetch: (address, options) => fetch(address, options),
    nowMs: Date.now,
    onNewBuild: () => useNewBuild.setState({ isThere: true }),
  })
  whenIdle(check.start)
  document.addEventListener('visibilitychange', () => document.hidden || check.onReturn())
}

/**
 * Loads a URL of this origin from the server automatically; false if the guard forbids it. The guard compares paths
 * without their search.
 */
export function reloadByItself(address: string): boolean {
  if (isLeaving) return true
  if (!isOurs(address, location.origin)) return false
  const { pathname } = new URL(address, location.origin)
  isLeaving = mayReload(maskCardNumbers(pathname))
  if (isLeaving) load(address)
  return isLeaving
}

type Navigation = {
  fromLocation?: { href: string } | undefined
  toLocation: { href: string }
  pathChanged: boolean
}

/** With a newer build, navigation to another screen loads its page, unless that would lose changes. */
export function loadNewBuild({ fromLocation, toLocation, pathChanged }: Navigation): void {
  if (fromLocation && pathChanged && useNewBuild.getState().isThere) reloadByItself(toLocation.href)
}

function load(address: string): void {
  const { href } = new URL(address, location.origin)
  // Assigning the same URL with a fragment would only scroll.
  if (href === location.href) location.reload()
  else location.href = href
}

/** Safari has no `requestIdleCallback`. */
function whenIdle(start: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(start)
  else setTimeout(start, 1_000)
}

/** Minimum time since the last check for a check on return to the tab. */
const RETURN_MS = 5 * 60_000

type CheckDependencies = {
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
export function createBuildCheck({ buildId, intervalMs, fetch, nowMs, onNewBuild }: CheckDependencies) {
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

/** A path reloads at most once within this window, and once per build. */
const WINDOW_MS = 10_000
const KEY = 'reloads'
/** Maximum of automatic reloads per tab. */
const MAX_RELOADS = 200

/** An automatic reload of this tab. */
type Reload = { path: string; buildId: string; atMs: number }

type GuardDependencies = {
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
export function createReloadGuard({ storage, buildId, nowMs, isBusy }: GuardDependencies) {
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

function read(storage: GuardDependencies['storage']): Reload[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    // Only this file writes under this key.
    if (Array.isArray(stored)) return stored as Reload[]
  } catch {
    // Writing fails too, so nothing is reloaded.
  }
  return []
}

function write(storage: GuardDependencies['storage'], reloads: Reload[]): boolean {
  try {
    storage.setItem(KEY, JSON.stringify(reloads))
    return true
  } catch {
    return false
  }
}
