import { type Address, fillPath } from '@backoffice/contract/endpoint'
import type { InjectOptions } from 'fastify'
import { API_BASES } from './served-apis.ts'

/** The HTTP request of a call, for `app.inject`. `input`: as `CallInput`, or any invalid one. */
export function requestOf(endpoint: Address, input: object, headers: Record<string, string>): InjectOptions {
  type Input = Partial<Record<'params' | 'query' | 'body', Record<string, unknown>>> & { version?: number }
  const { params = {}, query = {}, body, version } = input as Input
  const path = fillPath(endpoint.path, (name) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined)
        search.append(name, typeof each === 'object' ? JSON.stringify(each) : String(each))
  }
  return {
    method: endpoint.method,
    url: `${API_BASES[endpoint.api]}${path}?${search}`,
    headers: { ...headers, ...(version !== undefined && { 'if-match': `"${version}"` }) },
    ...(body && { payload: body }),
  }
}
