import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { HttpError } from './errors.ts'
import { HIDDEN_FROM_DOCS } from './hidden-from-docs.ts'

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
