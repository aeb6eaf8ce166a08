import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { reauthenticate, refreshWithin } from '../session/session-refresh.ts'
import { statusOf } from '../session/session-state.ts'
import { useSession } from '../session/store.ts'
import { isLeavingAsked, useLeavingAsked } from './form/dirty.ts'
import { navigationEnded, navigationStarted } from './loading-bar/navigations.ts'
import { REFRESH_WITHIN_MS } from './require-session.ts'
import { setLeavePrompt } from './unsaved-changes.ts'
import { useLazyModule } from './use-lazy-module.ts'

const load = async () => (await import('./confirm.tsx')).Confirm
/** The browser's own dialog replaces it until it is there. */
const ignore = () => undefined

const TITLE = 'Leave without saving?'
const MESSAGE = 'What you typed on this screen is not saved. If you leave, it is lost.'

const isCovered = () => document.documentElement.dataset.covered !== undefined

/** Ahead of the question: while a refresh has failed, only signing in leads on, which loses nothing where it is done here. */
async function isRefreshed(): Promise<boolean> {
  if (statusOf(useSession.getState()) !== 'waiting') return true
  navigationStarted()
  const isThere = await refreshWithin(REFRESH_WITHIN_MS)
  navigationEnded()
  if (!isThere) reauthenticate()
  return isThere
}

/** Asks before a screen is left on which something typed is not saved. Leaving the page is the form's to ask. */
export function LeaveGuard() {
  const router = useRouter()
  const asked = useLeavingAsked()
  // Fetched ahead, because the question may come up while the network is away.
  const Confirm = useLazyModule(load, asked, ignore)
  const [answer, setAnswer] = useState<(stay: boolean) => void>()
  const leaving = useRef(false)

  // A navigation that is redirected is blocked again at each step: the first answer counts for all.
  useEffect(
    () =>
      router.subscribe('onResolved', () => {
        leaving.current = false
      }),
    [router],
  )

  async function staysHere(): Promise<boolean> {
    // Nobody can answer who cannot see the question.
    if (isCovered()) return true
    const stay = Confirm
      ? await new Promise<boolean>((resolve) => setAnswer(() => resolve))
      : !window.confirm(`${TITLE} ${MESSAGE}`)
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
      // Without a session nothing can be saved any more.
      if (!isLeavingAsked() || statusOf(useSession.getState()) === 'signed-out') return false
      return isCovered() || !(await isRefreshed()) || staysHere()
    },
  })
  if (!Confirm || !answer) return null
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
