import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useBlocker, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { onReconnect, watchNetwork } from '../net/connectivity.ts'
import { queryClient } from '../net/query-client.ts'
import { reauthenticate, refreshWithin } from '../session/session-refresh.ts'
import { statusOf } from '../session/session-state.ts'
import { useSession, useUser } from '../session/store.ts'
import { Confirm } from './confirm.tsx'
import { isAnyFormDirty, isLeavingAsked, onLeavingAskedChange, useLeavingAsked } from './form/dirty.ts'
import { navigationEnded, navigationStarted } from './loading-bar/page-bar.tsx'
import { FollowPreferences } from './preferences/follow-preferences.ts'
import { focusAfterNavigation } from './record/open-record.ts'
import { REFRESH_WITHIN_MS } from './require-session.ts'
import { Shell } from './shell.tsx'
import { PageShortcuts } from './shortcuts/page-shortcuts.tsx'
import { setLeavePrompt } from './unsaved-changes.ts'

/** Around every signed-in screen; `children` are rendered after the screen. */
export function SignedIn({ children }: { children: ReactNode }) {
  const user = useUser()
  useEffect(watchNetwork, [])
  useRefetchOnReturn()
  useGuardsOfNewRole([...user.modules, ...user.policies].join())
  useHeadingFocus()
  return (
    <QueryClientProvider client={queryClient}>
      <Shell>
        <Outlet />
      </Shell>
      <FollowPreferences />
      <PageShortcuts />
      <LeaveGuard />
      {children}
    </QueryClientProvider>
  )
}

/** Fetches everything again after the connection or the session was lost: queries failed or went stale meanwhile. */
function useRefetchOnReturn(): void {
  useEffect(() => {
    const refetch = () => void queryClient.invalidateQueries()
    const stopFollowing = onReconnect(refetch)
    const unsubscribe = useSession.subscribe((now, before) => {
      if (statusOf(before) !== 'signed-in' && statusOf(now) === 'signed-in') refetch()
    })
    return () => {
      stopFollowing()
      unsubscribe()
    }
  }, [])
}

/**
 * Runs the guards of the current screen again when the access of the user changes: a screen whose permission is gone says
 * so, and one that was refused opens. With unsaved changes it stays until they are saved or discarded.
 */
function useGuardsOfNewRole(access: string): void {
  const router = useRouter()
  const isDirty = useSyncExternalStore(onLeavingAskedChange, isAnyFormDirty, () => false)
  const last = useRef(access)
  useEffect(() => {
    if (last.current === access || isDirty) return
    last.current = access
    void router.invalidate()
  }, [access, isDirty, router])
}

/** Moves the focus to the heading after a navigation, where it would be after a page load, or to the record. */
function useHeadingFocus(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation) focusAfterNavigation()
      }),
    [router],
  )
}

const TITLE = 'Leave without saving?'
const MESSAGE = 'What you typed on this screen is not saved. If you leave, it is lost.'

const isCovered = () => document.documentElement.dataset.covered !== undefined

/** While the session waits for a refresh, tries it once more; without success asks for the password in place. */
async function isRefreshed(): Promise<boolean> {
  if (statusOf(useSession.getState()) !== 'waiting') return true
  navigationStarted()
  const isThere = await refreshWithin(REFRESH_WITHIN_MS)
  navigationEnded()
  if (!isThere) reauthenticate()
  return isThere
}

/** Asks before a navigation that would lose unsaved changes; `beforeunload` in the forms covers the page itself. */
function LeaveGuard() {
  const router = useRouter()
  const asked = useLeavingAsked()
  const [answer, setAnswer] = useState<(stay: boolean) => void>()
  const leaving = useRef(false)

  // A redirected navigation is blocked again at each step: the first answer holds until it resolves.
  useEffect(
    () =>
      router.subscribe('onResolved', () => {
        leaving.current = false
      }),
    [router],
  )

  async function staysHere(): Promise<boolean> {
    // The question would be invisible behind the overlay.
    if (isCovered()) return true
    const stay = await new Promise<boolean>((resolve) => setAnswer(() => resolve))
    setAnswer(undefined)
    leaving.current = !stay
    return stay
  }
  useEffect(() => setLeavePrompt(staysHere))

  useBlocker({
    disabled: !asked,
    enableBeforeUnload: false,
    shouldBlockFn: async ({ current, next }) => {
      if (leaving.current || current.pathname === next.pathname) return false
      // Nothing can be saved without a session.
      if (!isLeavingAsked() || statusOf(useSession.getState()) === 'signed-out') return false
      return isCovered() || !(await isRefreshed()) || staysHere()
    },
  })
  if (!answer) return null
  return (
    <Confirm
      title={TITLE}
      message={MESSAGE}
      yes="Leave"
      no="Stay"
      busy={false}
      onNo={() => answer(true)}
      onYes={() => answer(false)}
    />
  )
}
