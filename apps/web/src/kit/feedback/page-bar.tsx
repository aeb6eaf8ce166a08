import { useCallback, useRef } from 'react'
import { create } from 'zustand'
import { BarView } from './bar-view.tsx'
import { type BarState, finish, IDLE, type LoadingBar, start } from './loading-bar.ts'

const useNavigationBar = create<{ bar: LoadingBar }>()(() => ({ bar: IDLE }))

export function navigationStarted(): void {
  useNavigationBar.setState(({ bar }) => ({ bar: start(bar, performance.now()) }))
}

/** Call it when a navigation is finished, stopped by a guard, or failed. */
export function navigationEnded(failed = false): void {
  useNavigationBar.setState(({ bar }) => ({ bar: finish(bar, performance.now(), failed) }))
}

/** The page's loading bar; `<main>` is `aria-busy` while it runs. */
export function PageBar() {
  const bar = useNavigationBar((state) => state.bar)
  const busy = useRef<Element>(null)
  const markMain = useCallback((phase: BarState['phase']) => {
    busy.current?.removeAttribute('aria-busy')
    busy.current = phase === 'running' ? document.querySelector('main') : null
    busy.current?.setAttribute('aria-busy', 'true')
  }, [])
  return <BarView bar={bar} label="Loading page" onPhase={markMain} />
}
