import type { Permission, Resource } from '@backoffice/contract/access'
import { historyEndpoints } from '@backoffice/contract/history'
import { optionsEndpoint, tableEndpoints } from '@backoffice/contract/lookup-tables'
import type { OptionTable, TableDeclaration, TableInput } from '@backoffice/contract/table'
import type { RowOutcome as Outcome, References } from '@backoffice/contract/values.schemas'
import {
  infiniteQueryOptions,
  type QueryKey,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiError } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { queryClient } from '../../net/query-client.ts'
import type { Row, RowVersion } from './rows.ts'

/**
 * Keys of the query cache. The replies of a table's list are cached by `[...recordKeys.lists(table), query]`, so that a
 * write can find them.
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
    refetchOnWindowFocus: 'always',
  })
}

/** Reads a record; shows the row of the list until it is loaded. Without an id nothing is read. */
export function useRecord(table: TableDeclaration, id: string | undefined) {
  // Found once, because while the record loads, a deletion drops the row from the lists before the server may refuse
  // it.
  const listed = useMemo(() => shownRows(table).find((row) => row.id === id), [table, id])
  return useQuery({
    ...recordQuery(table, id ?? ''),
    enabled: id !== undefined,
    placeholderData: () => listed,
  })
}

type ListData<R = Row> = { items: R[]; total: number }

function isListData<R = Row>(data: unknown): data is ListData<R> {
  return typeof data === 'object' && data !== null && 'items' in data && Array.isArray(data.items)
}

/** Rows of the current or last visible list of a table. */
export const shownRows = (table: TableDeclaration) => rowsOfList<Row>(recordKeys.lists(table))

/** Rows of the current or last visible list with this key. */
export function rowsOfList<R>(queryKey: QueryKey): readonly R[] {
  const queries = queryClient.getQueryCache().findAll({ queryKey })
  const [shown] = queries
    .filter(({ state }) => isListData<R>(state.data))
    .sort(
      (one, other) =>
        Number(other.isActive()) - Number(one.isActive()) ||
        other.state.dataUpdatedAt - one.state.dataUpdatedAt,
    )
  const data: unknown = shown?.state.data
  return isListData<R>(data) ? data.items : []
}

/** Removes rows from every cached list before the server replies. Returns a function that restores them. */
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

/** Stores the rows of a write's reply in the caches that show them. */
export function storeRows(table: TableDeclaration, rows: readonly Row[]): void {
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const row of rows) queryClient.setQueryData(recordKeys.record(table, row.id), row)
  queryClient.setQueriesData({ queryKey: recordKeys.lists(table) }, (data: unknown) =>
    isListData(data) ? { ...data, items: data.items.map((row) => byId.get(row.id) ?? row) } : data,
  )
}

/** Removes rows that no longer exist from the cache. */
export function forgetRows(table: TableDeclaration, ids: readonly string[]): void {
  for (const id of ids) queryClient.removeQueries({ queryKey: recordKeys.record(table, id) })
}

/** Refreshes the lists and histories. */
export async function refreshAfterWrite(table: TableDeclaration): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: recordKeys.lists(table) }),
    queryClient.invalidateQueries({ queryKey: recordKeys.histories(table.resource) }),
  ])
}

/* Calls of a lookup table, by its declaration. */

export type RowOutcome = Outcome<Row>

export type RowChange = RowVersion & Partial<TableInput>
type RowWrite = 'update' | 'delete' | 'restore'

function getRow(table: TableDeclaration, id: string, signal: AbortSignal): Promise<Row> {
  return call(tableEndpoints(table).get, { params: { id }, signal })
}

export function createRow(table: TableDeclaration, body: TableInput, idempotencyKey: string): Promise<Row> {
  return call(tableEndpoints(table).create, { body, idempotencyKey })
}

/** Updates one row. Throws an `ApiError` if it is refused. */
export async function updateRow(table: TableDeclaration, item: RowChange): Promise<Row> {
  const [outcome] = (await call(tableEndpoints(table).update, { body: { items: [item] } })).items
  if (!outcome?.row) throw new ApiError(422, { code: outcome?.code ?? '', detail: outcome?.detail ?? '' })
  return outcome.row
}

/** Returns an outcome for each row, in order. */
export async function writeRows(
  table: TableDeclaration,
  write: RowWrite,
  items: readonly RowChange[],
): Promise<RowOutcome[]> {
  try {
    return (await call(tableEndpoints(table)[write], { body: { items: [...items] } })).items
  } catch (error) {
    const [only, ...others] = items
    // The call refuses a single row as a whole.
    if (!(error instanceof ApiError) || !only || others.length > 0 || !isOfRow(error)) throw error
    const { code, message, fields, usedBy } = error
    return [{ id: only.id, outcome: 'refused', code, detail: message, errors: [...fields], used_by: usedBy }]
  }
}

const isOfRow = ({ status }: ApiError) => status === 404 || status === 409 || status === 422

/** References to the rows. */
export async function findUses(table: TableDeclaration, rows: readonly RowVersion[]): Promise<References> {
  return (await call(tableEndpoints(table).uses, { body: { ids: rows.map(({ id }) => id) } })).items
}

export type Option = { code: string; name: string; in_force: boolean }

/** The reply includes `selected` codes in any state. */
export async function findOptions(
  permission: Permission,
  referenced: OptionTable,
  body: {
    search?: string
    selected?: string[]
    within?: Record<string, string>
    except?: Record<string, string>
    retired?: boolean
  },
  signal: AbortSignal,
): Promise<Option[]> {
  const endpoint = optionsEndpoint(referenced, [permission])
  return (await call(endpoint, { body, signal })).items
}

/** Events of a record by page, newest first. */
export function historyQuery(resource: Resource, id: string) {
  return infiniteQueryOptions({
    queryKey: [...recordKeys.histories(resource), id],
    queryFn: ({ signal, pageParam }) =>
      call(historyEndpoints.get, {
        params: { resource, id },
        query: pageParam === null ? {} : { after: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}

/** Count of events for the tab: `14`, `50+`; undefined until loaded. */
export function useHistoryCount(resource: Resource, id: string): string | undefined {
  const { data } = useInfiniteQuery(historyQuery(resource, id))
  if (!data) return undefined
  const events = data.pages.reduce((total, { items }) => total + items.length, 0)
  return `${events}${data.pages.at(-1)?.next ? '+' : ''}`
}
