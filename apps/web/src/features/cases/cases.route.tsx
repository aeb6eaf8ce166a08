import { may } from '@backoffice/contract/access'
import { CASE_REPLIES } from '@backoffice/contract/case-replies'
import { CASE_VIEW_LABELS, CASE_VIEWS, type CaseView } from '@backoffice/contract/case-values'
import { type CaseCounts, type CaseRow, caseEndpoints } from '@backoffice/contract/cases'
import { casesList } from '@backoffice/contract/lists/cases'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, Outlet, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { requirePermission } from '../../kit/access/guards.ts'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { listParams, selectionOf } from '../../kit/list/list-search.ts'
import {
  type ChangeSearch,
  type ListState,
  useList,
  useListSearch,
  withoutFilter,
} from '../../kit/list/use-list.ts'
import { linkTo } from '../../kit/navigation/link-to.ts'
import { useOpenRecord } from '../../kit/navigation/open-record.ts'
import { recordParams } from '../../kit/record/record-links.ts'
import { Page } from '../../kit/shell/page.tsx'
import { prefetch } from '../../net/query-client.ts'
import { useUser } from '../../session/store.ts'
import { buttonVariant } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { TabCount, TabLinks, tabLink } from '../../ui/tab-links.tsx'
import { ExportButton } from '../files/tracked/export/export-button.tsx'
import { ImportButton } from '../files/tracked/import/import-button.tsx'
import { TemplatesButton } from '../reply-templates/templates-button.tsx'
import { bulkStepsOf, useCaseMenu } from './case-actions.ts'
import { useCaseSteps } from './case-steps.tsx'
import { CASES_LIST } from './cases-list.tsx'
import { casesQuery } from './cases-queries.ts'
import { CASES, caseCountsQuery } from './start/case-queries.ts'
import { openCaseLink } from './start/case-start.ts'

export const Route = createFileRoute('/_app/cases')({
  validateSearch: (params) => ({ ...listParams(params), ...recordParams(params) }),
  beforeLoad: () => requirePermission('case:view'),
  loader: () => prefetch(caseCountsQuery),
  component: CasesScreen,
})

const EXPORT_FORMS = ['view'] as const

/** The list of cases, with the open case next to it. */
function CasesScreen() {
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
          {/* Hidden next to a case, where there is no room and the columns are not visible. */}
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

type Props = { view: CaseView | undefined; counts: CaseCounts | undefined }

/** Views of the list, with the number of their cases. A link to a view keeps neither search nor filters. */
function ViewTabs({ view, counts }: Props) {
  return (
    <TabLinks label="Views of cases">
      {CASE_VIEWS.map((each) => {
        const count = each === 'CLOSED' ? undefined : counts?.[each]
        return (
          <Link
            key={each}
            {...linkTo(CASES.path, { search: { 'f.view': each }, resetScroll: false })}
            {...tabLink}
            // Set below, because an address without a view shows one too.
            activeProps={{ 'aria-current': undefined }}
            aria-current={each === view ? 'page' : undefined}
          >
            {CASE_VIEW_LABELS[each]}
            {count !== undefined && <TabCount>{formatNumber(count)}</TabCount>}
          </Link>
        )
      })}
    </TabLinks>
  )
}

/** Last four digits of a card, which are searched for but kept out of the address. */
const LAST_FOUR = /^\d{4}$/

/**
 * The list of one view. The view is a filter in the address that tabs show instead of the toolbar. `counts` choose the
 * view of an address without one.
 */
function useCasesList(counts: CaseCounts | undefined) {
  const view = useView(counts)
  const list = useMemo(() => ({ ...CASES_LIST, fixed: { view: { in: [view ?? 'OPEN'] } } }), [view])
  const { query, ...state } = useList(list)
  const [lastFour, setLastFour] = useState<string>()
  const { search, change, select } = withoutFilter(state, 'view')
  const shown = { ...search, ...(lastFour !== undefined && { search: lastFour }) }

  const changeShown: ChangeSearch = (part, how) => {
    if (!('search' in part)) return change(part, how)
    const isLastFour = part.search !== undefined && LAST_FOUR.test(part.search)
    if (isLastFour || lastFour !== undefined) select(new Map())
    setLastFour(isLastFour ? part.search : undefined)
    change(isLastFour ? { ...part, search: undefined } : part, how)
  }

  const shownState: ListState<CaseRow> = { ...state, search: shown, change: changeShown }
  return {
    view,
    state: shownState,
    query: lastFour === undefined ? query : { ...query, search: lastFour },
  }
}

/** The view in the address; without one the first that has work of the user. Undefined until that is known. */
function useView(counts: CaseCounts | undefined): CaseView | undefined {
  const { search } = useListSearch(casesList)
  const mayUpdate = may(useUser(), 'case:update')
  // Later counts must not switch the view.
  const [first, setFirst] = useState<CaseView>()
  const initial = mayUpdate ? counts && (counts.MINE > 0 ? 'MINE' : 'OPEN') : 'OPEN'
  if (first === undefined && initial !== undefined) setFirst(initial)
  const wanted = search.filters?.view?.in?.[0]
  return CASE_VIEWS.find((each) => each === wanted) ?? first ?? initial
}
