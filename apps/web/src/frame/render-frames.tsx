import { MODULES, PERMISSIONS } from '@backoffice/contract/access'
import { SCREENS, type ScreenName } from '@backoffice/contract/screens'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { accessOf } from '../kit/preload.ts'
import { router } from '../router.tsx'
import { useSession } from '../session/store.ts'
import type { Frame, Needed } from './frame.ts'

export type Frames = ReadonlyMap<ScreenName, Frame>

/** Has every name but the wildcards, and counts how often each is asked for. */
class Everything extends Array<string> {
  asked = new Map<string, number>()
  override includes(name: string): boolean {
    if (name === 'All' || name.includes('*')) return false
    this.asked.set(name, (this.asked.get(name) ?? 0) + 1)
    return true
  }
}

type Rendered = { markup: string; screen: Map<string, number>; content: Map<string, number> }

/**
 * The first render of every signed-in screen by its own route and components, while nothing has loaded. Called by the
 * build, in Node.
 */
export async function renderFrames(): Promise<Frames> {
  for (const route of Object.values(router.routesById)) {
    route.options.loader = undefined
    // The guard of the session; those of the screens are asked what they need.
    if (route.id === '/_app') route.options.beforeLoad = undefined
  }
  // A store that renders on a server has its initial state.
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

  async function render(path: string): Promise<Rendered> {
    const history = createMemoryHistory({ initialEntries: [path] })
    router.update({ ...router.options, history, scrollRestoration: false })
    const screen = signIn()
    await router.load()
    const content = signIn()
    const whole = renderToStaticMarkup(<RouterProvider router={router} />)
    if (!whole.includes('<main')) throw new Error(`${path} shows no screen before it has data.`)
    // The title of the page goes into its head, by the application.
    return { markup: whole.replace(/<title>.*?<\/title>/s, ''), screen, content }
  }

  /** The result is filled with what is asked of the user. */
  function signIn(): Map<string, number> {
    const modules = new Everything()
    const policies = new Everything()
    policies.asked = modules.asked
    const userDetails = { ...signedOut.auth.userDetails, modules, policies }
    Object.assign(initial, { isAuthenticated: true, auth: { ...signedOut.auth, token: 'none', userDetails } })
    useSession.setState(initial, true)
    return modules.asked
  }
}

function neededFor(asked: ReadonlyMap<string, number>): Needed[] {
  const isAsked = (name: string) => (asked.get(name) ?? 0) > 0
  return [
    ...MODULES.filter(isAsked).map((module) => ({ modules: ['All', module] })),
    ...PERMISSIONS.filter(isAsked).map(accessOf),
  ]
}
