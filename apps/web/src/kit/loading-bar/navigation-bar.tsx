import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { BarView } from './bar-view.tsx'
import type { BarState } from './loading-bar.ts'
import { navigationEnded, navigationStarted, useNavigationBar } from './navigations.ts'

/** The bar of the page: from the very start of a navigation, before its guards, until the screen is there. */
export function NavigationBar() {
  const router = useRouter()
  useEffect(() => {
    // The same address again is a refresh of what is already seen.
    const atStart = router.subscribe('onBeforeNavigate', ({ hrefChanged }) => {
      if (hrefChanged) navigationStarted()
    })
    const atEnd = router.subscribe('onResolved', () =>
      navigationEnded(router.state.matches.find(({ status }) => status === 'error')?.error),
    )
    return () => {
      atStart()
      atEnd()
    }
  }, [router])

  const busy = useRef<Element>(null)
  const markMain = useCallback((phase: BarState['phase']) => {
    busy.current?.removeAttribute('aria-busy')
    busy.current = phase === 'running' ? document.querySelector('main') : null
    busy.current?.setAttribute('aria-busy', 'true')
  }, [])
  return <BarView bar={useNavigationBar()} label="Loading page" onPhase={markMain} />
}
