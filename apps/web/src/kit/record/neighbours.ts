import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

type Neighbours = { previous: string | undefined; next: string | undefined }

/** The previous and next row of a record; undefined for a record that is not listed. `listedIds`: ids of the shown rows. */
export function useNeighbours(listedIds: () => readonly string[], id: string): Neighbours {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache])
  // As text, so that equal ids are an equal snapshot.
  const ids = useSyncExternalStore(subscribe, () => neighbourIds(listedIds(), id), noIds)
  const [previous, next] = ids.split(' ')
  return { previous: previous || undefined, next: next || undefined }
}

/** Snapshot for the frame of the page, which has no list yet. */
const noIds = () => ''

function neighbourIds(ids: readonly string[], id: string): string {
  const at = ids.indexOf(id)
  return at < 0 ? '' : `${ids[at - 1] ?? ''} ${ids[at + 1] ?? ''}`
}
