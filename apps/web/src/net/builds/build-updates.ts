import { maskCardNumbers } from '@backoffice/contract/card-number'
import { create } from 'zustand'
import { createBuildCheck } from './build-check.ts'
import { watchChunkErrors } from './chunk-error.ts'
import { createReloadGuard, isOurs } from './reload-guard.ts'

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
