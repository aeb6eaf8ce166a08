import type { ApprovalRow, ApprovalView } from '@backoffice/contract/approvals'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import type { BulkActions } from '../../kit/list/bulk-actions.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { useOpenRecord } from '../../kit/navigation/open-record.ts'
import { Page } from '../../kit/shell/page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ApprovalTabs } from './approval-tabs.tsx'
import { approvalsQuery } from './approvals-queries.ts'
import { type Decisions, useDecisions } from './decisions.tsx'
import { RulesButton } from './rules-button.tsx'
import { useApprovalsList } from './use-approvals-list.ts'

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
