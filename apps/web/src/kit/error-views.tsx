import type { Permission } from '@backoffice/contract/access'
import { HOME_PATH } from '@backoffice/contract/screens'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isChunkError } from '../builds/chunk-error.ts'
import { ApiError, errorMessage } from '../net/api-error.ts'
import { onReconnect } from '../net/connectivity.ts'
import { Button, buttonVariant } from '../ui/button.tsx'
import { shownAddress } from './address.ts'
import { ChunkErrorView } from './chunk-error-view.tsx'
import { ErrorView } from './error-view.tsx'
import { Forbidden } from './guards.ts'
import { Page } from './page.tsx'
import { useLazyModule } from './use-lazy-module.ts'

function Home() {
  return (
    <Link to={HOME_PATH} {...buttonVariant('primary')}>
      Go to the dashboard
    </Link>
  )
}

/** For an address that leads nowhere: path, search and hash. */
export function NotFound() {
  const address = useLocation({ select: (location) => location.publicHref })
  return (
    <Page title="Page Not Found" crumbs={[]}>
      <ErrorView
        code={404}
        words={`Page not found: ${shownAddress(address)}`}
        hint="The address may be mistyped, or the page was moved."
      >
        <Home />
      </ErrorView>
    </Page>
  )
}

const loadLabels = () => import('@backoffice/contract/permission-labels')
/** The general sentence stands without the labels. */
const ignore = () => undefined

function MissingPermission({ permission }: { permission: Permission }) {
  const labels = useLazyModule(loadLabels, true, ignore)
  const action = labels ? `to ${labels.PERMISSION_LABELS[permission]}` : 'that this screen needs'
  return <NoAccess words={`Your role does not include permission ${action}.`} />
}

type NoAccessProps = { words: string; requestId?: string | undefined }

/** What is there, but not for this person, or not any more. */
function Missing({ words, requestId }: NoAccessProps) {
  return (
    <Page title="Page Not Found" crumbs={[]}>
      <ErrorView code={404} words={words} requestId={requestId}>
        <Home />
      </ErrorView>
    </Page>
  )
}

function NoAccess({ words, requestId }: NoAccessProps) {
  return (
    <Page title="No access" crumbs={[]}>
      <ErrorView
        code={403}
        words={words}
        hint="Ask an access administrator to add it to your role if your work needs it."
        requestId={requestId}
      >
        <Home />
      </ErrorView>
    </Page>
  )
}

function ServerError({ error }: { error: unknown }) {
  const router = useRouter()
  useEffect(() => onReconnect(() => void router.invalidate()), [router])
  const failure = error instanceof ApiError ? error : undefined
  return (
    <Page title="Internal Server Error" crumbs={[]}>
      <ErrorView
        alert
        code={failure && failure.status >= 400 ? failure.status : 500}
        words={errorMessage(error)}
        requestId={failure?.requestId}
      >
        <Button variant="primary" onClick={() => void router.invalidate()}>
          Try again
        </Button>
        <Link to={HOME_PATH} {...buttonVariant('plain')}>
          Go to the dashboard
        </Link>
      </ErrorView>
    </Page>
  )
}

/** Whatever stopped a screen, in the place of the screen; gone with the next navigation. */
export function RouteErrorView({ error }: { error: unknown }) {
  if (error instanceof Forbidden) {
    const { missing } = error
    if ('permission' in missing) return <MissingPermission permission={missing.permission} />
    return <NoAccess words={`Your role does not include the module “${missing.module}”.`} />
  }
  if (isChunkError(error)) return <ChunkErrorView error={error} />
  if (error instanceof ApiError && error.status === 403)
    return <NoAccess words={error.message} requestId={error.requestId} />
  if (error instanceof ApiError && error.status === 404)
    return <Missing words={error.message} requestId={error.requestId} />
  return <ServerError error={error} />
}
