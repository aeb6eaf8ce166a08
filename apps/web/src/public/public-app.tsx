import { type MouseEvent, StrictMode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNewBuild } from '../builds/build-updates.ts'
import { Banners } from '../kit/banners.tsx'
import { navigationEnded, navigationStarted } from '../kit/loading-bar/navigations.ts'
import { PageBar } from '../kit/loading-bar/page-bar.tsx'
import { RootErrorBoundary } from '../kit/root-error-boundary.tsx'
import { Toasts } from '../kit/toasts.tsx'
import type { Navigation, NavigationState } from './navigation.ts'
import { fetchPayload, type Payload } from './payload.ts'
import { type PublicScreen, publicScreen } from './screens.ts'

type Found = { Screen: PublicScreen; payload: Payload }
type Shown = Found & { state: NavigationState }

/** Shows a public screen, and moves between them without loading a page. Everything else is another page. */
export function PublicApp({ first, onListening }: { first: Found; onListening?: () => void }) {
  const [shown, setShown] = useState<Shown>({ ...first, state: {} })
  const { Screen, payload, state } = shown
  const kept = useRef<NavigationState>({})
  const sender = useRef<HTMLButtonElement>(undefined)
  // In the moment in which React begins to listen, or a press could count twice.
  useLayoutEffect(() => {
    sender.current = window.takeSender?.()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    onListening?.()
    // For whoever measures: from here on clicks and keys are answered.
    performance.mark('usable')
    sender.current?.click()
  }, [])
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: on another screen, that is
  useEffect(() => {
    // A screen may have put the focus in a field by itself.
    if (!isFirst.current && document.activeElement === document.body)
      document.querySelector<HTMLElement>('h1')?.focus()
    isFirst.current = false
  }, [Screen])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time a screen is shown, before an effect of the screen leads on
  useLayoutEffect(() => navigationEnded(), [shown])
  useEffect(() => {
    // Back on a page that was left while its bar ran.
    const onReturn = ({ persisted }: PageTransitionEvent) => persisted && navigationEnded()
    addEventListener('pageshow', onReturn)
    return () => removeEventListener('pageshow', onReturn)
  }, [])
  useEffect(() => {
    const onPop = async () => {
      navigationStarted()
      const next = await find(location.pathname, payload)
      if (next) setShown({ ...next, state: {} })
      else location.reload()
    }
    addEventListener('popstate', onPop)
    return () => removeEventListener('popstate', onPop)
  }, [payload])

  async function go(address: string, handedOver: NavigationState) {
    navigationStarted()
    const { pathname } = new URL(address, location.href)
    const next = await find(pathname, payload)
    if (!next) return location.assign(address)
    history.pushState(null, '', address)
    setShown({ ...next, state: handedOver })
    scrollTo(0, 0)
  }

  async function follow(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !isPlain(event) || link.origin !== location.origin || link.hash) return
    // A newer build is loaded from the server with the next screen.
    if (useNewBuild.getState().isThere) return navigationStarted()
    event.preventDefault()
    const handedOver = kept.current
    kept.current = {}
    await go(link.search ? link.href : link.href + location.search, handedOver)
  }

  const navigation: Navigation = {
    state,
    keep: (next) => {
      kept.current = next
    },
    to: (path, next) => go(path + location.search, next),
  }

  return (
    <StrictMode>
      <PageBar />
      <RootErrorBoundary>
        {/* biome-ignore lint/a11y: clicks on links inside bubble up to here; the links are what is focused */}
        <div onClick={(event) => void follow(event)}>
          <Screen payload={payload} navigation={navigation} />
        </div>
        <Banners />
        <Toasts />
      </RootErrorBoundary>
    </StrictMode>
  )
}

/** Undefined for what is not a public screen, or could not be fetched: a page load then tells. */
async function find(path: string, { build }: Payload): Promise<Found | undefined> {
  try {
    const [Screen, payload] = await Promise.all([publicScreen(path), fetchPayload(path, build)])
    return Screen && { Screen, payload }
  } catch (error) {
    console.warn(error)
    return undefined
  }
}

function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
}
