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

/** Path type of links. */
export type RoutePath = NonNullable<LinkProps['to']>
// The router's types do not list the table paths, which are route params; screens.test.ts checks them.
export const routePath = (path: OpenPath) => path as RoutePath

type ListedScreen = Extract<AnyScreen, { group: string }>

const LISTED = SCREENS.flatMap((screen): ListedScreen[] => ('group' in screen ? [screen] : [])).toSorted(
  (a, b) => Number(b.path === HOME_PATH) - Number(a.path === HOME_PATH),
)

function permitted(access: Access, screens: readonly (Screen & { name: ScreenName; path: OpenPath })[]) {
  return screens.flatMap(({ name, path, title, module, permission, anyPermission, keys }) =>
    (!module || hasModule(access, module)) &&
    (!anyPermission || anyPermission.some((each) => may(access, each)))
      ? [{ name, label: title ?? '', path, to: routePath(path), module, permission, keys }]
      : [],
  )
}

/** Non-empty groups of the sidebar, each with the screens that `access` permits. */
export function navigationFor(access: Access) {
  return NAVIGATION_GROUPS.map((label) => {
    const listed = LISTED.filter(({ group }) => group === label)
    return { label, items: permitted(access, listed) }
  }).filter(({ items }) => items.length > 0)
}

/** The listed screen that the sidebar marks for an open record. */
export function parentOf(pathname: string): OpenPath | undefined {
  const screen = screenAt(pathname)
  if (!screen?.title || 'group' in screen) return undefined
  // The last, because the path of the lookup tables begins that of each of them.
  return LISTED.findLast(({ path }) => pathname.startsWith(`${path}/`))?.path
}

/** Screens of the sidebar that the user may open. */
export function destinationsFor(access: Access) {
  return navigationFor(access)
    .flatMap(({ label: group, items }) => items.map((item) => ({ ...item, group })))
    .filter(({ permission }) => !permission || may(access, permission))
}

/** The first screen that the user’s modules open; otherwise the account. */
export function firstScreen(access: Access): { to: RoutePath; label: string } {
  const first = destinationsFor(access).find(({ module }) => module)
  return first ?? { to: '/account', label: 'Account' }
}

/** The start screen; the specification's default requires its module. */
export function startPath(access: Access): RoutePath {
  return hasModule(access, 'Operational Dashboard') ? HOME_PATH : firstScreen(access).to
}

/** The first tab of a layout that the user may open; otherwise the first tab, which shows the missing permission. */
export function firstTab(access: Access, layout: Layout): RoutePath | undefined {
  const tabs = tabsFor(access, layout)
  return (tabs.find(({ permission }) => !permission || may(access, permission)) ?? tabs[0])?.to
}

/** Tabs of the lookup and users layouts: their screens in the sidebar. */
export function tabsFor(access: Access, layout: Layout) {
  if (layout !== 'lookup' && layout !== 'users') return []
  return permitted(
    access,
    LISTED.filter((screen) => screen.layout === layout),
  )
}
