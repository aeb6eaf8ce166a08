import { moduleOf, type Permission, resourceOf } from '@backoffice/contract/access'
import type { Address, CallInput } from '@backoffice/contract/endpoint'
import { endpointUrl, querySearch } from './endpoint-url.ts'
import type { FirstRequest } from './first-requests.ts'

/** The server fills in the bases when it serves the page. */
const NO_BASES = { userApi: '', operationsApi: '' }

/** A call that the page of a screen sends before its modules load. Only the build runs this. */
export function firstRequest<const E extends Address>(endpoint: E, input: CallInput<E>): FirstRequest {
  const { api, method, access } = endpoint as Address
  const path = endpointUrl(NO_BASES, endpoint)
  if (access === 'signed-in') throw new Error(`${path} names no permission to check ahead.`)
  // The signature checks the parts against the declaration.
  const { query = {}, body } = input as {
    query?: Record<string, unknown> | undefined
    body?: object | undefined
  }
  const search = querySearch(query)
  return {
    base: `${api}Api`,
    path: search ? `${path}?${search}` : path,
    method,
    ...(body && { body: JSON.stringify(body) }),
    access: (typeof access === 'string' ? [access] : access.anyOf).map(accessOf),
  }
}

/** Names of which `may` requires one in each list. */
export function accessOf(permission: Permission): FirstRequest['access'][number] {
  return {
    modules: ['All', moduleOf(permission)],
    policies: ['*:*', `${resourceOf(permission)}:*`, permission],
  }
}
