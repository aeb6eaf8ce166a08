import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { reloadByItself } from '../builds/build-updates.ts'
import { checkServer, onReconnect, useConnectivity } from '../net/connectivity.ts'
import { Button } from '../ui/button.tsx'
import { ErrorView } from './error-view.tsx'
import { Page } from './page.tsx'

const recoveries = new WeakMap<Error, Promise<boolean>>()

/** Whether the page is being loaded again; asked once for each failure, however often it is drawn. */
function recover(error: Error): Promise<boolean> {
  const known = recoveries.get(error)
  if (known) return known
  const recovery = checkServer().then((answers) => answers && reloadByItself(location.href))
  recoveries.set(error, recovery)
  return recovery
}

/**
 * A screen whose code could not be fetched: most likely it was replaced by a newer build, so the page is loaded
 * again, once. Not while the server is away, when nothing but an error of the browser would come; then the
 * screen is tried again when it is back.
 */
export function ChunkErrorView({ error }: { error: Error }) {
  const router = useRouter()
  const [isStuck, setStuck] = useState(false)
  const isThere = useConnectivity(({ connectivity }) => connectivity === 'online')

  useEffect(() => {
    let isGone = false
    void recover(error).then((isLoading) => {
      if (!isGone) setStuck(!isLoading)
    })
    return () => {
      isGone = true
    }
  }, [error])
  useEffect(() => onReconnect(() => void router.invalidate()), [router])

  return (
    <Page title="This page could not be loaded" crumbs={[]}>
      {isStuck && (
        <ErrorView
          alert
          words={error.message}
          hint={isThere ? 'There may be a newer version of this system. Reload to get it.' : undefined}
        >
          {isThere && (
            <Button variant="primary" onClick={() => location.reload()}>
              Reload
            </Button>
          )}
          <Button onClick={() => void router.invalidate()}>Try again</Button>
        </ErrorView>
      )}
    </Page>
  )
}
