import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { queryClient } from '../api/query-client.ts'
import { onReconnect, watchNetwork } from '../net/connectivity.ts'
import { statusOf } from '../session/session-state.ts'
import { useSession, useUser } from '../session/store.ts'
import { SignedInLayout } from './layouts/layout.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { FollowPreferences } from './preferences/preferences.ts'
import { usePageShortcuts } from './shortcuts/page-shortcuts.ts'
import { SheetHost } from './shortcuts/sheet-host.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'

/** What every signed-in screen stands in; `children` come after it. */
export function SignedIn({ children }: { children: ReactNode }) {
  const user = useUser()
  const router = useRouter()
  useEffect(watchNetwork, [])
  // What failed meanwhile is read again, and so is what may have changed.
  useEffect(() => onReconnect(() => void queryClient.invalidateQueries()), [])
  useEffect(
    () =>
      useSession.subscribe((now, before) => {
        if (statusOf(before) !== 'signed-in' && statusOf(now) === 'signed-in')
          void queryClient.invalidateQueries()
      }),
    [],
  )

  // A role that changed meanwhile opens and closes screens at once.
  const access = [...user.modules, ...user.policies].join()
  const known = useRef(access)
  useEffect(() => {
    if (known.current === access) return
    known.current = access
    void router.invalidate()
  }, [access, router])
  useHeadingFocus()
  usePageShortcuts()

  return (
    <QueryClientProvider client={queryClient}>
      <SignedInLayout>
        <Outlet />
      </SignedInLayout>
      <FollowPreferences />
      <SheetHost />
      <LeaveGuard />
      {children}
    </QueryClientProvider>
  )
}
