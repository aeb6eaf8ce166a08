import { RESOURCES, resourceOf } from '@backoffice/contract/access'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Failure, wordsOf } from '../api/failure.ts'
import { onReturn } from '../api/reachable.ts'
import { isChunkFailure } from '../builds/chunk-failure.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { shownAddress } from './address.ts'
import { ChunkProblem } from './chunk-problem.tsx'
import { Forbidden } from './guards.ts'
import { Page } from './page.tsx'
import { Problem } from './problem.tsx'

function Home() {
  return (
    <Link to="/operational_dashboard" {...buttonLook('primary')}>
      Go to the dashboard
    </Link>
  )
}

/** For an address that leads nowhere: path, search and hash. */
export function NotFound() {
  const address = useLocation({ select: (location) => location.publicHref })
  return (
    <Page title="Page Not Found" crumbs={[]}>
      <Problem
        code={404}
        words={`Page not found: ${shownAddress(address)}`}
        hint="The address may be mistyped, or the page was moved."
      >
        <Home />
      </Problem>
    </Page>
  )
}

function missingWords(missing: Forbidden['missing']): string {
  if ('module' in missing) return `Your role does not include the module “${missing.module}”.`
  const { label } = RESOURCES[resourceOf(missing.permission)]
  const action = missing.permission.slice(missing.permission.indexOf(':') + 1)
  return `Your role does not include “${missing.permission}” (${label}: ${action}).`
}

type Refused = { words: string; requestId?: string | undefined }

/** What is there, but not for this person, or not any more. */
function Missing({ words, requestId }: Refused) {
  return (
    <Page title="Page Not Found" crumbs={[]}>
      <Problem code={404} words={words} requestId={requestId}>
        <Home />
      </Problem>
    </Page>
  )
}

function NoAccess({ words, requestId }: Refused) {
  return (
    <Page title="No access" crumbs={[]}>
      <Problem
        code={403}
        words={words}
        hint="Ask an access administrator to add it to your role if your work needs it."
        requestId={requestId}
      >
        <Home />
      </Problem>
    </Page>
  )
}

function ServerError({ error }: { error: unknown }) {
  const router = useRouter()
  useEffect(() => onReturn(() => void router.invalidate()), [router])
  const failure = error instanceof Failure ? error : undefined
  return (
    <Page title="Internal Server Error" crumbs={[]}>
      <Problem
        alert
        code={failure && failure.status >= 400 ? failure.status : 500}
        words={wordsOf(error)}
        requestId={failure?.requestId}
      >
        <Button look="primary" onClick={() => void router.invalidate()}>
          Try again
        </Button>
        <Link to="/operational_dashboard" {...buttonLook('plain')}>
          Go to the dashboard
        </Link>
      </Problem>
    </Page>
  )
}

/** Whatever stopped a screen, in the place of the screen; gone with the next navigation. */
export function ProblemView({ error }: { error: unknown }) {
  if (error instanceof Forbidden) return <NoAccess words={missingWords(error.missing)} />
  if (isChunkFailure(error)) return <ChunkProblem error={error} />
  if (error instanceof Failure && error.status === 403)
    return <NoAccess words={error.message} requestId={error.requestId} />
  if (error instanceof Failure && error.status === 404)
    return <Missing words={error.message} requestId={error.requestId} />
  return <ServerError error={error} />
}
