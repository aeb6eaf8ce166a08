import type { PolicyRow } from '@backoffice/contract/endpoints/policies'
import { policiesList } from '@backoffice/contract/lists/users'
import { HighRisk, ListedName, SystemMark } from '../../access/listed-name.tsx'
import { plural } from '../../kit/format-number.ts'
import { day } from '../../kit/format-time.ts'
import { InCard } from '../../kit/list/card-text.tsx'
import type { List } from '../../kit/list/columns.ts'
import { recordLink } from '../../kit/record/record-links.ts'
import { EmptyValue } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import css from './policies.module.css'
import { POLICIES } from './policies-queries.ts'

const SHOWN_STATEMENTS = 4

export const POLICIES_LIST: List<PolicyRow, typeof policiesList> = {
  declaration: policiesList,
  noun: 'policy',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  isNamedByCell: true,
  open: ({ id }) => recordLink(POLICIES, id),
  columns: [
    {
      field: 'name',
      always: true,
      beside: true,
      card: 'title',
      cell: ({ name, role_count, user_count, is_system }) => (
        <ListedName
          name={name}
          isSystem={is_system}
          below={[
            plural(role_count, 'role'),
            ...(user_count > 0 ? [plural(user_count, 'direct user')] : []),
          ].join(', ')}
        />
      ),
    },
    { field: 'kind', card: 'badge', cell: ({ is_system }) => <SystemMark isSystem={is_system} /> },
    {
      field: 'statement',
      label: 'Statements',
      variant: 'code',
      cell: ({ statements }) => <Statements statements={statements} />,
    },
    { field: 'risk', cell: ({ risk }) => <HighRisk risk={risk} /> },
    {
      field: 'role_count',
      variant: 'numeric',
      cell: ({ role_count }) => (
        <>
          {formatNumber(role_count)}
          <InCard> {role_count === 1 ? 'role' : 'roles'}</InCard>
        </>
      ),
    },
    {
      field: 'user_count',
      variant: 'numeric',
      cell: ({ user_count }) => (
        <>
          {formatNumber(user_count)}
          <InCard> {user_count === 1 ? 'direct user' : 'direct users'}</InCard>
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

function Statements({ statements }: Pick<PolicyRow, 'statements'>) {
  if (statements.length === 0) return <EmptyValue />
  const more = statements.length - SHOWN_STATEMENTS
  return (
    <span className={css.statements} title={statements.join(', ')}>
      {statements.slice(0, SHOWN_STATEMENTS).join(', ')}
      {more > 0 && ` and ${formatNumber(more)} more`}
    </span>
  )
}
