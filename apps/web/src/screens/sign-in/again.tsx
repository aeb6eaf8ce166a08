import { useCallback, useEffect, useState } from 'react'
import { useFetched } from '../../kit/use-fetched.ts'
import { useLock } from '../../session/idleness.ts'
import { phaseOf } from '../../session/phase.ts'
import { signOut } from '../../session/session.ts'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Cover } from '../../ui/cover.tsx'

const loadCard = async () => (await import('./again-card.tsx')).AgainCard
/** When a session ends is often when the network is bad: the code is there long before. */
const AHEAD_AFTER_MS = 4_000

/** Covers a screen whose session ended over something typed, or which nobody touched for long, until its person is back. */
export function SignInAgain() {
  const isInterrupted = useSession((session) => phaseOf(session) === 'interrupted')
  const isLocked = useLock((lock) => lock.isLocked)
  const [isEntering, setEntering] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), AHEAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])

  const why = isInterrupted || isEntering ? 'interrupted' : isLocked ? 'locked' : undefined
  const fail = useCallback(() => setFailed(true), [])
  const Card = useFetched(loadCard, (wanted || why !== undefined) && !hasFailed, fail)
  if (why === undefined) return null
  return (
    <Cover label={why === 'locked' ? 'Screen locked' : 'Sign in again'}>
      {Card && <Card why={why} onEntering={setEntering} />}
      {!Card && hasFailed && (
        <>
          <p>What is needed to go on could not be loaded. Check the connection.</p>
          <Button look="primary" onClick={() => setFailed(false)}>
            Try again
          </Button>
          <Button look="quiet" onClick={() => void signOut()}>
            Sign out
          </Button>
        </>
      )}
    </Cover>
  )
}
