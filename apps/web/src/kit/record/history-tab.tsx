import { Skeleton } from '../../ui/skeleton.tsx'
import { toastFailed } from '../toast.ts'
import { useLazyModule } from '../use-lazy-module.ts'
import type { HistoryProps } from './history-events.tsx'

const loadEvents = async () => (await import('./history-events.tsx')).HistoryEvents

/** The history of a record. Most visits do not open it, so its code loads with the tab. */
export function HistoryTab(props: HistoryProps) {
  const Events = useLazyModule(loadEvents, true, onLoadFailed)
  return Events ? <Events {...props} /> : <Skeleton width="100%" height={120} />
}

function onLoadFailed(): void {
  toastFailed('The history could not be loaded. Reload the page.')
}
