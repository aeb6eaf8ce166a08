import { type RoleRow, roleEndpoints } from '@backoffice/contract/endpoints/roles'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { ExportButton } from '../../files/export/export-button.tsx'
import { gatedItem } from '../../kit/list/gated-item.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { selectionOf } from '../../kit/list/list-search.ts'
import { useList } from '../../kit/list/use-list.ts'
import { Page } from '../../kit/page.tsx'
import { PermissionGate } from '../../kit/permission-gate.tsx'
import { useOpenRecord } from '../../kit/record/open-record.ts'
import { createLink, recordLink } from '../../kit/record/record-links.ts'
import { useUser } from '../../session/store.ts'
import { buttonVariant } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import { ROLES_LIST } from './roles-list.tsx'
import { ROLES, rolesQuery } from './roles-queries.ts'

const EXPORT_FORMS = ['view'] as const

/** The list of roles, with a role beside it. */
export function RolesScreen() {
  const state = useList(ROLES_LIST)
  const result = useQuery({ ...rolesQuery(state.query), placeholderData: keepPreviousData })
  const { id } = useParams({ strict: false }) as { id?: string }
  const { open, lastId } = useOpenRecord()
  const menu = useRoleMenu()
  return (
    <Page
      title="Roles"
      crumbs={[{ label: 'Access' }]}
      actions={
        <>
          {/* Beside a role there is no room, and the columns are not in sight. */}
          {!open && (
            <ExportButton
              endpoint={roleEndpoints.export}
              permission="role:export"
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
          <PermissionGate permission="role:create">
            <Link {...createLink(ROLES)} {...buttonVariant(open ? 'plain' : 'primary')}>
              Create role
            </Link>
          </PermissionGate>
        </>
      }
    >
      <ListPage
        state={state}
        result={result}
        menu={menu}
        currentId={id}
        savedId={id ? undefined : lastId}
        empty={<EmptyState title="No roles yet">Create the first one.</EmptyState>}
      />
      <Outlet />
    </Page>
  )
}

function useRoleMenu() {
  const user = useUser()
  const navigate = useNavigate()
  return ({ id }: RoleRow): readonly MenuItem[] => [
    { label: 'Open', keys: 'Enter', onSelect: () => void navigate(recordLink(ROLES, id)) },
    ...gatedItem(user, 'role:create', {
      label: 'Copy',
      onSelect: () => void navigate(createLink(ROLES, id)),
    }),
    { label: 'Users', onSelect: () => void navigate(recordLink(ROLES, id, 'users')) },
    { label: 'History', onSelect: () => void navigate(recordLink(ROLES, id, 'history')) },
  ]
}
