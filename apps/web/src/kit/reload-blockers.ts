import { queryClient } from '../api/query-client.ts'
import { isReachable } from '../net/connectivity.ts'
import { isAnyFormDirty } from './form/dirty.ts'

/** Whether reloading the page would lose work, or fail because the server cannot be reached. */
export function isBusy(): boolean {
  return (
    isAnyFormDirty() ||
    !isReachable() ||
    queryClient.isMutating() > 0 ||
    // Set by work that a reload would interrupt.
    window.onbeforeunload !== null
  )
}
