import { policiesList } from '@backoffice/contract/lists/users'
import { type PolicyRow, policyEndpoints } from '@backoffice/contract/policies'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../kit/access/guards.ts'
import { plural } from '../../kit/format/format-number.ts'
import type { List } from '../../kit/list/columns.ts'
import { InCard } from '../../kit/list/data-row.tsx'
import { listParams } from '../../kit/list/list-search.ts'
import { useList } from '../../kit/list/use-list.ts'
import { recordLink, recordParams } from '../../kit/record/record-links.ts'
import { EmptyValue } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import {
  AccessListPage,
  DESCRIPTION_COLUMN,
  KIND_COLUMN,
  ListedName,
  RISK_COLUMN,
  UPDATED_COLUMN,
  useAccessMenu,
} from '../access/access-list-page.tsx'
import css from './policies.module.css'
import { loadPolicies, POLICIES, policiesQuery } from './policies.ts'

export const Route = createFileRoute('/_app/users/users_policies')({
  validateSearch: (params) => ({ ...listParams(params), ...recordParams(params) }),
  beforeLoad: () => requirePermission('policy:view'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => loadPolicies(deps),
  component: PoliciesScreen,
})

function PoliciesScreen() {
  const state = useList(POLICIES_LIST)
  const result = useQuery({ ...policiesQuery(state.query), placeholderData: keepPreviousData })
  const menu = useAccessMenu(POLICIES, { label: 'Used by', tab: 'use' })
  return (
    <AccessListPage
      resource={POLICIES}
      title={POLICIES.title}
      exportEndpoint={policyEndpoints.export}
      {...{ state, result, menu }}
    />
  )
}

const SHOWN_STATEMENTS = 4

const POLICIES_LIST: List<PolicyRow, typeof policiesList> = {
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
      inNarrowList: true,
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
    KIND_COLUMN,
    {
      field: 'statement',
      label: 'Statements',
      variant: 'code',
      cell: ({ statements }) => <Statements statements={statements} />,
    },
    RISK_COLUMN,
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
    UPDATED_COLUMN,
    DESCRIPTION_COLUMN,
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
