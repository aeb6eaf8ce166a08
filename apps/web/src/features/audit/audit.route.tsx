import { type AuditRow, auditEndpoints } from '@backoffice/contract/audit'
import type { Condition, FieldOf, Filters, ListQuery } from '@backoffice/contract/list'
import { AUDIT_LOGS, auditList } from '@backoffice/contract/lists/audit'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { requirePermission } from '../../kit/access/guards.ts'
import { dayAfter, today } from '../../kit/format/format-time.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import {
  listParams,
  parseListSearch,
  queryOf,
  type SearchParams,
  selectionOf,
} from '../../kit/list/list-search.ts'
import { type ChangeSearch, useList } from '../../kit/list/use-list.ts'
import { pageSize } from '../../kit/preferences/preferences.ts'
import { Page } from '../../kit/shell/page.tsx'
import { call } from '../../net/call.ts'
import { config } from '../../net/config.ts'
import { prefetch } from '../../net/query-client.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { ExportButton } from '../files/tracked/export/export-button.tsx'
import css from './audit.module.css'
import { AuditDetail } from './audit-detail.tsx'
import { AUDIT_LIST } from './audit-list.tsx'
import { foldImports } from './fold-imports.ts'

export const Route = createFileRoute('/_app/audit')({
  validateSearch: (params) => listParams(params),
  beforeLoad: () => requirePermission('audit:view'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => loadAudit(deps),
  component: AuditScreen,
})

const EXPORT_FORMS = ['view'] as const

/** The audit trail of actions and refusals, with the changes of each event. */
function AuditScreen() {
  const state = useList(AUDIT_LIST)
  const result = useQuery({ ...auditQuery(state.query), placeholderData: keepPreviousData })
  const { filters = {} } = state.search
  const refused = useQuery({
    ...auditQuery({
      ...selectionOf(state.search),
      filters: { ...filters, outcome: REFUSED },
      page: 1,
      page_size: 10,
    }),
    // Counted after the events are shown.
    enabled: result.isSuccess,
    select: ({ total, total_estimated }) => `${total_estimated ? 'about ' : ''}${formatNumber(total)}`,
  })

  const showHistory = ({ resource, record }: AuditRow) =>
    record &&
    state.change({
      search: undefined,
      filters: { resource: { in: [resource] }, record: { in: [record.id] } },
    })

  const showRecords = ({ record }: AuditRow) =>
    record && state.change({ search: undefined, filters: { file: { in: [record.id] } } })

  return (
    <Page
      title="Audit"
      crumbs={[{ label: 'Access' }]}
      actions={
        <ExportButton
          endpoint={auditEndpoints.export}
          permission="audit:export"
          request={() => ({
            ...selectionOf(state.search),
            sort: state.sort,
            columns: [
              'at',
              'actor',
              'action',
              'resource',
              'record',
              'outcome',
              'reason',
              'client_address',
              'device',
              'allowed_by',
              'approved_by',
              'changes',
              'count',
              'request_id',
              'file',
            ],
          })}
          count={result.data?.total}
          isEstimated={result.data?.total_estimated ?? false}
          forms={EXPORT_FORMS}
        />
      }
    >
      <ListPage
        state={state}
        result={result}
        searchLabel="Search the trail"
        detail={(event) => <AuditDetail event={event} onHistory={showHistory} onRecords={showRecords} />}
        note={<p className={css.note}>Events can’t be edited. They are kept for 5 years.</p>}
        empty={<EmptyState title="No events yet">Changes are listed here as they happen.</EmptyState>}
      >
        <AuditPresets filters={filters} change={state.change} refused={refused.data} />
      </ListPage>
    </Page>
  )
}

const DAYS = [
  ['Today', 1],
  ['Last 7 days', 7],
  ['Last 30 days', 30],
] as const

const REFUSED: Condition = { in: ['refused', 'stale'] }
const SECURITY: Condition = { in: ['security'] }

type Props = {
  filters: Filters
  change: ChangeSearch
  /** Number of refused events within the other filters, as text; undefined while unknown. */
  refused: string | undefined
}

/** Common filters of the trail, kept in the address like all filters. */
function AuditPresets({ filters, change, refused }: Props) {
  const to = today()
  const isSecurity = isSame(filters.log, SECURITY)
  const toggle = (field: string, condition: Condition) =>
    change({ filters: { ...filters, [field]: isSame(filters[field], condition) ? undefined : condition } })
  const chip = (field: string, condition: Condition, label: ReactNode) => (
    <button
      type="button"
      className={css.chip}
      aria-pressed={isSame(filters[field], condition)}
      onClick={() => toggle(field, condition)}
    >
      {label}
    </button>
  )
  return (
    <>
      <fieldset className={css.presets}>
        <legend className="visually-hidden">Common filters</legend>
        {DAYS.map(([label, days]) => (
          <span key={label}>{chip('at', { from: dayAfter(to, 1 - days), to }, label)}</span>
        ))}
        {chip('log', SECURITY, AUDIT_LOGS.security)}
        {chip(
          'outcome',
          REFUSED,
          <>Refused only {refused !== undefined && <span className={css.count}>{refused}</span>}</>,
        )}
      </fieldset>
      {isSecurity && config().identity.endpoint === null && (
        <p className={css.note}>
          Failed, locked and challenged sign-ins, and resets by users: Not available from the cloud user pool.
        </p>
      )}
    </>
  )
}

function isSame(one: Condition | undefined, other: Condition): boolean {
  return one?.in?.join() === other.in?.join() && one?.from === other.from && one?.to === other.to
}

function auditQuery(shown: ListQuery<FieldOf<typeof auditList>>) {
  const query = foldImports(shown)
  return queryOptions({
    queryKey: ['audit', query],
    queryFn: ({ signal }) => call(auditEndpoints.list, { body: query, signal }),
  })
}

/** Prefetches the events while the screen loads. */
function loadAudit(params: SearchParams): void {
  prefetch(auditQuery(queryOf(parseListSearch(auditList, params), pageSize())))
}
