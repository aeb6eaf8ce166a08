import { type Access, hasModule, may } from '@backoffice/contract/access'
import {
  type AnyScreen,
  HOME_PATH,
  type Layout,
  NAVIGATION_GROUPS,
  type OpenPath,
  SCREENS,
  type Screen,
  type ScreenName,
  screenAt,
} from '@backoffice/contract/screens'
import type { LinkProps } from '@tanstack/react-router'

/** A path as links take it. */
export type RoutePath = NonNullable<LinkProps['to']>
// The paths of the tables are params of their routes, which the router's types do not list; screens.test.ts checks them.
export const routePath = (path: OpenPath) => path as RoutePath

type Listed = Extract<AnyScreen, { group: string }>

const LISTED = SCREENS.flatMap((screen): Listed[] => ('group' in screen ? [screen] : [])).toSorted(
  (a, b) => Number(b.path === HOME_PATH) - Number(a.path === HOME_PATH),
)

/** Screens of a group as a whole: its heading leads there. */
const INDEXES = SCREENS.flatMap((screen) => (screen.name === 'lookup' ? [screen] : []))

function permitted(access: Access, screens: readonly (Screen & { name: ScreenName; path: OpenPath })[]) {
  return screens.flatMap(({ name, path, title, module, permission, keys }) =>
    module && hasModule(access, module)
      ? [{ name, label: title ?? '', path, to: routePath(path), module, permission, keys }]
      : [],
  )
}

/** The groups of the sidebar, each with the screens that `access` permits; empty groups are left out. */
export function navigationFor(access: Access) {
  return NAVIGATION_GROUPS.map((label) => {
    const [index] = permitted(
      access,
      INDEXES.filter(({ title }) => title === label),
    )
    const listed = LISTED.filter(({ group }) => group === label)
    return { label, index, items: permitted(access, listed) }
  }).filter(({ items }) => items.length > 0)
}

/** The listed screen that the sidebar marks for a record's form beside it. */
export function parentOf(pathname: string): OpenPath | undefined {
  const screen = screenAt(pathname)
  if (!screen?.title || 'group' in screen) return undefined
  return LISTED.find(({ path }) => pathname.startsWith(`${path}/`))?.path
}

/** Every screen of the sidebar that the user may open. */
export function destinationsFor(access: Access) {
  return navigationFor(access)
    .flatMap(({ label: group, index, items }) =>
      [...(index ? [index] : []), ...items].map((item) => ({ ...item, group })),
    )
    .filter(({ permission }) => !permission || may(access, permission))
}

/** The first screen that the user may open; their account without any other. */
export function firstScreen(access: Access): { to: RoutePath; label: string } {
  const [first] = destinationsFor(access)
  return first ?? { to: '/account', label: 'Account' }
}

/** The start screen: the specification's default with its module. */
export function startPath(access: Access): RoutePath {
  return hasModule(access, 'Operational Dashboard') ? HOME_PATH : firstScreen(access).to
}

/** The first tab of a layout that the user may open; without any the first, which shows what is missing. */
export function firstTab(access: Access, layout: Layout): RoutePath | undefined {
  const tabs = tabsFor(access, layout)
  return (tabs.find(({ permission }) => !permission || may(access, permission)) ?? tabs[0])?.to
}

/** The tabs of the lookup and users layouts: their screens that the sidebar lists. */
export function tabsFor(access: Access, layout: Layout) {
  if (layout !== 'lookup' && layout !== 'users') return []
  return permitted(
    access,
    LISTED.filter((screen) => screen.layout === layout),
  )
}
