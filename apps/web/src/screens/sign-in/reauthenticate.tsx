import { useCallback, useEffect, useState } from 'react'
import { useLazyModule } from '../../kit/use-lazy-module.ts'
import { useLock } from '../../session/idle-lock.ts'
import { useReauthentication } from '../../session/reauthenticate.ts'
import { signOut } from '../../session/session.ts'
import { statusOf } from '../../session/session-state.ts'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { LockOverlay } from '../../ui/lock-overlay.tsx'

const loadCard = async () => (await import('./reauthenticate-card.tsx')).ReauthenticateCard
/** When a session ends is often when the network is bad: the code is there long before. */
const AHEAD_AFTER_MS = 4_000

const TITLES = {
  idle: 'Screen locked',
  unknown: 'Confirm that it is you',
  interrupted: 'Sign in again',
  'not-renewed': 'Sign in again',
} as const

/** Covers a screen whose session ended over something typed, or which nobody touched for long, until its person is back. */
export function Reauthenticate() {
  const phase = useSession(statusOf)
  const isAsked = useReauthentication((state) => state.isAsked) && phase === 'waiting'
  const lock = useLock((state) => state.lock)
  const [isEntering, setEntering] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), AHEAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])

  const why = phase === 'interrupted' || isEntering ? 'interrupted' : isAsked ? 'not-renewed' : lock
  const fail = useCallback(() => setFailed(true), [])
  const Card = useLazyModule(loadCard, (wanted || why !== undefined) && !hasFailed, fail)
  if (why === undefined) return null
  return (
    <LockOverlay label={TITLES[why]}>
      {Card && <Card why={why} onEntering={setEntering} />}
      {!Card && hasFailed && (
        <>
          <p>What is needed to go on could not be loaded. Check the connection.</p>
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
