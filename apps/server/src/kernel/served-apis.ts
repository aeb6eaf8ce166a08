import { type Address, fillPath } from '@backoffice/contract/endpoint'
import type {} from '@fastify/swagger'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Config } from '../config/config.ts'
import { HttpError } from './errors.ts'

/** Base paths for browsers. A balancer sends each to a process that serves it. */
export const API_BASES = { user: '/api/user', operations: '/api/operations' } as const

type Api = keyof typeof API_BASES

export function servedBases(apis: Config['apis']): Partial<Record<Api, string>> {
  return apis === 'both' ? API_BASES : { [apis]: API_BASES[apis] }
}

/** Replies with a clear 404 to calls that a balancer sends to the wrong process. */
export function rejectOtherApis(app: FastifyInstance, served: Partial<Record<Api, string>>): void {
  for (const api of ['user', 'operations'] as const) {
    if (served[api] !== undefined) continue
    const base = API_BASES[api]
    for (const url of [base, `${base}/*`])
      app.all(url, HIDDEN_FROM_DOCS, async () => {
        throw new HttpError('not_found', {
          detail: `This process does not serve the ${api} API. The balancer must send ${base} to one that does (APIS).`,
        })
      })
  }
}

/** Route options that exclude a route from the OpenAPI document. */
export const HIDDEN_FROM_DOCS = { schema: { hide: true } } as const

/** The HTTP request of a call, for `app.inject`. `input` is a `CallInput` or anything invalid. */
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
