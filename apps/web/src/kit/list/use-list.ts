import type { FieldOf, ListDeclaration, ListQuery, Sort } from '@backoffice/contract/list'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { linkTo } from '../link-to.ts'
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
import type { SearchParams } from './list-params.ts'
import {
  changed,
  type ListSearch,
  type PageSize,
  parseListSearch,
  printListSearch,
  queryOf,
  type SearchOf,
  selectionOf,
} from './list-search.ts'
import type { Selected } from './selection.ts'

export type ChangeSearch = (change: ListSearch, how?: { replace: boolean }) => void

/** A list on a screen, without its rows: what the address says of it, and its columns as the user has them. */
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
  selected: Selected<Row>
  select: (selected: Selected<Row>) => void
}

/** A search is typed, so only its result is worth an entry of the history; any other change is a step to go back from. */
function isTyped(change: ListSearch): boolean {
  return 'search' in change && Object.keys(change).length === 1
}

export function useListSearch<D extends ListDeclaration>(declaration: D, prefix = '') {
  // Validated by the route that shows the list.
  const params = useSearch({ strict: false }) as SearchParams
  const navigate = useNavigate()
  const search = useMemo(() => parseListSearch(declaration, params, prefix), [declaration, params, prefix])
  const change = useCallback<ChangeSearch>(
    (part, { replace } = { replace: isTyped(part) }) => {
      const own = `${prefix}f.`
      // Of the params as they are by then, so that two changes in a row are both kept.
      const withChange = (before: SearchParams): SearchParams => {
        // The fields of the change are those that the declaration offers.
        const next = changed(parseListSearch(declaration, before, prefix), part as SearchOf<D>)
        const others = Object.entries(before).filter(([name]) => !name.startsWith(own))
        return { ...Object.fromEntries(others), ...printListSearch(declaration, next, prefix) }
      }
      void navigate(linkTo('.', { search: withChange, replace, resetScroll: false }))
    },
    [declaration, navigate, prefix],
  )
  return { search, change }
}

type Listed<Row, D extends ListDeclaration> = ListState<Row> & { query: ListQuery<FieldOf<D>> }

export function useList<Row, D extends ListDeclaration>(list: List<Row, D>, prefix = ''): Listed<Row, D> {
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
    // Columns in the address belong to a view, and only their widths to the user.
    if (cols && ids.join() !== shown.map(({ id }) => id).join()) change({ cols: ids })
    const own = stored ?? arranged(list.columns, undefined).map(({ field }) => ({ id: field }))
    storeColumns(list, cols ? own.map((each) => next.find(({ id }) => id === each.id) ?? each) : next)
  }

  const selectionKey = JSON.stringify(selectionOf(search))
  const [selection, setSelection] = useState({ key: selectionKey, selected: NONE as Selected<Row> })
  return {
    // The rest of the kit reads the fields of any declaration.
    list: list as unknown as List<Row>,
    search,
    query: queryOf(search, preferred, list.fixed),
    change,
    sort: search.sort ?? declaration.sort,
    size: search.size ?? preferred,
    columns,
    choice: shown,
    chooseColumns,
    // What another search had selected could no longer be seen.
    selected: selection.key === selectionKey ? selection.selected : NONE,
    select: useCallback((selected) => setSelection({ key: selectionKey, selected }), [selectionKey]),
  }
}

const NONE: Selected<never> = new Map<string, never>()
