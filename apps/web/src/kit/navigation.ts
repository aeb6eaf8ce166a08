import { hasModule, type Module } from '@backoffice/contract/access'
import type { UserDetails } from '../session/store.ts'

type Item = {
  label: string
  to: '/operational_dashboard' | '/smac_inquiry'
  module: Module
  /** Where screens live that are reached through this one. */
  within?: string
}

/** The sidebar: what exists, by module. */
const GROUPS: readonly { label: string; items: readonly Item[] }[] = [
  {
    label: 'Operate',
    items: [
      { label: 'Operational Dashboard', to: '/operational_dashboard', module: 'Operational Dashboard' },
      { label: 'SMAC Inquiry', to: '/smac_inquiry', module: 'SMAC Inquiry', within: '/files/' },
    ],
  },
]

/** What of it a person may open; a group without anything in it is not shown. */
export function navigationFor(user: Pick<UserDetails, 'modules' | 'policies'>) {
  return GROUPS.map((group) => ({
    ...group,
    items: group.items.filter((item) => hasModule(user, item.module)),
  })).filter((group) => group.items.length > 0)
}
