import type { TableDeclaration } from '@backoffice/contract/table'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { shownRows } from './record-queries.ts'

export type Neighbours = { previous: string | undefined; next: string | undefined }

/** The ids of the rows before and after in the list as it is shown now; none for a row that it does not show. */
export function useNeighbours(table: TableDeclaration, id: string): Neighbours {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache])
  // As text: the same ids are the same snapshot.
  const ids = useSyncExternalStore(subscribe, () => neighbourIds(table, id), noIds)
  const [previous, next] = ids.split(' ')
  return { previous: previous || undefined, next: next || undefined }
}

/** In the frame of the page, which is rendered before there is a list. */
const noIds = () => ''

function neighbourIds(table: TableDeclaration, id: string): string {
  const ids = shownRows(table).map((row) => row.id)
  const at = ids.indexOf(id)
  return at < 0 ? '' : `${ids[at - 1] ?? ''} ${ids[at + 1] ?? ''}`
}
