import { dashboardEndpoints } from '@backoffice/contract/dashboard'
import type { Reply } from '@backoffice/contract/endpoint'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../net/call.ts'
import { prefetch } from '../../net/query-client.ts'
import { DEPENDS_ON_FILES } from '../files/tracked/file-queries.ts'
import type { Drill } from './drill.ts'

export const dashboardKey = ['dashboard'] as const

const REFRESH_MS = 60_000

const { listTransactions, exportTransactions: _, ...tiles } = dashboardEndpoints
export type TileName = keyof typeof tiles
export type TileData<Name extends TileName> = Reply<(typeof tiles)[Name]>

/** Tiles that change with the state of a file. */
const FILE_TILES: readonly TileName[] = ['files', 'rows', 'inquiries', 'mapping', 'system']

/** `date` as YYYY-MM-DD; without it the server uses yesterday. */
export function tileQuery<Name extends TileName>(name: Name, date: string | undefined) {
  // All tiles have the same input.
  const endpoint: (typeof tiles)[TileName] = tiles[name]
  return queryOptions({
    queryKey: [...dashboardKey, name, date ?? 'yesterday'],
    queryFn: ({ signal }) =>
      call(endpoint, { query: date ? { date } : {}, signal }) as Promise<TileData<Name>>,
    refetchInterval: REFRESH_MS,
    ...(FILE_TILES.includes(name) && { meta: DEPENDS_ON_FILES }),
  })
}

/** Keeps the previous figures until the new date is loaded. */
export function useTile<Name extends TileName>(name: Name, date: string | undefined) {
  return useQuery({ ...tileQuery(name, date), placeholderData: keepPreviousData })
}

export function prefetchTiles(names: readonly TileName[], date: string | undefined): void {
  for (const name of names) prefetch(tileQuery(name, date))
}

export type FigureTransactions = Reply<typeof listTransactions>

export function drillQuery(drill: Drill) {
  return queryOptions({
    queryKey: [...dashboardKey, 'transactions-list', drill],
    queryFn: ({ signal }) => call(listTransactions, { query: drill, signal }),
  })
}
