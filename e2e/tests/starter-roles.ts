import { type Access, PERMISSIONS } from '@backoffice/contract/access'
import { TABLE_HEADERS } from '@backoffice/contract/tables/headers'
import type { DemoUser } from './demo-users.ts'

const HOME = { modules: ['Operational Dashboard'], policies: ['dashboard:view'] }
const OWN_FILES = ['file:upload', 'file:view', 'file:download', 'file:cancel', 'file:retry']
const OWN_CASES = ['case:view', 'case:create', 'case:update']
const AGENT = ['inquiry:run', 'inquiry:export', ...OWN_CASES, ...OWN_FILES]

/** Permissions of all tables with screens below the path. */
function tablesBelow(path: string): string[] {
  const below = Object.values(TABLE_HEADERS).filter((each) => each.path.startsWith(path))
  return below.map(({ resource }) => `${resource}:*`)
}

function role(modules: readonly string[], policies: readonly string[]): Access {
  return { modules: [...HOME.modules, ...modules], policies: [...HOME.policies, ...policies] }
}

/** Expected access of each starter role by demo account, written independently for comparison. */
export const STARTER_ROLES = {
  admin: role(['All'], ['*:*']),
  access: role(['Users'], ['user:*', 'role:*', 'policy:view', 'approval:decide', 'review:*']),
  lookup: role(['Lookup', 'Files'], [...tablesBelow('/lookup/'), ...OWN_FILES]),
  glass: role(['Glass', 'Files'], [...tablesBelow('/glass/'), ...OWN_FILES]),
  agent: role(['SMAC Inquiry', 'Files'], AGENT),
  supervisor: role(
    ['SMAC Inquiry', 'Files'],
    [...AGENT, 'case:*', 'inquiry:view-all', 'file:view-all', 'card:unmask'],
  ),
  auditor: role(['All'], [...PERMISSIONS.filter((each) => /:(view|view-all|export)$/.test(each)), 'audit:*']),
  viewer: role([], []),
} as const satisfies Partial<Record<DemoUser, Access>>
