import { type AuditRow, auditEndpoints } from '@backoffice/contract/audit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ListPage } from '../../kit/list/list-page.tsx'
import { selectionOf } from '../../kit/list/list-search.ts'
import { useList } from '../../kit/list/use-list.ts'
import { Page } from '../../kit/shell/page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { ExportButton } from '../files/tracked/export/export-button.tsx'
import css from './audit.module.css'
import { AuditDetail } from './audit-detail.tsx'
import { AUDIT_LIST } from './audit-list.tsx'
import { AuditPresets, REFUSED } from './audit-presets.tsx'
import { auditQuery } from './audit-queries.ts'

const EXPORT_FORMS = ['view'] as const

/** The audit trail: actions, refusals, and the changes of each event. */
export function AuditScreen() {
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
