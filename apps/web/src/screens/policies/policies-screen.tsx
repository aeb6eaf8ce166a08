import { type PolicyRow, policyEndpoints } from '@backoffice/contract/endpoints/policies'
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
import { POLICIES_LIST } from './policies-list.tsx'
import { POLICIES, policiesQuery } from './policies-queries.ts'

const EXPORT_FORMS = ['view'] as const

/** The list of policies, with a policy beside it. */
export function PoliciesScreen() {
  const state = useList(POLICIES_LIST)
  const result = useQuery({ ...policiesQuery(state.query), placeholderData: keepPreviousData })
  const { id } = useParams({ strict: false }) as { id?: string }
  const { open, lastId } = useOpenRecord()
  const menu = usePolicyMenu()
  return (
    <Page
      title="Policies"
      crumbs={[{ label: 'Access' }]}
      actions={
        <>
          {/* Beside a policy there is no room, and the columns are not in sight. */}
          {!open && (
            <ExportButton
              endpoint={policyEndpoints.export}
              permission="policy:export"
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
          <PermissionGate permission="policy:create">
            <Link {...createLink(POLICIES)} {...buttonVariant(open ? 'plain' : 'primary')}>
              Create policy
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
        empty={<EmptyState title="No policies yet">Create the first one.</EmptyState>}
      />
      <Outlet />
    </Page>
  )
}

function usePolicyMenu() {
  const user = useUser()
  const navigate = useNavigate()
  return ({ id }: PolicyRow): readonly MenuItem[] => [
    { label: 'Open', keys: 'Enter', onSelect: () => void navigate(recordLink(POLICIES, id)) },
    ...gatedItem(user, 'policy:create', {
      label: 'Copy',
      onSelect: () => void navigate(createLink(POLICIES, id)),
    }),
    { label: 'Used by', onSelect: () => void navigate(recordLink(POLICIES, id, 'use')) },
    { label: 'History', onSelect: () => void navigate(recordLink(POLICIES, id, 'history')) },
  ]
}
