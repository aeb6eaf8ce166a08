import type { RoleRow } from '@backoffice/contract/endpoints/roles'
import { rolesList } from '@backoffice/contract/lists/users'
import { HighRisk, ListedName, SystemMark } from '../../access/listed-name.tsx'
import { plural } from '../../kit/format-number.ts'
import { day } from '../../kit/format-time.ts'
import { InCard } from '../../kit/list/card-text.tsx'
import type { List } from '../../kit/list/columns.ts'
import { recordLink } from '../../kit/record/record-links.ts'
import { EmptyValue } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { ROLES } from './roles-queries.ts'

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
      beside: true,
      card: 'title',
      cell: ({ name, user_count, is_system }) => (
        <ListedName name={name} isSystem={is_system} below={plural(user_count, 'user')} />
      ),
    },
    {
      field: 'kind',
      card: 'badge',
      cell: ({ is_system }) => <SystemMark isSystem={is_system} />,
    },
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
    { field: 'risk', cell: ({ risk }) => <HighRisk risk={risk} /> },
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
    {
      field: 'updated_at',
      variant: 'second',
      card: 'foot',
      cell: ({ updated_at, updated_by }) => (
        <>
          <InCard>changed </InCard>
          <time dateTime={updated_at}>{day(updated_at)}</time>
          {updated_by && ` by ${updated_by.name}`}
        </>
      ),
    },
    {
      field: 'description',
      hidden: true,
      variant: 'second',
      card: 'none',
      cell: ({ description }) => description || <EmptyValue />,
    },
  ],
}
