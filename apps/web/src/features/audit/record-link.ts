import type { AuditRow } from '@backoffice/contract/audit'
import { SCREENS } from '@backoffice/contract/screens'
import { TABLES } from '@backoffice/contract/tables/tables'
import type { LinkProps } from '@tanstack/react-router'
import { linkTo } from '../../kit/navigation/link-to.ts'

/** Paths of record screens, by resource. */
const PATHS: Readonly<Record<string, string>> = {
  user: '/users/users_list',
  'sign-in': '/users/users_list',
  role: '/users/users_roles',
  policy: '/users/users_policies',
  file: '/files',
  review: '/reviews',
  ...Object.fromEntries(TABLES.map(({ resource, path }) => [resource, path])),
}
const OPEN = new Set<string>(SCREENS.map(({ path }) => path.replace(/\/\{\w+\}$/, '/')))

/** Link to the record of an event; undefined if it has no screen, or no name because it is deleted. */
export function recordLinkOf({
  resource,
  record,
}: Pick<AuditRow, 'resource' | 'record'>): LinkProps | undefined {
  const path = PATHS[resource]
  if (!record?.label || !path || !OPEN.has(`${path}/`)) return undefined
  return linkTo(`${path}/${record.id}`)
}
