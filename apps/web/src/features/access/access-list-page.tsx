import type { Permission } from '@backoffice/contract/access'
import type { Address } from '@backoffice/contract/endpoint'
import { Link, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { day } from '../../kit/format/format-time.ts'
import { InCard } from '../../kit/list/data-row.tsx'
import { gatedItem } from '../../kit/list/gated-item.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { selectionOf } from '../../kit/list/list-search.ts'
import { useOpenRecord } from '../../kit/navigation/open-record.ts'
import { createLink, recordLink } from '../../kit/record/record-links.ts'
import { Page } from '../../kit/shell/page.tsx'
import { useUser } from '../../session/store.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonVariant } from '../../ui/button.tsx'
import { EmptyValue } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import { ExportButton } from '../files/tracked/export/export-button.tsx'
import css from './list-columns.module.css'

const EXPORT_FORMS = ['view'] as const

type Props<Row> = Pick<ComponentProps<typeof ListPage<Row>>, 'state' | 'result' | 'menu'> & {
  resource: { readonly path: string; readonly noun: 'user' | 'role' | 'policy' }
  title: string
  exportEndpoint: Address
  /** Other ways to create records; hidden next to a record. */
  actions?: ReactNode
  bulk?: NonNullable<ComponentProps<typeof ListPage<Row>>['bulk']>
  children?: ReactNode
}

/** The list of users, roles or policies, with a record next to it. */
export function AccessListPage<Row>({
  resource,
  title,
  exportEndpoint,
  actions,
  bulk,
  children,
  ...list
}: Props<Row>) {
  const { state, result } = list
  const { noun } = resource
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
          {/* Hidden next to a record, where there is no room and the columns are not visible. */}
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
            <Link {...createLink(resource)} {...buttonVariant(open ? 'plain' : 'primary')}>
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

/** Row menu of a role or policy. `use` is the tab that shows where it is used. */
export function useAccessMenu(resource: Props<never>['resource'], use: { label: string; tab: string }) {
  const user = useUser()
  const navigate = useNavigate()
  return ({ id }: { id: string }): readonly MenuItem[] => [
    { label: 'Open', keys: 'Enter', onSelect: () => void navigate(recordLink(resource, id)) },
    ...gatedItem(user, `${resource.noun}:create`, {
      label: 'Copy',
      onSelect: () => void navigate(createLink(resource, id)),
    }),
    { label: use.label, onSelect: () => void navigate(recordLink(resource, id, use.tab)) },
    { label: 'History', onSelect: () => void navigate(recordLink(resource, id, 'history')) },
  ]
}

/** Shared columns of the lists of roles and policies. */

type ListedNameProps = { name: string; isSystem: boolean; below: string }

/** The name of a role or policy in its list; next to an open record with the text of the hidden columns. */
export function ListedName({ name, isSystem, below }: ListedNameProps) {
  return (
    <span className={css.name}>
      <span title={name}>{name}</span>
      <span className={css.below}>{below}</span>
      {isSystem && <span className={css.kind}>built-in</span>}
    </span>
  )
}

export const KIND_COLUMN = {
  field: 'kind',
  card: 'badge',
  cell: ({ is_system }: { is_system: boolean }) =>
    is_system ? <span className={css.mark}>Built-in</span> : <span className={css.own}>Custom</span>,
} as const

export const RISK_COLUMN = {
  field: 'risk',
  cell: ({ risk }: { risk: 'LOW' | 'HIGH' }) =>
    risk === 'HIGH' ? <Badge tone="warn">High risk</Badge> : <EmptyValue />,
} as const

type UpdateInfo = { updated_at: string; updated_by: { name: string } | null }

export const UPDATED_COLUMN = {
  field: 'updated_at',
  variant: 'second',
  card: 'foot',
  cell: ({ updated_at, updated_by }: UpdateInfo) => (
    <>
      <InCard>changed </InCard>
      <time dateTime={updated_at}>{day(updated_at)}</time>
      {updated_by && ` by ${updated_by.name}`}
    </>
  ),
} as const

export const DESCRIPTION_COLUMN = {
  field: 'description',
  hidden: true,
  variant: 'second',
  card: 'none',
  cell: ({ description }: { description: string }) => description || <EmptyValue />,
} as const
