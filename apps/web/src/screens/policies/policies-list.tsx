import type { PolicyRow } from '@backoffice/contract/endpoints/policies'
import { policiesList } from '@backoffice/contract/lists/users'
import { plural } from '../../kit/format-number.ts'
import { formatDateTime } from '../../kit/format-time.ts'
import type { List } from '../../kit/list/columns.ts'
import { recordLink } from '../../kit/record/record-links.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyValue } from '../../ui/card.tsx'
import { POLICIES } from './policies-queries.ts'

const MOST_SHOWN = 3

export const POLICIES_LIST: List<PolicyRow, typeof policiesList> = {
  declaration: policiesList,
  noun: 'policy',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  open: ({ id }) => recordLink(POLICIES, id),
  columns: [
    { field: 'name', always: true, beside: true, card: 'title', cell: ({ name }) => name },
    {
      field: 'risk',
      card: 'badge',
      cell: ({ risk }) => (risk === 'HIGH' ? <Badge tone="warn">High risk</Badge> : 'Low'),
    },
    {
      field: 'statement',
      heading: 'Statements',
      variant: 'code',
      cell: ({ statements }) =>
        [
          ...statements.slice(0, MOST_SHOWN),
          ...(statements.length > MOST_SHOWN ? [`+ ${statements.length - MOST_SHOWN}`] : []),
        ].join(', ') || <EmptyValue />,
    },
    {
      field: 'kind',
      hidden: true,
      card: 'none',
      cell: ({ is_system }) => (is_system ? 'System' : 'Own'),
    },
    {
      field: 'description',
      hidden: true,
      variant: 'second',
      card: 'none',
      cell: (row) => row.description || <EmptyValue />,
    },
    {
      field: 'role_count',
      variant: 'numeric',
      card: 'foot',
      cell: ({ role_count }) => plural(role_count, 'role'),
    },
    {
      field: 'updated_at',
      variant: 'second',
      card: 'none',
      cell: ({ updated_at }) => <time dateTime={updated_at}>{formatDateTime(updated_at)}</time>,
    },
  ],
}
