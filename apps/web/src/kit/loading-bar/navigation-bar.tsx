import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Forbidden } from '../guards.ts'
import { navigationEnded, navigationStarted } from './navigations.ts'
import { PageBar } from './page-bar.tsx'

/** From the very start of a navigation, before its guards, until the screen is there. */
export function NavigationBar() {
  const router = useRouter()
  useEffect(() => {
    // The same address again is a refresh of what is already seen.
    const atStart = router.subscribe('onBeforeNavigate', ({ hrefChanged }) => {
      if (hrefChanged) navigationStarted()
    })
    const atEnd = router.subscribe('onResolved', () =>
      routeEnded(router.state.matches.find(({ status }) => status === 'error')?.error),
    )
    return () => {
      atStart()
      atEnd()
    }
  }, [router])
  return <PageBar />
}

/** Without an error: ready. A guard that refuses has answered too; any other error is a failure. */
export function routeEnded(error?: unknown): void {
  navigationEnded(error !== undefined && !(error instanceof Forbidden))
}
