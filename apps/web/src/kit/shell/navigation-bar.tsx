import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Forbidden } from '../access/guards.ts'
import { navigationEnded, navigationStarted, PageBar } from '../feedback/page-bar.tsx'

/** Loading bar from the start of a navigation, before its guards, until the screen is rendered. */
export function NavigationBar() {
  const router = useRouter()
  useEffect(() => {
    // Navigation to the same address only refreshes the screen.
    const unsubscribeStart = router.subscribe('onBeforeNavigate', ({ hrefChanged }) => {
      if (hrefChanged) navigationStarted()
    })
    const unsubscribeEnd = router.subscribe('onResolved', () =>
      routeEnded(router.state.matches.find(({ status }) => status === 'error')?.error),
    )
    return () => {
      unsubscribeStart()
      unsubscribeEnd()
    }
  }, [router])
  return <PageBar />
}

/** `Forbidden` comes from a guard; any other error turns the bar red. */
export function routeEnded(error?: unknown): void {
  navigationEnded(error !== undefined && !(error instanceof Forbidden))
}
