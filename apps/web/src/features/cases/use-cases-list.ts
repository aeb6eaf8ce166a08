import { may } from '@backoffice/contract/access'
import { CASE_VIEWS, type CaseCounts, type CaseRow, type CaseView } from '@backoffice/contract/cases'
import { casesList } from '@backoffice/contract/lists/cases'
import { useMemo, useState } from 'react'
import { withoutFilter } from '../../kit/list/hidden-filter.ts'
import { type ChangeSearch, type ListState, useList, useListSearch } from '../../kit/list/use-list.ts'
import { useUser } from '../../session/store.ts'
import { CASES_LIST } from './cases-list.tsx'

/** Last four digits of a card: searched for, but kept out of the address. */
const LAST_FOUR = /^\d{4}$/

/**
 * The list of one view. The view is a filter in the address that tabs show instead of the toolbar. `counts`: choose the
 * view of an address without one.
 */
export function useCasesList(counts: CaseCounts | undefined) {
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
