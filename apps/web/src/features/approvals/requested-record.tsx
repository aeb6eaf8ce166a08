import { may, type Permission } from '@backoffice/contract/access'
import type { Approval } from '@backoffice/contract/approvals'
import { AUDIT_RESOURCES } from '@backoffice/contract/audit'
import { TABLE_HEADERS } from '@backoffice/contract/tables/headers'
import { Link } from '@tanstack/react-router'
import { linkTo } from '../../kit/navigation/link-to.ts'
import { useUser } from '../../session/store.ts'
import css from './approvals.module.css'

/** Screens of records with the permission to open them, by resource. */
const SCREENS: Readonly<Record<string, { path: string; permission: Permission }>> = {
  user: { path: '/users/users_list', permission: 'user:view' },
  role: { path: '/users/users_roles', permission: 'role:view' },
  policy: { path: '/users/users_policies', permission: 'policy:view' },
  file: { path: '/files', permission: 'file:view' },
  ...Object.fromEntries(
    Object.values(TABLE_HEADERS).map(({ resource, path }) => [
      resource,
      { path, permission: `${resource}:view` as const },
    ]),
  ),
}

const NOUNS: Readonly<Record<string, string>> = {
  ...AUDIT_RESOURCES,
  ...Object.fromEntries(Object.values(TABLE_HEADERS).map(({ resource, noun }) => [resource, noun])),
}

/** `company`, `role` */
export const recordNoun = ({ resource }: NonNullable<Approval['record']>): string =>
  (NOUNS[resource] ?? 'record').toLowerCase()

/** Path of the screen of a record; undefined for records without one. */
export function screenOfRecord({ resource, id }: NonNullable<Approval['record']>): string | undefined {
  const screen = SCREENS[resource]
  return screen && `${screen.path}/${id}`
}

/** Link to the record that the request changes, if it has one that the user may see. */
export function RequestedRecord({ found: { record, users } }: { found: Approval }) {
  const user = useUser()
  const screen = record ? SCREENS[record.resource] : undefined
  // Users have links where they are shown.
  if (!record || users.some(({ id }) => id === record.id)) return null
  if (!screen || !may(user, screen.permission)) return null
  return (
    <p>
      <Link {...linkTo(`${screen.path}/${record.id}`)} className={css.record}>
        Open {recordNoun(record)}
      </Link>
    </p>
  )
}
