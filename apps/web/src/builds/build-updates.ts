import { maskCardNumbers } from '@backoffice/contract/card-number'
import { create } from 'zustand'
import { createBuildCheck } from './build-check.ts'
import { watchChunkErrors } from './chunk-error.ts'
import { createReloadGuard, isOurs } from './reload-guard.ts'

/** Whether a newer build than this page's is served. */
export const useNewBuild = create<{ isThere: boolean }>()(() => ({ isThere: false }))

type Dependencies = {
  intervalMs: number
  /** Whether loading the page again would destroy something. */
  isBusy: () => boolean
}

/** Asked for at each use: where a browser keeps nothing, the very mention of it throws. */
const OF_THIS_TAB = {
  getItem: (key: string) => sessionStorage.getItem(key),
  setItem: (key: string, value: string) => sessionStorage.setItem(key, value),
}

let mayReload: (path: string) => boolean = () => false
let isLeaving = false

/** For the page that is running; while developing it has no build, and nothing newer is looked for. */
export function followBuilds({ intervalMs, isBusy }: Dependencies): void {
  const buildId = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? ''
  watchChunkErrors(window)
  mayReload = (path) =>
    createReloadGuard({ storage: OF_THIS_TAB, buildId, nowMs: Date.now, isBusy }).mayReload(path)
  // Shown again as it was left, on the way to a page that has come and gone.
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
  document.addEventListener('visibilitychange', () => document.hidden || check.returned())
}

/**
 * Loads an address of ours from the server by itself, if the guard lets it; `false` if it does not. It is asked
 * about the path alone: a search in it does not make it another page.
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

/** With a newer build there, going to another screen loads it from the server; not away from something unsaved. */
export function loadNewBuild({ fromLocation, toLocation, pathChanged }: Navigation): void {
  if (fromLocation && pathChanged && useNewBuild.getState().isThere) reloadByItself(toLocation.href)
}

function load(address: string): void {
  const { href } = new URL(address, location.origin)
  // The same address with a fragment would only be scrolled to.
  if (href === location.href) location.reload()
  else location.href = href
}

/** Not every browser tells when it is idle. */
function whenIdle(start: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(start)
  else setTimeout(start, 1_000)
}
