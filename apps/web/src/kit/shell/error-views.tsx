import type { Permission } from '@backoffice/contract/access'
import { maskCardNumbers } from '@backoffice/contract/card-number'
import { HOME_PATH } from '@backoffice/contract/screens'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useEffect, useId, useState } from 'react'
import { ApiError, errorMessage } from '../../net/api-error.ts'
import { reloadByItself } from '../../net/builds/build-updates.ts'
import { isChunkError } from '../../net/builds/chunk-error.ts'
import { checkServer, onReconnect, useConnectivity } from '../../net/connectivity.ts'
import { useUser } from '../../session/store.ts'
import { Button, buttonVariant } from '../../ui/button.tsx'
import { Forbidden } from '../access/guards.ts'
import { ErrorView, INTERNAL_ERROR, NOT_FOUND } from '../feedback/error-view.tsx'
import { requestAccess, requestablePermission } from '../feedback/refusal-notice.tsx'
import { useLazyDialog, useLazyModule } from '../lazy/use-lazy.tsx'
import { firstScreen } from '../navigation/navigation.ts'
import { type Crumb, Page } from './page.tsx'

/** Link to a screen that the user may open; this may not be the dashboard. */
function Home({ variant = 'primary' }: { variant?: 'primary' | 'plain' }) {
  const { to, label } = firstScreen(useUser())
  return (
    <Link to={to} {...buttonVariant(variant)}>
      {to === HOME_PATH ? 'Go to the dashboard' : `Go to ${label}`}
    </Link>
  )
}

type MissingProps = { message: string; requestId?: string | undefined }

type NotFoundProps = MissingProps & {
  hint?: string
  crumbs?: readonly Crumb[]
  /** Links that lead on; default: the first screen of the user. */
  children?: ReactNode
}

/** For a page or record that does not exist or is not visible to this user. */
export function NotFoundPage({ crumbs = [], children = <Home />, ...problem }: NotFoundProps) {
  return (
    <Page title={NOT_FOUND} crumbs={crumbs}>
      <ErrorView code={404} {...problem}>
        {children}
      </ErrorView>
    </Page>
  )
}

/** View of an unknown path. */
export function NotFound() {
  const address = useLocation({ select: (location) => location.publicHref })
  return (
    <NotFoundPage
      message={`Page not found: ${shownAddress(address)}`}
      hint="The address may be mistyped, or the page was moved."
    />
  )
}

/** Masks card numbers in an address, including percent-encoded digits. */
export function shownAddress(address: string): string {
  const plain = address.replace(/%3\d/g, (encoded) => encoded.slice(2))
  const masked = maskCardNumbers(plain)
  return masked === plain ? address : masked
}

const loadLabels = () => import('@backoffice/contract/permission-labels')

type LoadWhy = () => Promise<ComponentType<{ permission: Permission }>>

function MissingPermission({ permission, loadWhy }: { permission: Permission; loadWhy: LoadWhy }) {
  // Without the labels the page shows a general sentence.
  const labels = useLazyModule(loadLabels, true)
  const action = labels ? `to ${labels.PERMISSION_LABELS[permission]}` : 'that this screen needs'
  return (
    <NoAccess
      message={`Your role does not include permission ${action}.`}
      explainable={permission}
      loadWhy={loadWhy}
    />
  )
}

type NoAccessProps = MissingProps & {
  /** The permission that `Why?` explains and that the user can request. */
  explainable: Permission | undefined
  loadWhy: LoadWhy
}

function NoAccess({ message, requestId, explainable, loadWhy }: NoAccessProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const Why = useLazyDialog(loadWhy, isOpen, () => setOpen(false))
  return (
    <Page title="No access" crumbs={[]}>
      <ErrorView
        code={403}
        message={message}
        hint={`${explainable ? 'Request temporary access, or ask' : 'Ask'} an access administrator to add it to your role if your work needs it.`}
        requestId={requestId}
        details={explainable && <div id={id}>{isOpen && Why && <Why permission={explainable} />}</div>}
      >
        {explainable && (
          <Button variant="primary" onClick={() => requestAccess(explainable)}>
            Request access
          </Button>
        )}
        <Home variant={explainable ? 'plain' : 'primary'} />
        {explainable && (
          <Button
            busy={isOpen && !Why}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            Why?
          </Button>
        )}
      </ErrorView>
    </Page>
  )
}

function ServerError({ error }: { error: unknown }) {
  const router = useRouter()
  useEffect(() => onReconnect(() => void router.invalidate()), [router])
  const failure = error instanceof ApiError ? error : undefined
  return (
    <Page title={INTERNAL_ERROR} crumbs={[]}>
      <ErrorView
        alert
        code={failure && failure.status >= 400 ? failure.status : 500}
        message={errorMessage(error)}
        requestId={failure?.requestId}
      >
        <Button variant="primary" onClick={() => void router.invalidate()}>
          Try again
        </Button>
        <Home variant="plain" />
      </ErrorView>
    </Page>
  )
}

const reloads = new WeakMap<Error, Promise<boolean>>()

/** Resolves to true if the page reloads. Decides once per error, even if the view mounts again. */
function reloadOnce(error: Error): Promise<boolean> {
  const reload =
    reloads.get(error) ?? checkServer().then((isThere) => isThere && reloadByItself(location.href))
  reloads.set(error, reload)
  return reload
}

/**
 * View of a screen whose chunk could not be loaded, most likely because a newer build replaced it. Reloads the page
 * once. While the server is unreachable a reload would show the browser's error page, so the screen loads again when
 * the connection is back.
 */
function ChunkErrorView({ error }: { error: Error }) {
  const router = useRouter()
  const [isStuck, setStuck] = useState(false)
  const isThere = useConnectivity(({ connectivity }) => connectivity === 'online')

  useEffect(() => {
    let isUnmounted = false
    void reloadOnce(error).then((isReloading) => {
      if (!isUnmounted) setStuck(!isReloading)
    })
    return () => {
      isUnmounted = true
    }
  }, [error])
  useEffect(() => onReconnect(() => void router.invalidate()), [router])

  return (
    <Page title={isStuck && isThere ? INTERNAL_ERROR : 'This page could not be loaded'} crumbs={[]}>
      {isStuck && (
        <ErrorView
          alert
          message={error.message}
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

/** Replaces a screen whose guard, loader, code or rendering threw, until the next navigation. */
export function RouteErrorView({ error, loadWhy }: { error: unknown; loadWhy: LoadWhy }) {
  if (error instanceof Forbidden) {
    const { missing, explainable } = error
    if ('permission' in missing)
      return <MissingPermission permission={missing.permission} loadWhy={loadWhy} />
    const message = `Your role does not include the module “${missing.module}”.`
    return <NoAccess message={message} explainable={explainable} loadWhy={loadWhy} />
  }
  if (isChunkError(error)) return <ChunkErrorView error={error} />
  if (error instanceof ApiError && error.status === 403) {
    const { message, requestId } = error
    const explainable = requestablePermission(error)
    return <NoAccess {...{ message, requestId, explainable, loadWhy }} />
  }
  if (error instanceof ApiError && error.status === 404)
    return <NotFoundPage message={error.message} requestId={error.requestId} />
  return <ServerError error={error} />
}
