import { MODULES, PERMISSIONS } from '@backoffice/contract/access'
import { SCREENS, type ScreenName } from '@backoffice/contract/screens'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import type { AccessNeed, Frame } from '../boot/frame/show-frame.ts'
import { accessOf } from '../net/declare-first-request.ts'
import { useSession } from '../session/store.ts'
import { router } from './router.tsx'

export type Frames = ReadonlyMap<ScreenName, Frame>

/** Grants every name except wildcards, and counts the lookups of each. */
class RecordedAccess extends Array<string> {
  lookups = new Map<string, number>()
  override includes(name: string): boolean {
    if (name === 'All' || name.includes('*')) return false
    this.lookups.set(name, (this.lookups.get(name) ?? 0) + 1)
    return true
  }
}

type RenderResult = { markup: string; screen: Map<string, number>; content: Map<string, number> }

/**
 * Renders every signed-in screen by its own route and components, without data. The build calls it, in Node.
 */
export async function renderFrames(): Promise<Frames> {
  for (const route of Object.values(router.routesById)) {
    route.options.loader = undefined
    // Disables the session guard; the guards of the screens stay, to record the access they need.
    if (route.id === '/_app') route.options.beforeLoad = undefined
  }
  // A server render uses the initial state of the store.
  const initial = useSession.getInitialState()
  const signedOut = { ...initial }
  try {
    const around = await render('/no-such-screen')
    const frames = new Map<ScreenName, Frame>()
    for (const { name, path, layout } of SCREENS) {
      if (layout === 'login' || path === '/') continue
      const { markup, screen, content } = await render(path.replaceAll(/[{}]/g, ''))
      const own = new Map(
        [...content].map(([each, times]) => [each, times - (around.content.get(each) ?? 0)]),
      )
      frames.set(name, { markup, screen: neededFor(screen), content: neededFor(own) })
    }
    return frames
  } finally {
    Object.assign(initial, signedOut)
  }

  async function render(path: string): Promise<RenderResult> {
    const history = createMemoryHistory({ initialEntries: [path] })
    router.update({ ...router.options, history, scrollRestoration: false })
    const screen = signIn()
    await router.load()
    const content = signIn()
    const whole = renderToStaticMarkup(<RouterProvider router={router} />)
    if (!whole.includes('<main')) throw new Error(`${path} shows no screen before it has data.`)
    // The application sets the title in the head.
    return { markup: whole.replace(/<title>.*?<\/title>/s, ''), screen, content }
  }

  /** Returns the recorded lookups of the new user. */
  function signIn(): Map<string, number> {
    const modules = new RecordedAccess()
    const policies = new RecordedAccess()
    policies.lookups = modules.lookups
    const userDetails = { ...signedOut.auth.userDetails, modules, policies }
    Object.assign(initial, { isAuthenticated: true, auth: { ...signedOut.auth, token: 'none', userDetails } })
    useSession.setState(initial, true)
    return modules.lookups
  }
}

function neededFor(lookups: ReadonlyMap<string, number>): AccessNeed[] {
  const isLookedUp = (name: string) => (lookups.get(name) ?? 0) > 0
  return [
    ...MODULES.filter(isLookedUp).map((module) => ({ modules: ['All', module] })),
    ...PERMISSIONS.filter(isLookedUp).map(accessOf),
  ]
}
