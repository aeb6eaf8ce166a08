import { Skeleton } from '../../ui/skeleton.tsx'
import { useLazyPart } from '../lazy/use-lazy.tsx'
import type { HistoryProps } from './history-events.tsx'

const loadEvents = async () => (await import('./history-events.tsx')).HistoryEvents

/** The history of a record. Most visits do not open it, so its code loads with the tab. */
export function HistoryTab(props: HistoryProps) {
  const [Events, failure] = useLazyPart('The history', loadEvents)
  return Events ? <Events {...props} /> : (failure ?? <Skeleton width="100%" height={120} />)
}
