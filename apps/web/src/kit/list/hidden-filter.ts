import type { Filters } from '@backoffice/contract/list'
import type { ListSearch } from './list-search.ts'
import type { ListState } from './use-list.ts'

/** State for a toolbar without one filter, which the screen shows itself, for example as tabs. Changes keep it. */
export function withoutFilter<Row>(state: ListState<Row>, field: string): ListState<Row> {
  const { search, change } = state
  return {
    ...state,
    search: otherFilters(search, field),
    change(part, how) {
      const filters = { ...part.filters, [field]: search.filters?.[field] }
      change('filters' in part ? { ...part, filters } : part, how)
    },
  }
}

function otherFilters({ filters, ...search }: ListSearch, field: string): ListSearch {
  const { [field]: _, ...others } = filters ?? {}
  const rest: Filters = others
  return Object.keys(rest).length > 0 ? { ...search, filters: rest } : search
}
