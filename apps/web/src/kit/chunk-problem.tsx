import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isServerThere, onReturn, useReach } from '../api/reachable.ts'
import { reloadByItself } from '../builds/build-updates.ts'
import { Button } from '../ui/button.tsx'
import { Page } from './page.tsx'
import { Problem } from './problem.tsx'

/**
 * A screen whose code could not be fetched: most likely it was replaced by a newer build, so the page is loaded
 * again, once. Not while the server is away, when nothing but an error of the browser would come; then the
 * screen is tried again when it is back.
 */
export function ChunkProblem({ words }: { words: string }) {
  const router = useRouter()
  const [isStuck, setStuck] = useState(false)
  const isThere = useReach(({ reach }) => reach === 'reachable')

  useEffect(() => {
    let isGone = false
    void isServerThere().then((answers) => {
      if (!isGone && !(answers && reloadByItself(location.href))) setStuck(true)
    })
    return () => {
      isGone = true
    }
  }, [])
  useEffect(() => onReturn(() => void router.invalidate()), [router])

  return (
    <Page title="This page could not be loaded" crumbs={[]}>
      {isStuck && (
        <Problem
          alert
          words={words}
          hint={isThere ? 'There may be a newer version of this system: reload to get it.' : undefined}
        >
          {isThere && (
            <Button look="primary" onClick={() => location.reload()}>
              Reload
            </Button>
          )}
          <Button onClick={() => void router.invalidate()}>Try again</Button>
        </Problem>
      )}
    </Page>
  )
}
