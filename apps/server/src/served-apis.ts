import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { HttpError } from './kernel/errors.ts'
import { HIDDEN_FROM_DOCS } from './kernel/hidden-from-docs.ts'

/** Browsers are given both, whatever a process serves: a balancer sends each to a process that has it. */
export const API_BASES = { user: '/api/user', operations: '/api/operations' } as const

type Api = keyof typeof API_BASES

export function servedBases(apis: Config['apis']): Partial<Record<Api, string>> {
  return apis === 'both' ? API_BASES : { [apis]: API_BASES[apis] }
}

/** A balancer that sends a call to the wrong process must not look like an unknown address. */
export function rejectOtherApis(app: FastifyInstance, served: Partial<Record<Api, string>>): void {
  for (const api of ['user', 'operations'] as const) {
    if (served[api] !== undefined) continue
    app.all(`${API_BASES[api]}/*`, HIDDEN_FROM_DOCS, async () => {
      throw new HttpError('not_found', {
        detail: `This process does not serve the ${api} API: the balancer must send ${API_BASES[api]} to one that does (APIS).`,
      })
    })
  }
}
