import { useEffect, useState } from 'react'
import { useLazyModule } from '../../kit/lazy/use-lazy.tsx'
import { statusOf } from '../../session/session-state.ts'
import { signOut } from '../../session/sign-out.ts'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { LockOverlay } from '../../ui/lock-overlay.tsx'

const loadCard = async () => (await import('./reauthenticate-card.tsx')).ReauthenticateCard
/** Loads the code early, because a session often ends while the network is down. */
const PRELOAD_AFTER_MS = 4_000

const TITLES = {
  idle: 'Screen locked',
  unknown: 'Confirm it’s you',
  interrupted: 'Sign in again',
  'not-renewed': 'Sign in again',
} as const

/** Covers a locked screen, or one with unsaved changes after the session ended. */
export function Reauthenticate() {
  const status = useSession(statusOf)
  const isReauthenticating = useSession((session) => session.isReauthenticating)
  const lock = useSession((session) => session.lock)
  const isLeaving = useSession((session) => session.end !== undefined)
  const [isSigningIn, setSigningIn] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [isPreloading, setPreloading] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPreloading(true), PRELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])

  const why =
    status === 'interrupted' || isSigningIn ? 'interrupted' : isReauthenticating ? 'not-renewed' : lock
  const Card = useLazyModule(loadCard, (isPreloading || why !== undefined) && !hasFailed, () =>
    setFailed(true),
  )
  if (why === undefined) return null
  if (isLeaving) return <LockOverlay label={TITLES[why]}>{null}</LockOverlay>
  return (
    <LockOverlay label={TITLES[why]}>
      {Card && <Card why={why} onSigningIn={setSigningIn} />}
      {!Card && hasFailed && (
        <>
          <p>The sign-in form could not be loaded. Check the connection.</p>
          <Button variant="primary" onClick={() => setFailed(false)}>
            Try again
          </Button>
          <Button variant="quiet" onClick={() => void signOut()}>
            Sign out
          </Button>
        </>
      )}
    </LockOverlay>
  )
}
