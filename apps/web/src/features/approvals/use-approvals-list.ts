import { may } from '@backoffice/contract/access'
import type { ApprovalView } from '@backoffice/contract/approvals'
import { APPROVAL_VIEWS } from '@backoffice/contract/approvals'
import { approvalsList } from '@backoffice/contract/lists/approvals'
import { isKeyOf } from '@backoffice/contract/objects'
import { useMemo } from 'react'
import { withoutFilter } from '../../kit/list/hidden-filter.ts'
import { useList, useListSearch } from '../../kit/list/use-list.ts'
import { useUser } from '../../session/store.ts'
import { APPROVALS_LIST } from './approvals-list.tsx'

/** Heading of the line below the status: until when a request can be decided, or who decided it. */
const ENDS = { decide: 'Decide by', mine: 'Decide by or decided', decided: 'Decided' } as const

function listOf(view: ApprovalView): typeof APPROVALS_LIST {
  const columns = APPROVALS_LIST.columns.map((column) =>
    column.field === 'expires_at' ? { ...column, heading: ENDS[view] } : column,
  )
  return { ...APPROVALS_LIST, columns }
}

/** The list of one view. The view is a filter in the address that tabs show instead of the toolbar. */
export function useApprovalsList() {
  const { search: address } = useListSearch(approvalsList)
  const isDecider = may(useUser(), 'approval:decide')
  const wanted = address.filters?.view?.in?.[0] ?? ''
  const view: ApprovalView = isDecider ? (isKeyOf(APPROVAL_VIEWS, wanted) ? wanted : 'decide') : 'mine'
  const list = useMemo(() => ({ ...listOf(view), fixed: { view: { in: [view] } } }), [view])
  const { query, ...state } = useList(list)
  return { view, isDecider, state: withoutFilter(state, 'view'), query }
}
