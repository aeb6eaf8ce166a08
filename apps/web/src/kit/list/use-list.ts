import type { FieldOf, Filters, ListDeclaration, ListQuery, Sort } from '@backoffice/contract/list'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useIsMounted } from '../form/use-is-mounted.ts'
import { linkTo } from '../navigation/link-to.ts'
import { usePageSize } from '../preferences/preferences.ts'
import {
  arranged,
  type Column,
  type ColumnChoice,
  type List,
  type ListColumns,
  reordered,
  storeColumns,
  useStoredColumns,
} from './columns.ts'
import {
  changed,
  type ListSearch,
  type PageSize,
  parseListSearch,
  printListSearch,
  queryOf,
  type SearchOf,
  type SearchParams,
  selectionOf,
} from './list-search.ts'
import type { SelectedRows } from './selection.ts'

export type ChangeSearch = (change: ListSearch, how?: { replace: boolean }) => void

/** State of a list: its part of the address, and the user's columns. Features fetch the rows (`reviews-queries.ts`). */
export type ListView = {
  list: ListColumns & Pick<List, 'noun' | 'fixed'>
  search: ListSearch
  change: ChangeSearch
  sort: readonly Sort[]
  size: PageSize
  choice: readonly ColumnChoice[]
  chooseColumns: (choice: readonly ColumnChoice[]) => void
}

export type ListState<Row> = ListView & {
  list: List<Row>
  columns: readonly Column<Row>[]
  selected: SelectedRows<Row>
  select: (selected: SelectedRows<Row>) => void
}

/** A typed search replaces the history entry; any other change adds one. */
function isTyped(change: ListSearch): boolean {
  return 'search' in change && Object.keys(change).length === 1
}

export function useListSearch<D extends ListDeclaration>(declaration: D, prefix = '') {
  // The route validates the params.
  const params: SearchParams = useSearch({ strict: false })
  const navigate = useNavigate()
  const isMounted = useIsMounted()
  const search = useMemo(() => parseListSearch(declaration, params, prefix), [declaration, params, prefix])
  const change = useCallback<ChangeSearch>(
    (part, { replace } = { replace: isTyped(part) }) => {
      if (!isMounted.current) return
      const own = `${prefix}f.`
      // Uses the latest params, so that two quick changes are both kept.
      const withChange = (before: SearchParams): SearchParams => {
        // The declaration offers the fields of the change.
        const next = changed(parseListSearch(declaration, before, prefix), part as SearchOf<D>)
        const others = Object.entries(before).filter(([name]) => !name.startsWith(own))
        return { ...Object.fromEntries(others), ...printListSearch(declaration, next, prefix) }
      }
      void navigate(linkTo('.', { search: withChange, replace, resetScroll: false }))
    },
    [declaration, navigate, prefix, isMounted],
  )
  return { search, change }
}

type ListWithQuery<Row, D extends ListDeclaration> = ListState<Row> & { query: ListQuery<FieldOf<D>> }

export function useList<Row, D extends ListDeclaration>(
  list: List<Row, D>,
  prefix = '',
): ListWithQuery<Row, D> {
  const { declaration } = list
  const { search, change } = useListSearch(declaration, prefix)
  const preferred = usePageSize()
  const stored = useStoredColumns(declaration.name)
  const { cols } = search
  const choice = cols ? reordered(stored ?? [], cols) : stored
  const columns = useMemo(() => arranged(list.columns, choice), [list, choice])
  const shown = columns.map(({ field, width }) => ({ id: field, width }))

  function chooseColumns(next: readonly ColumnChoice[]): void {
    const ids = next.map(({ id }) => id)
    // Columns in the address belong to a view; only their widths belong to the user.
    if (cols && ids.join() !== shown.map(({ id }) => id).join()) change({ cols: ids })
    const own = stored ?? arranged(list.columns, undefined).map(({ field }) => ({ id: field }))
    storeColumns(list, cols ? own.map((each) => next.find(({ id }) => id === each.id) ?? each) : next)
  }

  const selectionKey = JSON.stringify(selectionOf(search))
  const [selection, setSelection] = useState<{ key: string; selected: SelectedRows<Row> }>({
    key: selectionKey,
    selected: NONE,
  })
  return {
    // The rest of the kit works with any declaration.
    list: list as unknown as List<Row>,
    search,
    query: queryOf(search, preferred, list.fixed),
    change,
    sort: search.sort ?? declaration.sort,
    size: search.size ?? preferred,
    columns,
    choice: shown,
    chooseColumns,
    // Rows selected in another search may not be visible.
    selected: selection.key === selectionKey ? selection.selected : NONE,
    select: useCallback((selected) => setSelection({ key: selectionKey, selected }), [selectionKey]),
  }
}

const NONE: SelectedRows<never> = new Map<string, never>()

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
