import type { Permission } from '@backoffice/contract/access'
import type { Address } from '@backoffice/contract/endpoint'
import { Link, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { gatedItem } from '../../kit/list/gated-item.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { selectionOf } from '../../kit/list/list-search.ts'
import { useOpenRecord } from '../../kit/navigation/open-record.ts'
import { createLink, recordLink } from '../../kit/record/record-links.ts'
import { Page } from '../../kit/shell/page.tsx'
import { useUser } from '../../session/store.ts'
import { buttonVariant } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import { ExportButton } from '../files/tracked/export/export-button.tsx'

const EXPORT_FORMS = ['view'] as const

type Props<Row> = Pick<ComponentProps<typeof ListPage<Row>>, 'state' | 'result' | 'menu'> & {
  of: { readonly path: string; readonly noun: 'user' | 'role' | 'policy' }
  title: string
  exportEndpoint: Address
  /** Other ways to create records; hidden next to a record. */
  actions?: ReactNode
  bulk?: NonNullable<ComponentProps<typeof ListPage<Row>>['bulk']>
  children?: ReactNode
}

/** The list of users, roles or policies, with a record next to it. */
export function AccessListPage<Row>({
  of,
  title,
  exportEndpoint,
  actions,
  bulk,
  children,
  ...list
}: Props<Row>) {
  const { state, result } = list
  const { noun } = of
  const { id } = useParams({ strict: false })
  const { open, lastId } = useOpenRecord()
  // Both permissions exist for each noun.
  const permission = (action: 'create' | 'export'): Permission => `${noun}:${action}`
  return (
    <Page
      title={title}
      crumbs={[{ label: 'Access' }]}
      actions={
        <>
          {/* Hidden next to a record: there is no room, and the columns are not visible. */}
          {!open && (
            <ExportButton
              endpoint={exportEndpoint}
              permission={permission('export')}
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
          {!open && actions}
          <PermissionGate permission={permission('create')}>
            <Link {...createLink(of)} {...buttonVariant(open ? 'plain' : 'primary')}>
              Create {noun}
            </Link>
          </PermissionGate>
        </>
      }
    >
      <ListPage
        {...list}
        {...(bulk && { bulk })}
        currentId={id}
        savedId={id ? undefined : lastId}
        empty={<EmptyState title={`No ${title.toLowerCase()} yet`}>Create the first one.</EmptyState>}
      />
      {children}
      <Outlet />
    </Page>
  )
}

/** Row menu of a role or policy. `use`: the tab that shows where it is used. */
export function useAccessMenu(of: Props<never>['of'], use: { label: string; tab: string }) {
  const user = useUser()
  const navigate = useNavigate()
  return ({ id }: { id: string }): readonly MenuItem[] => [
    { label: 'Open', keys: 'Enter', onSelect: () => void navigate(recordLink(of, id)) },
    ...gatedItem(user, `${of.noun}:create`, {
      label: 'Copy',
      onSelect: () => void navigate(createLink(of, id)),
    }),
    { label: use.label, onSelect: () => void navigate(recordLink(of, id, use.tab)) },
    { label: 'History', onSelect: () => void navigate(recordLink(of, id, 'history')) },
  ]
}
