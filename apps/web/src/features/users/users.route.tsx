import { SECOND_FACTOR_LABELS, usersList } from '@backoffice/contract/lists/users'
import { type UserRow, userEndpoints } from '@backoffice/contract/users'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { requirePermission } from '../../kit/access/guards.ts'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { day, formatDayAndTime } from '../../kit/format/format-time.ts'
import { useLazyDialog } from '../../kit/lazy/use-lazy.tsx'
import type { BulkActions } from '../../kit/list/bulk-bar.tsx'
import type { List } from '../../kit/list/columns.ts'
import { InCard } from '../../kit/list/data-row.tsx'
import { listParams } from '../../kit/list/list-search.ts'
import { useList } from '../../kit/list/use-list.ts'
import { type BulkOutcome, refusedTitle } from '../../kit/record/bulk-outcomes.ts'
import { pageLink, recordLink, recordParams } from '../../kit/record/record-links.ts'
import { useUser } from '../../session/store.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonVariant } from '../../ui/button.tsx'
import { EmptyValue } from '../../ui/card.tsx'
import { AccessListPage } from '../access/access-list-page.tsx'
import { roleOptionsQuery } from '../access/access-queries.ts'
import { useOffBoarding } from './account-actions.tsx'
import { useUserMenu, useUserRowActions } from './user-menu.tsx'
import { StatusBadges, useUserStatus } from './user-status.tsx'
import { fullName } from './user-words.ts'
import css from './users.module.css'
import { loadUsers, USERS, usersQuery } from './users-queries.ts'

export const Route = createFileRoute('/_app/users/users_list')({
  validateSearch: (params) => ({ ...listParams(params), ...recordParams(params) }),
  beforeLoad: () => requirePermission('user:view'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => loadUsers(deps),
  component: UsersScreen,
})

const inviteLink = pageLink(USERS, 'invite')

/** The list of users, with the open user next to it. */
function UsersScreen() {
  const state = useList(useListWithRoles())
  const result = useQuery({ ...usersQuery(state.query), placeholderData: keepPreviousData })
  const status = useUserStatus()
  const actions = useUserRowActions()
  const offBoarding = useOffBoarding()
  const role = useBulkRole()
  const menu = useUserMenu({ status, actions, offBoarding })
  const bulk: BulkActions<UserRow> = [
    { label: 'Change role…', permission: 'user:update', run: role.start },
    { label: 'Enable', permission: 'user:update-status', isPending: status.isPending, run: status.enable },
    {
      label: 'Disable',
      permission: 'user:update-status',
      isDangerous: true,
      isPending: status.isPending,
      run: status.disable,
    },
  ]
  return (
    <AccessListPage
      resource={USERS}
      title="Users"
      exportEndpoint={userEndpoints.export}
      {...{ state, result, menu, bulk }}
      actions={
        <PermissionGate permission="user:create">
          <Link {...inviteLink} {...buttonVariant('plain')}>
            Invite several
          </Link>
        </PermissionGate>
      }
    >
      {status.dialog}
      {actions.dialog}
      {offBoarding.dialog}
      {role.dialog}
    </AccessListPage>
  )
}

/** Loads the options of the role filter. */
function useListWithRoles() {
  const { data: roles } = useQuery(roleOptionsQuery)
  return useMemo(() => {
    if (!roles) return USERS_LIST
    const { declaration } = USERS_LIST
    const options = Object.fromEntries(roles.map(({ name }) => [name, name]))
    const role = { ...declaration.fields.role, options }
    return { ...USERS_LIST, declaration: { ...declaration, fields: { ...declaration.fields, role } } }
  }, [roles])
}

const load = async () => {
  const [{ ChangeRoleDialog }, { OutcomesDialog }] = await Promise.all([
    import('./change-role-dialog.tsx'),
    import('../../kit/record/outcomes-dialog.tsx'),
  ])
  return { ChangeRoleDialog, OutcomesDialog }
}

/** Opens the dialog that changes the role of several users, and shows refused ones afterwards. */
function useBulkRole(): { start: (rows: readonly UserRow[]) => void; dialog: ReactNode } {
  const [rows, setRows] = useState<readonly UserRow[]>()
  const [refused, setRefused] = useState<BulkOutcome<UserRow>>()
  const close = () => setRows(undefined)
  const dialogs = useLazyDialog(load, rows !== undefined, close)
  return {
    start: setRows,
    dialog: dialogs && (
      <>
        {rows && (
          <dialogs.ChangeRoleDialog
            rows={rows}
            onClose={close}
            onDone={(outcome) => {
              close()
              if (outcome.refusals.length > 0) setRefused(outcome)
            }}
          />
        )}
        {refused && (
          <dialogs.OutcomesDialog
            title={refusedTitle(refused, 'user', 'changed')}
            refusals={refused.refusals}
            onClose={() => setRefused(undefined)}
          />
        )}
      </>
    ),
  }
}

const USERS_LIST: List<UserRow, typeof usersList> = {
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
