import type { CallInput } from '@backoffice/contract/endpoint'
import { type Preferences, preferencesEndpoints } from '@backoffice/contract/preferences'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../net/call.ts'

const read = (signal?: AbortSignal) => call(preferencesEndpoints.get, signal ? { signal } : {})

export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: ({ signal }) => read(signal),
})

export function readPreferences(): Promise<Preferences> {
  return read()
}

export function writePreferences(
  body: CallInput<typeof preferencesEndpoints.update>['body'],
): Promise<Preferences> {
  return call(preferencesEndpoints.update, { body })
}
