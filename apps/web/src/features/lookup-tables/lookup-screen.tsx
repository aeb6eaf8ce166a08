import { EXPORT_FORMS, type ListQuery, type Selection } from '@backoffice/contract/list'
import { listInput, tableEndpoints } from '@backoffice/contract/lookup-tables'
import { type TableDeclaration, tableList, tablePermission } from '@backoffice/contract/table'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { toastDone, toastFailed } from '../../kit/feedback/toast.ts'
import type { BulkActions } from '../../kit/list/bulk-bar.tsx'
import { gatedItem } from '../../kit/list/gated-item.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { parseListSearch, queryOf, type SearchParams, selectionOf } from '../../kit/list/list-search.ts'
import { withRows } from '../../kit/list/selection.ts'
import { useList } from '../../kit/list/use-list.ts'
import { useOpenRecord } from '../../kit/navigation/open-record.ts'
import { pageSize } from '../../kit/preferences/preferences.ts'
import { createLink, recordLink } from '../../kit/record/record-links.ts'
import { recordKeys } from '../../kit/record/record-queries.ts'
import {
  type RowsWrite,
  type StatusChange,
  useDeleteRows,
  useSetStatus,
} from '../../kit/record/row-writes.tsx'
import type { Row } from '../../kit/record/rows.ts'
import { NotFound } from '../../kit/shell/error-views.tsx'
import { Page } from '../../kit/shell/page.tsx'
import { call } from '../../net/call.ts'
import { prefetch } from '../../net/query-client.ts'
import { useUser } from '../../session/store.ts'
import { buttonVariant } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import { ExportButton } from '../files/tracked/export/export-button.tsx'
import { ImportButton } from '../files/tracked/import/import-button.tsx'
import { type LookupList, listAt } from './table-columns.tsx'

/** The list of a lookup table, with the open record next to it. */
export function LookupScreen({ list }: { list: LookupList }) {
  const { table } = list
  const state = useList(list)
  const result = useQuery({ ...rowsQuery(table, state.query), placeholderData: keepPreviousData })
  const { id } = useParams({ strict: false })
  const { open, lastId } = useOpenRecord()
  // Deselects deleted rows.
  const remove = useDeleteRows(table, {
    onDone: (rows) => state.select(withRows(state.selected, rows, list.idOf, false)),
  })
  const status = useSetStatus(table)
  const menu = useRowActions(table, { remove, status })
  const runAll = useRunAll(table)
  const bulk: BulkActions<Row> = [
    ...(['INACTIVE', 'ACTIVE'] as const).map((wanted) => ({
      label: wanted === 'ACTIVE' ? 'Activate' : 'Deactivate',
      permission: tablePermission(table, 'update'),
      isPending: status.isPending,
      run: (rows: readonly Row[]) => status.run({ rows, status: wanted }),
      runAll: runAll(wanted === 'ACTIVE' ? 'activate' : 'deactivate'),
    })),
    {
      label: 'Delete',
      permission: tablePermission(table, 'delete'),
      isDangerous: true,
      isPending: remove.isPending,
      run: (rows) => remove.run(rows),
      runAll: runAll('delete'),
    },
  ]

  return (
    <Page
      title={table.title}
      crumbs={[table.path.startsWith('/glass/') ? { label: 'Glass' } : { label: 'Lookup', to: '/lookup' }]}
      actions={
        <>
          <ImportButton category={table.category} />
          <ExportButton
            endpoint={tableEndpoints(table).export}
            permission={tablePermission(table, 'export')}
            request={() => ({
              ...selectionOf(state.search),
              sort: state.sort,
              columns: state.columns.map(({ field }) => field),
            })}
            count={result.data?.total}
            isEstimated={result.data?.total_estimated ?? false}
            forms={EXPORT_FORMS}
          />
          <PermissionGate permission={tablePermission(table, 'create')}>
            <Link {...createLink(table)} {...buttonVariant(open ? 'plain' : 'primary')}>
              Create {table.noun}
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
        empty={
          <EmptyState title={`No ${table.plural} yet`}>Create the first one, or import a file.</EmptyState>
        }
      />
      {remove.dialog}
      {status.dialog}
      <Outlet />
    </Page>
  )
}

/** Starts a job for all matching rows and opens its file, which lists the outcome of each row. */
function useRunAll(table: TableDeclaration) {
  const navigate = useNavigate()
  return (action: 'activate' | 'deactivate' | 'delete') => async (selection: Selection, count: number) => {
    const { source_filekey } = await call(tableEndpoints(table).all, { body: { action, selection, count } })
    await navigate({ to: '/files/$source_filekey', params: { source_filekey } })
  }
}

type Writes = { remove: RowsWrite<readonly Row[]>; status: RowsWrite<StatusChange> }

/** Row menu of a lookup table. */
function useRowActions(table: TableDeclaration, { remove, status }: Writes) {
  const user = useUser()
  const navigate = useNavigate()
  const router = useRouter()
  const may = (action: 'create' | 'update' | 'delete', item: MenuItem) =>
    gatedItem(user, tablePermission(table, action), item)

  async function copyLink(row: Row) {
    const { href } = router.buildLocation(
      recordLink(table, row.id) as Parameters<typeof router.buildLocation>[0],
    )
    try {
      await navigator.clipboard.writeText(new URL(href, location.origin).href)
      toastDone('Link copied')
    } catch {
      toastFailed('The link could not be copied. Open the record and copy its address.')
    }
  }

  return (row: Row): readonly MenuItem[] => {
    const next = row.status === 'ACTIVE' ? 'INACTIVE' : 'ACTIVE'
    return [
      { label: 'Edit', keys: 'Enter', onSelect: () => void navigate(recordLink(table, row.id)) },
      ...may('create', { label: 'Duplicate', onSelect: () => void navigate(createLink(table, row.id)) }),
      { label: 'History', onSelect: () => void navigate(recordLink(table, row.id, 'history')) },
      { label: 'Copy link', onSelect: () => void copyLink(row) },
      ...may('update', {
        label: next === 'ACTIVE' ? 'Activate' : 'Deactivate',
        isApart: true,
        onSelect: () => status.run({ rows: [row], status: next }),
      }),
      ...may('delete', { label: 'Delete', isDangerous: true, onSelect: () => remove.run([row]) }),
    ]
  }
}

type RowsPage = {
  items: Row[]
  total: number
  total_estimated: boolean
  page_size: number
  next: string | null
  previous: string | null
}

function rowsQuery(table: TableDeclaration, query: ListQuery) {
  return queryOptions({
    queryKey: [...recordKeys.lists(table), query],
    queryFn: async ({ signal }) => {
      // The types cannot follow the schemas of a table declaration.
      const input = { ...listInput(table, query), signal } as never
      return (await call(tableEndpoints(table).list, input)) as unknown as RowsPage
    },
  })
}

/** Prefetches the rows while the screen loads. */
export function loadRows(table: TableDeclaration, params: SearchParams): void {
  const query = queryOf(parseListSearch(tableList(table), params), pageSize())
  prefetch(rowsQuery(table, query))
}

/** Prefetches the list of the table at a path. */
export function loadTable(path: string, params: SearchParams): void {
  const found = listAt(path)
  if (found) loadRows(found.table, params)
}

/** List of the table at a path; "not found" at a path without one. */
export function TableScreen({ path }: { path: string }) {
  const found = listAt(path)
  return found ? <LookupScreen key={path} list={found} /> : <NotFound />
}
