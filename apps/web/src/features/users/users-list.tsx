import { SECOND_FACTOR_LABELS, usersList } from '@backoffice/contract/lists/users'
import type { UserRow } from '@backoffice/contract/users'
import { day, formatDayAndTime } from '../../kit/format/format-time.ts'
import { InCard } from '../../kit/list/card-text.tsx'
import type { List } from '../../kit/list/columns.ts'
import { recordLink } from '../../kit/record/record-links.ts'
import { useUser } from '../../session/store.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyValue } from '../../ui/card.tsx'
import { StatusBadges } from './status-badges.tsx'
import { fullName } from './user-words.ts'
import css from './users.module.css'
import { USERS } from './users-queries.ts'

export const USERS_LIST: List<UserRow, typeof usersList> = {
  declaration: usersList,
  noun: 'user',
  idOf: ({ id }) => id,
  nameOf: fullName,
  isNamedByCell: true,
  open: ({ id }) => recordLink(USERS, id),
  withoutCheckbox: ({ status }) => (status === 'DELETED' ? <EmptyValue /> : undefined),
  columns: [
    { field: 'name', always: true, inNarrowList: true, card: 'title', cell: (row) => <Name row={row} /> },
    { field: 'email', variant: 'second', cell: ({ email }) => email },
    { field: 'role', cell: ({ role }) => role.name },
    { field: 'status', card: 'badge', cell: (row) => <StatusBadges user={row} /> },
    { field: 'second_factor', card: 'none', cell: (row) => <SecondFactor row={row} /> },
    { field: 'department', hidden: true, cell: ({ department }) => department ?? <EmptyValue /> },
    {
      field: 'last_sign_in_at',
      variant: 'second',
      card: 'foot',
      cell: ({ last_sign_in_at: at }) =>
        at ? (
          <>
            <InCard>Last sign-in: </InCard>
            <time dateTime={at}>{formatDayAndTime(at)}</time>
          </>
        ) : (
          <EmptyValue />
        ),
    },
    {
      field: 'employee_no',
      hidden: true,
      variant: 'code',
      card: 'none',
      cell: ({ employee_no }) => employee_no ?? <EmptyValue />,
    },
    {
      field: 'created_at',
      hidden: true,
      variant: 'second',
      card: 'none',
      cell: ({ created_at }) => <time dateTime={created_at}>{day(created_at)}</time>,
    },
  ],
}

function SecondFactor({ row: { second_factor: factor } }: { row: UserRow }) {
  if (factor === 'NONE') return <EmptyValue />
  if (factor === 'MISSING') return <Badge tone="warn">Not set up</Badge>
  return SECOND_FACTOR_LABELS[factor]
}

function Name({ row }: { row: UserRow }) {
  const isOwn = useUser().email === row.email
  return (
    <span className={css.name}>
      <span className={css.own}>
        {fullName(row)}
        {isOwn && <span className={css.you}>you</span>}
      </span>
      <span className={css.role}>{row.role.name}</span>
      <span className={css.state}>
        <StatusBadges user={row} isUnusualOnly />
      </span>
    </span>
  )
}
