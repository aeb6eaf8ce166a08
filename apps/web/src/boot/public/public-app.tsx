import { type MouseEvent, StrictMode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { RootErrorBoundary } from '../../kit/feedback/error-view.tsx'
import { navigationEnded, navigationStarted, PageBar } from '../../kit/feedback/page-bar.tsx'
import { Toasts } from '../../kit/feedback/toasts.tsx'
import { Banners } from '../../kit/shell/banners.tsx'
import { useNewBuild } from '../../net/builds/build-updates.ts'
import type { Navigation, NavigationState } from '../navigation.ts'
import { fetchPayload, type Payload } from '../payload.ts'
import { type PublicScreen, publicScreen } from './screens.ts'

type LoadedScreen = { Screen: PublicScreen; payload: Payload }
type ShownScreen = LoadedScreen & { state: NavigationState }

/** Renders a public screen and navigates between public screens without a page load. Other paths load a page. */
export function PublicApp({ first, onHydrated }: { first: LoadedScreen; onHydrated?: () => void }) {
  const [shown, setShown] = useState<ShownScreen>({ ...first, state: {} })
  const { Screen, payload, state } = shown
  const nextState = useRef<NavigationState>({})
  const sender = useRef<HTMLButtonElement>(undefined)
  // In the same tick in which React attaches its listeners, so that no click counts twice.
  useLayoutEffect(() => {
    sender.current = window.takeSubmitter?.()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    onHydrated?.()
    // For tests and benchmarks. From here on the page handles clicks and keys.
    performance.mark('usable')
    sender.current?.click()
  }, [])
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the screen changes
  useEffect(() => {
    // A screen with an autofocused field keeps its focus.
    if (!isFirst.current && document.activeElement === document.body)
      document.querySelector<HTMLElement>('h1')?.focus()
    isFirst.current = false
  }, [Screen])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each screen, before an effect of the screen navigates
  useLayoutEffect(() => navigationEnded(), [shown])
  useEffect(() => {
    // The back/forward cache may restore a page with a running loading bar.
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

  async function go(address: string, state: NavigationState) {
    navigationStarted()
    const { pathname } = new URL(address, location.href)
    const next = await find(pathname, payload)
    if (!next) return location.assign(address)
    history.pushState(null, '', address)
    setShown({ ...next, state })
    scrollTo(0, 0)
  }

  async function follow(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !isPlain(event) || link.origin !== location.origin || link.hash) return
    // With a newer build available, let the browser load the page from the server.
    if (useNewBuild.getState().isThere) return navigationStarted()
    event.preventDefault()
    const stateOfLink = nextState.current
    nextState.current = {}
    await go(link.search ? link.href : link.href + location.search, stateOfLink)
  }

  const navigation: Navigation = {
    state,
    setNextState: (next) => {
      nextState.current = next
    },
    navigate: (path, next) => go(path + location.search, next),
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

/** Undefined for other paths and for a failed fetch, after which the caller loads the page. */
async function find(path: string, { build }: Payload): Promise<LoadedScreen | undefined> {
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
