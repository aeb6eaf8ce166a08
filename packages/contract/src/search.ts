import type { Permission } from './access.ts'
import { addresses, type Reply } from './endpoint.ts'
import { keysOf } from './objects.ts'
import type { searchSchemas } from './search.schemas.ts'
import { tablePermission } from './table.ts'
import { TABLE_HEADERS, type TableName } from './tables/headers.ts'

export type SearchKind = 'users' | 'cases' | 'files' | 'roles' | 'policies' | TableName

/** `list`: path of the list that shows all matches; cases have none, because their search may not be in an address. */
type SearchedKind = { title: string; path: string; list?: true; permission: Permission }

/** Kinds of records that the search finds, in the order of its replies. Records are at `path/id`. */
export const SEARCH_KINDS = {
  users: { title: 'Users', path: '/users/users_list', list: true, permission: 'user:view' },
  cases: { title: 'Cases', path: '/cases', permission: 'case:view' },
  files: { title: 'Files', path: '/files', list: true, permission: 'file:view' },
  ...tableKinds(),
  roles: { title: 'Roles', path: '/users/users_roles', list: true, permission: 'role:view' },
  policies: { title: 'Policies', path: '/users/users_policies', list: true, permission: 'policy:view' },
} as const satisfies Record<SearchKind, SearchedKind>

function tableKinds() {
  const kinds = Object.values(TABLE_HEADERS).map((header): [TableName, SearchedKind] => [
    header.name,
    { title: header.title, path: header.path, list: true, permission: tablePermission(header, 'view') },
  ])
  // `Object.fromEntries` loses the types of the names.
  return Object.fromEntries(kinds) as Record<TableName, SearchedKind>
}

export const SEARCH_KIND_NAMES: readonly SearchKind[] = keysOf(SEARCH_KINDS)

/** Most records of a kind in a reply, one more than the palette shows, so that it can link to the rest. */
export const MAX_FOUND = 6
export const MIN_SEARCH_LETTERS = 2

export const searchEndpoints = addresses<typeof searchSchemas>('operations')({
  find: { method: 'POST', path: '/search', access: 'signed-in', effect: 'read' },
})

export type FoundRecord = Reply<typeof searchEndpoints.find>['items'][number]
