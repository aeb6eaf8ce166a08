import { type AuditRow, auditEndpoints } from '@backoffice/contract/endpoints/audit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ExportButton } from '../../files/export/export-button.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { selectionOf } from '../../kit/list/list-search.ts'
import { useList } from '../../kit/list/use-list.ts'
import { Page } from '../../kit/page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import css from './audit.module.css'
import { AuditDetail } from './audit-detail.tsx'
import { AUDIT_LIST } from './audit-list.tsx'
import { auditQuery } from './audit-queries.ts'

const EXPORT_FORMS = ['view'] as const
const REFUSED = ['refused', 'stale'] as const

/** The audit trail: actions, refusals, and the changes of each event. */
export function AuditScreen() {
  const state = useList(AUDIT_LIST)
  const result = useQuery({ ...auditQuery(state.query), placeholderData: keepPreviousData })
  const { filters = {} } = state.search
  const isRefusedOnly = filters.outcome?.in?.join() === REFUSED.join()

  const toggleRefused = () =>
    state.change({ filters: { ...filters, outcome: isRefusedOnly ? undefined : { in: REFUSED } } })
  const showHistory = ({ resource, record }: AuditRow) =>
    record &&
    state.change({
      search: undefined,
      filters: { resource: { in: [resource] }, record: { in: [record.id] } },
    })

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
              'approved_by',
              'changes',
              'count',
              'request_id',
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
        detail={(event) => <AuditDetail event={event} onHistory={showHistory} />}
        filter={
          <button type="button" className={css.chip} aria-pressed={isRefusedOnly} onClick={toggleRefused}>
            Refused only
          </button>
        }
        note={<p className={css.note}>Events can’t be edited. They are kept for 5 years.</p>}
        empty={<EmptyState title="No events yet">Changes are listed here as they happen.</EmptyState>}
      />
    </Page>
  )
}
