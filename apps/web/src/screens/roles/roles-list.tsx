import type { RoleRow } from '@backoffice/contract/endpoints/roles'
import { rolesList } from '@backoffice/contract/lists/users'
import { plural } from '../../kit/format-number.ts'
import { formatDateTime } from '../../kit/format-time.ts'
import type { List } from '../../kit/list/columns.ts'
import { recordLink } from '../../kit/record/record-links.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyValue } from '../../ui/card.tsx'
import { ROLES } from './roles-queries.ts'

export const ROLES_LIST: List<RoleRow, typeof rolesList> = {
  declaration: rolesList,
  noun: 'role',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  open: ({ id }) => recordLink(ROLES, id),
  columns: [
    { field: 'name', always: true, beside: true, card: 'title', cell: ({ name }) => name },
    {
      field: 'kind',
      card: 'badge',
      cell: ({ is_system }) => (is_system ? <Badge tone="quiet">System</Badge> : 'Own'),
    },
    { field: 'description', variant: 'second', cell: (row) => row.description || <EmptyValue /> },
    { field: 'module', heading: 'Modules', cell: ({ modules }) => modules.join(', ') || <EmptyValue /> },
    {
      field: 'user_count',
      beside: true,
      variant: 'numeric',
      card: 'foot',
      cell: ({ user_count }) => plural(user_count, 'user'),
    },
    {
      field: 'updated_at',
      variant: 'second',
      card: 'none',
      cell: ({ updated_at }) => <time dateTime={updated_at}>{formatDateTime(updated_at)}</time>,
    },
  ],
}
