import { may } from '@backoffice/contract/access'
import type { ApprovalView } from '@backoffice/contract/approvals'
import { APPROVAL_VIEWS } from '@backoffice/contract/approvals'
import type { ApprovalRow } from '@backoffice/contract/endpoints/approvals'
import type { Filters } from '@backoffice/contract/list'
import { approvalsList } from '@backoffice/contract/lists/approvals'
import { isKeyOf } from '@backoffice/contract/objects'
import { useMemo } from 'react'
import type { ListSearch } from '../../kit/list/list-search.ts'
import { type ChangeSearch, type ListState, useList, useListSearch } from '../../kit/list/use-list.ts'
import { useUser } from '../../session/store.ts'
import { APPROVALS_LIST } from './approvals-list.tsx'

/** The list of one view. The view is a filter in the address that tabs show instead of the toolbar. */
export function useApprovalsList() {
  const { search: address } = useListSearch(approvalsList)
  const isDecider = may(useUser(), 'approval:decide')
  const wanted = address.filters?.view?.in?.[0] ?? ''
  const view: ApprovalView = isDecider ? (isKeyOf(APPROVAL_VIEWS, wanted) ? wanted : 'decide') : 'mine'
  const list = useMemo(() => ({ ...APPROVALS_LIST, fixed: { view: { in: [view] } } }), [view])
  const { query, ...state } = useList(list)
  const { search, change } = state
  const changeShown: ChangeSearch = (part, how) => {
    const next =
      'filters' in part ? { ...part, filters: { ...part.filters, view: search.filters?.view } } : part
    change(next, how)
  }
  const shown: ListState<ApprovalRow> = { ...state, search: withoutView(search), change: changeShown }
  return { view, isDecider, state: shown, query }
}

function withoutView({ filters, ...search }: ListSearch): ListSearch {
  const { view: _, ...others } = filters ?? {}
  const rest: Filters = others
  return Object.keys(rest).length > 0 ? { ...search, filters: rest } : search
}
