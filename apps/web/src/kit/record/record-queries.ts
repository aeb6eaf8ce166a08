import type { TableDeclaration } from '@backoffice/contract/table'
import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '../../net/query-client.ts'
import type { Row } from './rows.ts'
import { getRow } from './table-calls.ts'

/**
 * Keys of the query cache. A list of a table is cached below `lists(table)`, with the reply of its call as the data, so
 * that a write can find it: `[...recordKeys.lists(table), query]`.
 */
export const recordKeys = {
  lists: ({ name }: TableDeclaration) => [name, 'list'] as const,
  record: ({ name }: TableDeclaration, id: string) => [name, 'record', id] as const,
  histories: (resource: string) => ['history', resource] as const,
}

export function recordQuery(table: TableDeclaration, id: string) {
  return queryOptions({
    queryKey: recordKeys.record(table, id),
    queryFn: ({ signal }) => getRow(table, id, signal),
    // A row of the list is shown at once and read again.
    placeholderData: () => cachedRow(table, id),
    refetchOnWindowFocus: 'always',
  })
}

type ListData = { items: Row[]; total: number }

function isListData(data: unknown): data is ListData {
  return typeof data === 'object' && data !== null && 'items' in data && Array.isArray(data.items)
}

/** The rows of the list as it is shown now, or was last. */
export function shownRows(table: TableDeclaration): readonly Row[] {
  const queries = queryClient.getQueryCache().findAll({ queryKey: recordKeys.lists(table) })
  const [shown] = queries
    .filter(({ state }) => isListData(state.data))
    .sort(
      (one, other) =>
        Number(other.isActive()) - Number(one.isActive()) ||
        other.state.dataUpdatedAt - one.state.dataUpdatedAt,
    )
  return isListData(shown?.state.data) ? shown.state.data.items : []
}

function cachedRow(table: TableDeclaration, id: string): Row | undefined {
  return shownRows(table).find((row) => row.id === id)
}

/** Takes rows out of every cached list, before the server has answered; returns how to put them back. */
export function dropFromLists(table: TableDeclaration, ids: readonly string[]): () => void {
  const queryKey = recordKeys.lists(table)
  const before = queryClient.getQueriesData({ queryKey })
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueriesData({ queryKey }, (data: unknown) => {
    if (!isListData(data)) return data
    const items = data.items.filter(({ id }) => !ids.includes(id))
    return { ...data, items, total: Math.max(0, data.total - (data.items.length - items.length)) }
  })
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data)
  }
}

/** Puts the rows that a write answered where they are shown. */
export function storeRows(table: TableDeclaration, rows: readonly Row[]): void {
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const row of rows) queryClient.setQueryData(recordKeys.record(table, row.id), row)
  queryClient.setQueriesData({ queryKey: recordKeys.lists(table) }, (data: unknown) =>
    isListData(data) ? { ...data, items: data.items.map((row) => byId.get(row.id) ?? row) } : data,
  )
}

/** A row that does not exist any more: opened again, it is read again. */
export function forgetRows(table: TableDeclaration, ids: readonly string[]): void {
  for (const id of ids) queryClient.removeQueries({ queryKey: recordKeys.record(table, id) })
}

/** Reads the lists and the histories again. */
export async function refreshAfterWrite(table: TableDeclaration): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: recordKeys.lists(table) }),
    queryClient.invalidateQueries({ queryKey: recordKeys.histories(table.resource) }),
  ])
}
