import { may } from '@backoffice/contract/access'
import { APPROVAL_VIEWS, type ApprovalRow, type ApprovalView } from '@backoffice/contract/approvals'
import { approvalsList } from '@backoffice/contract/lists/approvals'
import { isKeyOf, keysOf } from '@backoffice/contract/objects'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { formatDateTime } from '../../kit/format/format-time.ts'
import { useLazyDialog } from '../../kit/lazy/use-lazy.tsx'
import type { BulkActions } from '../../kit/list/bulk-bar.tsx'
import type { List } from '../../kit/list/columns.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { useList, useListSearch, withoutFilter } from '../../kit/list/use-list.ts'
import { linkTo } from '../../kit/navigation/link-to.ts'
import { useOpenRecord } from '../../kit/navigation/open-record.ts'
import { recordLink } from '../../kit/record/record-links.ts'
import { Page } from '../../kit/shell/page.tsx'
import { useUser } from '../../session/store.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyValue } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { TabCount, TabLinks, tabLink } from '../../ui/tab-links.tsx'
import { endText, impactText, statusBadge } from './approval-words.ts'
import css from './approvals.module.css'
import { approvalsQuery } from './approvals-queries.ts'
import { type Decisions, useDecisions } from './decisions.tsx'
import { APPROVALS, approvalCountsQuery } from './requests/approval-queries.ts'

/** Requests that wait for a second person, with the open one next to them. */
export function ApprovalsScreen() {
  const { view, isDecider, state, query } = useApprovalsList()
  const result = useQuery({ ...approvalsQuery(query), placeholderData: keepPreviousData })
  const { id } = useParams({ strict: false })
  const { open, lastId } = useOpenRecord()
  const decisions = useDecisions({ onDone: () => state.select(new Map()) })
  return (
    <Page title="Approvals" crumbs={[{ label: 'Access' }]} actions={!open && <RulesButton />}>
      {isDecider && <ApprovalTabs view={view} />}
      <ListPage
        {...{ state, result }}
        {...(view === 'decide' && { bulk: bulkOf(decisions) })}
        searchLabel="Search request, requester or ticket"
        currentId={id}
        savedId={id ? undefined : lastId}
        empty={<NoRequests view={view} />}
      />
      {decisions.dialog}
      <Outlet />
    </Page>
  )
}

function bulkOf({ isPending, approve, reject }: Decisions): BulkActions<ApprovalRow> {
  const deciding = { permission: 'approval:decide', isPending } as const
  return [
    { ...deciding, label: 'Approve', run: approve },
    { ...deciding, label: 'Reject…', isDangerous: true, run: reject },
  ]
}

const EMPTY: Readonly<Record<ApprovalView, { title: string; hint: string }>> = {
  decide: {
    title: 'Nothing to decide',
    hint: 'Other people’s requests appear here when a change needs a second person.',
  },
  mine: {
    title: 'No requests yet',
    hint: 'Your changes that need approval, and the access that you request, appear here.',
  },
  decided: { title: 'No decided requests', hint: 'Approved, rejected and expired requests appear here.' },
}

function NoRequests({ view }: { view: ApprovalView }) {
  const { title, hint } = EMPTY[view]
  return <EmptyState title={title}>{hint}</EmptyState>
}

const loadRules = async () => (await import('./rules-dialog.tsx')).RulesDialog

