import type { Reply } from '@backoffice/contract/endpoint'
import type { ListDeclaration, Sort } from '@backoffice/contract/list'
import { type View, type ViewContent, viewEndpoints } from '@backoffice/contract/views'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../net/call.ts'
import { queryClient } from '../../net/query-client.ts'
import { arranged } from './columns.ts'
import { ALL_ROWS, type ListSearch, parseListSearch, printListSearch, type SearchOf } from './list-search.ts'
import type { ListView } from './use-list.ts'

export type Views = Reply<typeof viewEndpoints.list>['items']

const keyOf = (list: string) => ['views', list] as const

export function viewsQuery(list: string) {
  return queryOptions({
    queryKey: keyOf(list),
    queryFn: async ({ signal }) => (await call(viewEndpoints.list, { query: { list }, signal })).items,
    // Other users rarely change views.
    staleTime: 60_000,
  })
}

export const shareableRolesQuery = queryOptions({
  queryKey: ['views', 'roles'],
  queryFn: async ({ signal }) => (await call(viewEndpoints.roles, { signal })).items,
})

export function setViews(list: string, change: (views: Views) => Views): void {
  queryClient.setQueryData<Views>(keyOf(list), (views) => change(views ?? []))
}

/** State of a list in the address without its page, size and view. */
type Look = Pick<ListSearch, 'search' | 'filters' | 'sort' | 'cols'>

/** The look of a view, without parts that the list no longer has. */
export function lookOf(declaration: ListDeclaration, { search, filters, sort, columns }: ViewContent): Look {
  type Any = SearchOf<ListDeclaration>
  // Printed and parsed, to check it like an address.
  const wanted = { search, filters, sort: sort as Sort[], cols: columns } satisfies Any
  const {
    page: _,
    after: __,
    size: ___,
    view: ____,
    ...look
  } = parseListSearch(declaration, printListSearch(declaration, wanted))
  return look
}

/** The current list as content of a view; columns only if they differ from the declared ones. */
export function contentOf({ list, search, choice }: ListView): ViewContent {
  const columns = choice.map(({ id }) => id)
  const declared = arranged(list.columns, undefined).map(({ field }) => field)
  return {
    ...(search.search && { search: search.search }),
    // Conditions are plain data, as the schema requires.
    ...(search.filters && { filters: search.filters as NonNullable<ViewContent['filters']> }),
    ...(search.sort && { sort: [...search.sort] }),
    ...(columns.join() !== declared.join() && { columns }),
  }
}

function printed(declaration: ListDeclaration, { search, filters, sort, cols }: Look): string {
  return JSON.stringify(
    Object.entries(printListSearch(declaration, { search, filters, sort, cols })).toSorted(),
  )
}

/** All views, the view in the address, and whether the list differs from it. */
export function useViews({ list: { declaration }, search, change }: ListView) {
  const { data: views, error, refetch } = useQuery(viewsQuery(declaration.name))
  const active = views?.find(({ id }) => id === search.view)
  const isChanged =
    active !== undefined &&
    printed(declaration, search) !== printed(declaration, lookOf(declaration, active.content))
  // Only a plain address on opening applies the default view; later the user chose it.
  const isOpening = useRef(Object.keys(search).every((name) => name === 'size'))
  useEffect(() => {
    const preset = views?.find((view) => view.is_default)
    if (!views || !isOpening.current) return
    isOpening.current = false
    if (preset) change(applied(declaration, preset), { replace: true })
  }, [views, change, declaration])
  return { views, active, isChanged, error, refetch }
}

/** The change of the address that shows a view; without a view, the declared list. */
export function applied(
  declaration: ListDeclaration,
  view: View | undefined,
  hasDefault = false,
): ListSearch {
  const plain = { search: undefined, filters: undefined, sort: undefined, cols: undefined, page: undefined }
  // Otherwise the next page load would apply the default view again.
  if (!view) return { ...plain, view: hasDefault ? ALL_ROWS : undefined }
  return { ...plain, ...lookOf(declaration, view.content), view: view.id }
}
