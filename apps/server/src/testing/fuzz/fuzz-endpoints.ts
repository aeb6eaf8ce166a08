import { passesLuhn } from '@backoffice/contract/card-number'
import type { Endpoint } from '@backoffice/contract/endpoint'
import fc from 'fast-check'
import { API_BASES } from '../../kernel/served-apis.ts'
import { type Call, callsOf } from './calls.ts'
import { flawsOf, jsonOf } from './check-response.ts'
import { ENDPOINTS, type FuzzSystem } from './fuzz-system.ts'
import { CARD_NUMBERS } from './hostile-values.ts'
import { asCommand, type Response, requestOf } from './requests.ts'

/** `request` is the smallest failing request, as a command. */
export type Failure = { flaws: string[]; request: string; response: string }
type Entry = (typeof ENDPOINTS)[number]
/** `replies` counts by class of status. */
export type EndpointResult = Entry & { replies: Record<string, number>; failures: Failure[] }

/** Maximum calls for shrinking a failure. */
const MAX_SHRINKS = 200
/** Rounds over all endpoints, so that they find rows created by others. */
const ROUNDS = 3

type Options = { seed: number; requests: number; onFailure?: (name: string, failure: Failure) => void }

/** Makes at least `requests` calls from the schemas of all endpoints, deterministically by seed. */
export async function fuzzEndpoints(system: FuzzSystem, options: Options): Promise<EndpointResult[]> {
  const declared = await declaredStatuses(system)
  const numRuns = Math.ceil(options.requests / ENDPOINTS.length / ROUNDS)
  const results = ENDPOINTS.map((entry): EndpointResult => ({ ...entry, replies: {}, failures: [] }))
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, result] of results.entries()) {
      const { name, group, endpoint, failures } = result
      const found: Failure[] = []
      let shrinks = 0
      const attempt = async (call: Call) => {
        if (found.length > 0 && ++shrinks > MAX_SHRINKS) return
        const failure = await makeCall(system, result, call, declared(endpoint))
        if (!failure) return
        found.push(failure)
        throw new Error(failure.flaws.join('; '))
      }
      const property = fc.asyncProperty(callsOf(endpoint, group, system.known), attempt)
      const seed = options.seed + round * ENDPOINTS.length + index
      const { failed, errorInstance } = await fc.check(property, { seed, numRuns })
      const smallest = found.at(-1)
      if (!smallest && failed) throw new Error(`${name} could not be called`, { cause: errorInstance })
      if (!smallest) continue
      failures.push(smallest)
      options.onFailure?.(name, smallest)
    }
  return results
}

async function makeCall(
  system: FuzzSystem,
  { endpoint, group, replies }: EndpointResult,
  call: Call,
  declared: readonly string[],
): Promise<Failure | undefined> {
  const request = requestOf(endpoint, call, system.known, await system.callerToken(call.caller))
  const logged = system.logLines.length
  const response = await system.sendRequest(request).catch((error: Error): Response => {
    return { status: 0, headers: {}, body: error.message }
  })
  const { status, body } = response
  const kind = `${Math.floor(status / 100)}xx`
  replies[kind] = (replies[kind] ?? 0) + 1
  // Not for the broken tokens of odd calls, because sign-ins are limited.
  if (status === 401 && body.includes('"session_revoked"')) await system.reopenSessions()
  if (status === 200 || status === 201) system.known.learn(group, jsonOf(body))
  const flaws = flawsOf(response, endpoint, call.oddity ?? '', declared)
  for (const line of system.logLines.slice(logged))
    if (CARD_NUMBERS.some((card) => passesLuhn(card) && line.includes(card)))
      flaws.push(`the log has a card number: ${line.slice(0, 300)}`)
  if (flaws.length === 0) return undefined
  return { flaws, request: asCommand(request), response: `${status} ${body.slice(0, 500)}` }
}

/** Statuses that the OpenAPI document declares for an endpoint. */
async function declaredStatuses(system: FuzzSystem): Promise<(endpoint: Endpoint) => readonly string[]> {
  const document = await system.app.inject({ url: '/api/docs/json' })
  const { paths } = document.json<{ paths: Record<string, Record<string, { responses: object }>> }>()
  return ({ api, path, method }) => {
    const printed = path.replaceAll(/::|:(\w+)/g, (_all, name?: string) => (name ? `{${name}}` : ':'))
    return Object.keys(paths[API_BASES[api] + printed]?.[method.toLowerCase()]?.responses ?? {})
  }
}
