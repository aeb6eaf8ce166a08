import { rolesList } from '@backoffice/contract/lists/users'
import type { RoleRow } from '@backoffice/contract/roles'
import { plural } from '../../kit/format/format-number.ts'
import { InCard } from '../../kit/list/card-text.tsx'
import type { List } from '../../kit/list/columns.ts'
import { recordLink } from '../../kit/record/record-links.ts'
import { EmptyValue } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import {
  DESCRIPTION_COLUMN,
  KIND_COLUMN,
  ListedName,
  RISK_COLUMN,
  UPDATED_COLUMN,
} from '../access/list-columns.tsx'
import { ROLES } from './roles.ts'

export const ROLES_LIST: List<RoleRow, typeof rolesList> = {
  declaration: rolesList,
  noun: 'role',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  isNamedByCell: true,
  open: ({ id }) => recordLink(ROLES, id),
  columns: [
    {
      field: 'name',
      always: true,
      inNarrowList: true,
      card: 'title',
      cell: ({ name, user_count, is_system }) => (
        <ListedName name={name} isSystem={is_system} below={plural(user_count, 'user')} />
      ),
    },
    KIND_COLUMN,
    {
      field: 'module',
      label: 'Modules',
      cell: ({ modules }) => (modules.length > 0 ? modules.join(', ') : <EmptyValue />),
    },
    {
      field: 'policy_count',
      variant: 'numeric',
      cell: ({ policy_count }) => (
        <>
          {formatNumber(policy_count)}
          <InCard> {policy_count === 1 ? 'policy' : 'policies'}</InCard>
        </>
      ),
    },
    RISK_COLUMN,
    {
      field: 'user_count',
      variant: 'numeric',
      cell: ({ user_count }) => (
        <>
          {formatNumber(user_count)}
          <InCard> {user_count === 1 ? 'user' : 'users'}</InCard>
        </>
      ),
    },
    UPDATED_COLUMN,
    DESCRIPTION_COLUMN,
  ],
}
