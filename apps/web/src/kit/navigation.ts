import { type Access, hasModule, type Module } from '@backoffice/contract/access'
import {
  BUILT_SCREENS,
  type Layout,
  NAVIGATION_GROUPS,
  type OpenPath,
  type Screen,
  type ScreenName,
} from '@backoffice/contract/screens'
import type { Keys } from './shortcuts/keys.ts'

export type Destination<Path = OpenPath> = { name: ScreenName; label: string; to: Path; keys?: Keys }

/** The keys that lead to a screen. Screens to come have theirs already, so that no key changes its meaning. */
export const GO_KEYS: Partial<Record<ScreenName, Keys>> = {
  operational_dashboard: 'g d',
  smac_inquiry: 'g i',
  'lookup-tenders': 'g t',
  'lookup-shell_tid': 'g s',
  'lookup-trancodes': 'g n',
  'lookup-company_group': 'g c',
  'glass-branch': 'g b',
  'glass-establishment': 'g e',
  'glass-payment_method': 'g p',
  'glass-transaction_code': 'g x',
  'users-users_list': 'g u',
  'users-users_roles': 'g r',
  'users-users_policies': 'g o',
  audit: 'g a',
}

/** Beginnings of paths that have no entry of their own: the sidebar marks the screen they are reached from. */
export const REACHED_THROUGH: Partial<Record<ScreenName, string>> = { smac_inquiry: '/files/' }

type Listed<Path> = Screen & { name: ScreenName; path: Path; title: string; module: Module }

const LISTED = BUILT_SCREENS.flatMap((screen) => ('group' in screen ? [screen] : []))
  // The screen that everybody starts on comes first.
  .toSorted((a, b) => Number(b.name === 'operational_dashboard') - Number(a.name === 'operational_dashboard'))

function open<Path>(access: Access, screens: readonly Listed<Path>[]): Destination<Path>[] {
  return screens
    .filter(({ built, module }) => built && hasModule(access, module))
    .map(({ name, path, title }) => {
      const keys = GO_KEYS[name]
      return { name, label: title, to: path, ...(keys && { keys }) }
    })
}

/** The sidebar: what there is and a person may open; a group without anything in it is not shown. */
export function navigationFor(access: Access) {
  return NAVIGATION_GROUPS.map((label) => ({
    label,
    items: open(
      access,
      LISTED.filter(({ group }) => group === label),
    ),
  })).filter(({ items }) => items.length > 0)
}

/** The tabs of a layout that has some: its screens, but for those reached from within one. */
export function tabsFor(access: Access, layout: Layout): Destination[]
export function tabsFor<Path>(
  access: Access,
  layout: Layout,
  screens: readonly Listed<Path>[],
): Destination<Path>[]
export function tabsFor(access: Access, layout: Layout, screens: readonly Listed<string>[] = LISTED) {
  if (layout !== 'lookup' && layout !== 'users') return []
  return open(
    access,
    screens.filter((screen) => screen.layout === layout),
  )
}
