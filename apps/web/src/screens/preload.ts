import { moduleOf, type Permission, resourceOf } from '@backoffice/contract/access'
import type { CallInput, Endpoint } from '@backoffice/contract/endpoint'
import { dashboardEndpoints } from '@backoffice/contract/endpoints/dashboard'
import { fileEndpoints } from '@backoffice/contract/endpoints/files'
import { inquiryEndpoints } from '@backoffice/contract/endpoints/inquiries'
import { DEFAULT_PREFERENCES } from '@backoffice/contract/preferences'
import { endpointUrl } from '../net/endpoint-url.ts'
import type { Preload } from '../net/preload.ts'
import { filesOf, inquiriesOf, readSearch } from './inquiry/inquiry-search.ts'

const pageSize = DEFAULT_PREFERENCES.page_size
const search = readSearch({})
/** Only the server that serves the page knows them. */
const NO_BASES = { userApi: '', operationsApi: '' }

/** By the name of the screen; the build writes them into its page. */
export const PRELOADS: Readonly<Record<string, readonly Preload[]>> = {
  operational_dashboard: [
    firstRead(dashboardEndpoints.files, {}),
    firstRead(dashboardEndpoints.inquiries, {}),
  ],
  smac_inquiry: [
    { ...firstRead(fileEndpoints.list, { query: filesOf(search, pageSize) }), pageSize },
    { ...firstRead(inquiryEndpoints.list, { body: inquiriesOf(search, pageSize) }), pageSize },
  ],
}

function firstRead<const E extends Endpoint>(endpoint: E, input: CallInput<E>): Preload {
  const { api, method, access } = endpoint as Endpoint
  const path = endpointUrl(NO_BASES, endpoint)
  if (access === 'signed-in') throw new Error(`${path} is no part of a screen.`)
  // The parts were checked against the declaration by the signature above.
  const { query = {}, body } = input as { query?: Record<string, string>; body?: object }
  const words = new URLSearchParams(query).toString()
  return {
    base: `${api}Api`,
    path: words ? `${path}?${words}` : path,
    method,
    ...(body && { body: JSON.stringify(body) }),
    access: (typeof access === 'string' ? [access] : access.anyOf).map(neededFor),
  }
}

/** What `may` decides, as lists to look in. */
function neededFor(permission: Permission): Preload['access'][number] {
  return {
    modules: ['All', moduleOf(permission)],
    policies: ['*:*', `${resourceOf(permission)}:*`, permission],
  }
}
