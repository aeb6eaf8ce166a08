import { CASE_REPLIES } from '@backoffice/contract/case-replies'
import { type CaseView, caseEndpoints } from '@backoffice/contract/cases'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { selectionOf } from '../../kit/list/list-search.ts'
import { useOpenRecord } from '../../kit/navigation/open-record.ts'
import { Page } from '../../kit/shell/page.tsx'
import { buttonVariant } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ExportButton } from '../files/tracked/export/export-button.tsx'
import { ImportButton } from '../files/tracked/import/import-button.tsx'
import { TemplatesButton } from '../reply-templates/templates-button.tsx'
import { bulkStepsOf } from './bulk-steps.ts'
import { useCaseMenu } from './case-menu.ts'
import { useCaseSteps } from './case-steps.tsx'
import { casesQuery } from './cases-queries.ts'
import { caseCountsQuery } from './start/case-queries.ts'
import { openCaseLink } from './start/case-start.ts'
import { useCasesList } from './use-cases-list.ts'
import { ViewTabs } from './view-tabs.tsx'

const EXPORT_FORMS = ['view'] as const

/** The list of cases, with the open case next to it. */
export function CasesScreen() {
  const { data: counts } = useQuery(caseCountsQuery)
  const { view, state, query } = useCasesList(counts)
  const result = useQuery({
    ...casesQuery(query),
    enabled: view !== undefined,
    placeholderData: keepPreviousData,
  })
  const { id } = useParams({ strict: false })
  const { open, lastId } = useOpenRecord()
  const steps = useCaseSteps({ onDone: () => state.select(new Map()) })
  const menu = useCaseMenu(steps)
  return (
    <Page
      title="Cases"
      crumbs={[{ label: 'Operate' }]}
      actions={
        <>
          {/* Hidden next to a case: there is no room, and the columns are not visible. */}
          {!open && (
            <ExportButton
              endpoint={caseEndpoints.export}
              permission="case:export"
              request={() => ({
                ...selectionOf(query),
                sort: state.sort,
                columns: state.columns.map(({ field }) => field),
              })}
              count={result.data?.total}
              isEstimated={result.data?.total_estimated ?? false}
              forms={EXPORT_FORMS}
            />
          )}
          {!open && <TemplatesButton kind="LATE_POINTS">Reply templates</TemplatesButton>}
          {!open && <ImportButton category={CASE_REPLIES.category} label="Import posting reply" />}
          <PermissionGate permission="case:create">
            <Link {...openCaseLink} {...buttonVariant(open ? 'plain' : 'primary')}>
              Open case
            </Link>
          </PermissionGate>
        </>
      }
    >
      <ViewTabs view={view} counts={counts} />
      <ListPage
        {...{ state, result }}
        // The case has its own steps, and the narrow list no room for a menu.
        menu={open ? undefined : menu}
        bulk={bulkStepsOf(view ?? 'OPEN', steps)}
        searchLabel="Search case, ticket or last four digits"
        currentId={id}
        savedId={id ? undefined : lastId}
        empty={<NoCases view={view ?? 'OPEN'} />}
      />
      {steps.dialog}
      <Outlet />
    </Page>
  )
}

const HINTS: Readonly<Record<CaseView, string>> = {
  MINE: 'Cases assigned to you appear here.',
  UNASSIGNED: 'Every open case has an assignee.',
  OVERDUE: 'Open cases appear here after their due date.',
  OPEN: 'Open a case for purchases whose points are late, missing or wrong.',
  CLOSED: 'Resolved and rejected cases appear here.',
}

const TITLES: Readonly<Record<CaseView, string>> = {
  MINE: 'No cases assigned to you',
  UNASSIGNED: 'No unassigned cases',
  OVERDUE: 'No overdue cases',
  OPEN: 'No open cases',
  CLOSED: 'No closed cases',
}

function NoCases({ view }: { view: CaseView }) {
  return <EmptyState title={TITLES[view]}>{HINTS[view]}</EmptyState>
}
