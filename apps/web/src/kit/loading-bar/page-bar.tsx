import { useCallback, useRef } from 'react'
import { BarView } from './bar-view.tsx'
import type { BarState } from './loading-bar.ts'
import { useNavigationBar } from './navigations.ts'

/** The bar of the page. While it runs, the main part is busy. */
export function PageBar() {
  const busy = useRef<Element>(null)
  const markMain = useCallback((phase: BarState['phase']) => {
    busy.current?.removeAttribute('aria-busy')
    busy.current = phase === 'running' ? document.querySelector('main') : null
    busy.current?.setAttribute('aria-busy', 'true')
  }, [])
  return <BarView bar={useNavigationBar()} label="Loading page" onPhase={markMain} />
}
