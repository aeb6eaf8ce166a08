import { queryClient } from '../api/query-client.ts'
import { isReachable } from '../net/connectivity.ts'
import { isAnyFormDirty } from './form/dirty.ts'

/** Whether loading the page again would destroy something, or bring nothing. */
export function isBusy(): boolean {
  return (
    isAnyFormDirty() ||
    !isReachable() ||
    queryClient.isMutating() > 0 ||
    // An upload under way says so itself.
    window.onbeforeunload !== null
  )
}