/** Opens the approval rules. */
function RulesButton() {
  // Either permission opens the rules.
  const permission = may(useUser(), 'approval:manage') ? 'approval:manage' : 'approval:decide'
  const [isOpen, setOpen] = useState(false)
  const RulesDialog = useLazyDialog(loadRules, isOpen, () => setOpen(false))
  return (
    <>
      <PermissionGate permission={permission}>
        <Button onClick={() => setOpen(true)}>Rules</Button>
      </PermissionGate>
      {isOpen && RulesDialog && <RulesDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** Heading of the line below the status, which shows the end of the request or who decided it. */
const ENDS = { decide: 'Decide by', mine: 'Decide by or decided', decided: 'Decided' } as const

function listOf(view: ApprovalView): typeof APPROVALS_LIST {
  const columns = APPROVALS_LIST.columns.map((column) =>
    column.field === 'expires_at' ? { ...column, heading: ENDS[view] } : column,
  )
  return { ...APPROVALS_LIST, columns }
}

/** The list of one view. The view is a filter in the address that tabs show instead of the toolbar. */
function useApprovalsList() {
  const { search: address } = useListSearch(approvalsList)
  const isDecider = may(useUser(), 'approval:decide')
  const wanted = address.filters?.view?.in?.[0] ?? ''
  const view: ApprovalView = isDecider ? (isKeyOf(APPROVAL_VIEWS, wanted) ? wanted : 'decide') : 'mine'
  const list = useMemo(() => ({ ...listOf(view), fixed: { view: { in: [view] } } }), [view])
  const { query, ...state } = useList(list)
  return { view, isDecider, state: withoutFilter(state, 'view'), query }
}

/** Views of the list for users who can decide, with the number of open requests. */
function ApprovalTabs({ view }: { view: ApprovalView }) {
  const { data: counts } = useQuery(approvalCountsQuery)
  return (
    <TabLinks label="Views of requests">
      {keysOf(APPROVAL_VIEWS).map((each) => {
        const count = each === 'decided' ? undefined : counts?.[each]
        // Own requests stay listed after their end, so a bare number would count other rows than the list.
        const isOpenOnly = each === 'mine'
        return (
          <Link
            key={each}
            {...linkTo(APPROVALS.path, { search: { 'f.view': each }, resetScroll: false })}
            {...tabLink}
            // Set below, because an address without a view shows one too.
            activeProps={{ 'aria-current': undefined }}
            aria-current={each === view ? 'page' : undefined}
          >
            {APPROVAL_VIEWS[each]}
            {count !== undefined && !(isOpenOnly && count === 0) && (
              <TabCount>{`${formatNumber(count)}${isOpenOnly ? ' open' : ''}`}</TabCount>
            )}
          </Link>
        )
      })}
    </TabLinks>
  )
}

const time = (at: string | null) =>
  at === null ? <EmptyValue /> : <time dateTime={at}>{formatDateTime(at)}</time>

const APPROVALS_LIST: List<ApprovalRow, typeof approvalsList> = {
  declaration: approvalsList,
  noun: 'request',
  idOf: ({ id }) => id,
  nameOf: ({ what }) => what,
  open: ({ id }) => recordLink(APPROVALS, id),
  columns: [
    {
      field: 'what',
      always: true,
      inNarrowList: true,
      card: 'title',
      cell: ({ what }) => <span className={css.what}>{what}</span>,
    },
    {
      field: 'requested_by',
      under: 'what',
      cell: ({ requested_by, requested_at }) => `${requested_by.name} · ${formatDateTime(requested_at)}`,
    },
    {
      field: 'kind',
      heading: 'Impact',
      inNarrowList: true,
      cell: (row) => (
        <span className={css.impact}>
          {impactText(row)}
          {row.is_high_risk && <span className={css.risk}>High risk</span>}
        </span>
      ),
    },
    {
      field: 'status',
      inNarrowList: true,
      card: 'badge',
      cell: (row) => {
        const { tone, text } = statusBadge(row)
        return <Badge tone={tone}>{text}</Badge>
      },
    },
    { field: 'expires_at', under: 'status', card: 'foot', cell: endText },
    {
      field: 'ticket_no',
      variant: 'code',
      card: 'foot',
      cell: ({ ticket_no }) => ticket_no ?? <EmptyValue />,
    },
    {
      field: 'requested_at',
      hidden: true,
      variant: 'second',
      card: 'none',
      cell: ({ requested_at }) => time(requested_at),
    },
    {
      field: 'decided_by',
      hidden: true,
      card: 'none',
      cell: ({ decided_by }) => decided_by?.name ?? <EmptyValue />,
    },
    {
      field: 'decided_at',
      hidden: true,
      variant: 'second',
      card: 'none',
      cell: ({ decided_at }) => time(decided_at),
    },
  ],
}
