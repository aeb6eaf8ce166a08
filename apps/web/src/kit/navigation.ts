import { type Access, hasModule, type Module, may, type Permission } from '@backoffice/contract/access'
import {
  BUILT_SCREENS,
  HOME_PATH,
  type Layout,
  NAVIGATION_GROUPS,
  type OpenPath,
  type Screen,
  type ScreenName,
} from '@backoffice/contract/screens'
import type { StaticDataRouteOption } from '@tanstack/react-router'
import type { Keys } from './shortcuts/keys.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The shortcut that goes to the screen; no two screens have the same. */
    keys?: Keys
    /** For a screen that the sidebar does not list: the listed screen that is marked in its place. */
    parent?: OpenPath
  }
}

/** The `routesByPath` of the router, as far as the navigation reads it. */
type Routes = { readonly [Path in OpenPath]?: { options: { staticData?: StaticDataRouteOption } } }

export type Destination<Path = OpenPath> = {
  name: ScreenName
  label: string
  to: Path
  module: Module
  permission: Permission | undefined
}

type Listed<Path> = Screen & { name: ScreenName; path: Path; title: string; module: Module }

const LISTED = BUILT_SCREENS.flatMap((screen) => ('group' in screen ? [screen] : [])).toSorted(
  (a, b) => Number(b.path === HOME_PATH) - Number(a.path === HOME_PATH),
)

function permitted<Path>(access: Access, screens: readonly Listed<Path>[]): Destination<Path>[] {
  return screens
    .filter(({ built, module }) => built && hasModule(access, module))
    .map(({ name, path, title, module, permission }) => ({
      name,
      label: title,
      to: path,
      module,
      permission,
    }))
}

/** The screen of a group as a whole: its heading leads there. */
const INDEXES: readonly Listed<OpenPath>[] = BUILT_SCREENS.flatMap((screen) =>
  screen.name === 'lookup' ? [screen] : [],
)

/** The groups of the sidebar, each with the built screens that `access` permits; empty groups are left out. */
export function navigationFor(access: Access, routes: Routes) {
  const withKeys = (item: Destination) => ({ ...item, keys: routes[item.to]?.options.staticData?.keys })
  return NAVIGATION_GROUPS.map((label) => {
    const listed = LISTED.filter(({ group }) => group === label)
    const [index] = permitted(
      access,
      INDEXES.filter(({ title }) => title === label),
    )
    return { label, index: index && withKeys(index), items: permitted(access, listed).map(withKeys) }
  }).filter(({ items }) => items.length > 0)
}

/** Every screen of the sidebar that the user may open. */
export function destinationsFor(access: Access, routes: Routes) {
  return navigationFor(access, routes)
    .flatMap(({ label: group, index, items }) =>
      [...(index ? [index] : []), ...items].map((item) => ({ ...item, group })),
    )
    .filter(({ permission }) => !permission || may(access, permission))
}

/** The first screen that the user may open; their account without any other. */
export function firstScreen(access: Access): { to: OpenPath; label: string } {
  const [first] = destinationsFor(access, {})
  return first ?? { to: '/account', label: 'Account' }
}

/** The start screen: the specification's default with its module. */
export function startPath(access: Access): OpenPath {
  return hasModule(access, 'Operational Dashboard') ? HOME_PATH : firstScreen(access).to
}

/** The first tab of a layout that the user may open; without any the first, which shows what is missing. */
export function firstTab(access: Access, layout: Layout): OpenPath | undefined {
  const tabs = tabsFor(access, layout)
  return (tabs.find(({ permission }) => !permission || may(access, permission)) ?? tabs[0])?.to
}

/** The tabs of the lookup and users layouts: their screens that the sidebar lists. */
export function tabsFor(access: Access, layout: Layout): Destination[]
export function tabsFor<Path>(
  access: Access,
  layout: Layout,
  screens: readonly Listed<Path>[],
): Destination<Path>[]
export function tabsFor(access: Access, layout: Layout, screens: readonly Listed<string>[] = LISTED) {
  if (layout !== 'lookup' && layout !== 'users') return []
  return permitted(
    access,
    screens.filter((screen) => screen.layout === layout),
  )
}
