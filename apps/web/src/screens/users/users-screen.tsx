import type { UserRow } from '@backoffice/contract/endpoints/users'
import { userEndpoints } from '@backoffice/contract/endpoints/users'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { roleOptionsQuery } from '../../access/access-queries.ts'
import { ExportButton } from '../../files/export/export-button.tsx'
import type { BulkActions } from '../../kit/list/bulk-actions.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { selectionOf } from '../../kit/list/list-search.ts'
import { useList } from '../../kit/list/use-list.ts'
import { Page } from '../../kit/page.tsx'
import { PermissionGate } from '../../kit/permission-gate.tsx'
import { useOpenRecord } from '../../kit/record/open-record.ts'
import { createLink } from '../../kit/record/record-links.ts'
import { buttonVariant } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useUserMenu } from './user-menu.ts'
import { useUserStatus } from './user-status.tsx'
import { USERS_LIST } from './users-list.tsx'
import { USERS, usersQuery } from './users-queries.ts'

const EXPORT_FORMS = ['view'] as const

/** The list of users, with a user beside it. */
export function UsersScreen() {
  const state = useList(useListWithRoles())
  const result = useQuery({ ...usersQuery(state.query), placeholderData: keepPreviousData })
  const { id } = useParams({ strict: false }) as { id?: string }
  const { open, lastId } = useOpenRecord()
  const status = useUserStatus()
  const menu = useUserMenu(status)
  const bulk: BulkActions<UserRow> = [
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
    <Page
      title="Users"
      crumbs={[{ label: 'Access' }]}
      actions={
        <>
          {/* Beside a user there is no room, and the columns are not in sight. */}
          {!open && (
            <ExportButton
              endpoint={userEndpoints.export}
              permission="user:export"
              request={() => ({
                ...selectionOf(state.search),
                sort: state.sort,
                columns: state.columns.map(({ field }) => field),
              })}
              count={result.data?.total}
              isEstimated={result.data?.total_estimated ?? false}
              forms={EXPORT_FORMS}
            />
          )}
          <PermissionGate permission="user:create">
            <Link {...createLink(USERS)} {...buttonVariant(open ? 'plain' : 'primary')}>
              Create user
            </Link>
          </PermissionGate>
        </>
      }
    >
      <ListPage
        state={state}
        result={result}
        menu={menu}
        bulk={bulk}
        currentId={id}
        savedId={id ? undefined : lastId}
        empty={<EmptyState title="No users yet">Create the first one.</EmptyState>}
      />
      {status.dialog}
      <Outlet />
    </Page>
  )
}

/** The roles to filter by come from the server. */
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
