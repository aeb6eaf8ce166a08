import type { Role } from '@backoffice/contract/roles'
import { plural } from '../../kit/format/format-number.ts'
import type { AccessView } from '../access/access-record-screen.tsx'
import { RoleFields } from './role-fields.tsx'
import { RoleUsers, useRoleUse } from './role-users.tsx'
import { ROLES, type RoleValues } from './roles.ts'

export const ROLE_VIEW: AccessView<Role, RoleValues> = {
  kind: ROLES,
  Fields: RoleFields,
  usedBy: ({ user_count }) => plural(user_count, 'user has this role', 'users have this role'),
  use: { id: 'users', label: 'Users', count: ({ user_count }) => user_count, Panel: RoleUsers },
  useUses: (role) => [useRoleUse(role)],
}
