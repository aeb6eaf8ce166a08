import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useBlocker, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { onReconnect, watchNetwork } from '../../net/connectivity.ts'
import { queryClient } from '../../net/query-client.ts'
import { reauthenticate, refreshWithin } from '../../session/session-refresh.ts'
import { statusOf } from '../../session/session-state.ts'
import { useSession, useUser } from '../../session/store.ts'
import { followLostFocus } from '../../ui/lost-focus.ts'
import { Confirm } from '../feedback/confirm.tsx'
import { navigationEnded, navigationStarted } from '../feedback/page-bar.tsx'
import {
  isAnyFormDirty,
  needsLeaveConfirmation,
  onLeaveConfirmationChange,
  useLeaveConfirmation,
} from '../form/dirty.ts'
import { setLeavePrompt } from '../form/unsaved-changes.ts'
import { focusAfterNavigation } from '../navigation/open-record.ts'
import { HeaderStatusProvider } from '../navigation/shell-state.ts'
import { FollowPreferences } from '../preferences/follow-preferences.ts'
import { PageShortcuts } from './page-shortcuts.tsx'
import { REFRESH_WITHIN_MS } from './require-session.ts'
import { Shell } from './shell.tsx'

/** Wraps every signed-in screen; renders `children` after the screen, and `status` in its header. */
export function SignedIn({ status, children }: { status: ReactNode; children: ReactNode }) {
  const user = useUser()
  useEffect(watchNetwork, [])
  useRefetchOnReturn()
  useGuardsOfNewRole([...user.modules, ...user.policies].join())
  useHeadingFocus()
  useEffect(followLostFocus, [])
  return (
    <QueryClientProvider client={queryClient}>
      <HeaderStatusProvider value={status}>
        <Shell>
          <Outlet />
        </Shell>
      </HeaderStatusProvider>
      <FollowPreferences />
      <PageShortcuts />
      <LeaveGuard />
      {children}
    </QueryClientProvider>
  )
}

/** Refetches all queries after the connection or session is restored, because they failed or went stale. */
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
 * Reruns the guards of the current screen when the user's access changes. A screen without its permission shows an
 * error, and a refused one opens. Unsaved changes delay this until they are saved or discarded.
 */
function useGuardsOfNewRole(access: string): void {
  const router = useRouter()
  const isDirty = useSyncExternalStore(onLeaveConfirmationChange, isAnyFormDirty, () => false)
  const last = useRef(access)
  useEffect(() => {
    if (last.current === access || isDirty) return
    last.current = access
    void router.invalidate()
  }, [access, isDirty, router])
}

/** Moves the focus to the heading or the record after a navigation. */
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
const MESSAGE = 'Changes on this screen are not saved. If you leave, they will be lost.'

const isCovered = () => document.documentElement.dataset.covered !== undefined

/** Retries a failed refresh once; on failure requests the password in place. */
async function isRefreshed(): Promise<boolean> {
  if (statusOf(useSession.getState()) !== 'waiting') return true
  navigationStarted()
  const isThere = await refreshWithin(REFRESH_WITHIN_MS)
  navigationEnded()
  if (!isThere) reauthenticate()
  return isThere
}

/** Confirms a navigation that would lose unsaved changes; `beforeunload` in the forms covers page loads. */
function LeaveGuard() {
  const router = useRouter()
  const needsConfirmation = useLeaveConfirmation()
  const [settle, setSettle] = useState<(stay: boolean) => void>()
  const leaving = useRef(false)

  // A redirected navigation is blocked at each step. The first choice holds until it resolves.
  useEffect(
    () =>
      router.subscribe('onResolved', () => {
        leaving.current = false
      }),
    [router],
  )

  async function staysHere(): Promise<boolean> {
    // The dialog would be invisible behind the overlay.
    if (isCovered()) return true
    const stay = await new Promise<boolean>((resolve) => setSettle(() => resolve))
    setSettle(undefined)
    leaving.current = !stay
    return stay
  }
  useEffect(() => setLeavePrompt(staysHere))

  useBlocker({
    disabled: !needsConfirmation,
    enableBeforeUnload: false,
    shouldBlockFn: async ({ current, next }) => {
      if (leaving.current || current.pathname === next.pathname) return false
      // Nothing can be saved without a session.
      if (!needsLeaveConfirmation() || statusOf(useSession.getState()) === 'signed-out') return false
      return isCovered() || !(await isRefreshed()) || staysHere()
    },
  })
  if (!settle) return null
  return (
    <Confirm
      title={TITLE}
      message={MESSAGE}
      yes="Leave"
      no="Stay"
      busy={false}
      onNo={() => settle(true)}
      onYes={() => settle(false)}
    />
  )
}
