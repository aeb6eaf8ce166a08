import { passesLuhn } from '@backoffice/contract/card-number'
import type { Endpoint } from '@backoffice/contract/endpoint'
import fc from 'fast-check'
import { API_BASES } from '../../served-apis.ts'
import { buildRequest } from './build-request.ts'
import { type Call, callArbitrary } from './call-arbitrary.ts'
import { flawsOf } from './check-answer.ts'
import { ENDPOINTS, type FuzzSystem } from './fuzz-system.ts'
import { CARD_NUMBERS } from './hostile-values.ts'
import type { Request } from './oddities.ts'
import { asCommand } from './send.ts'

/** Requests by what was answered. */
export type Counts = { requests: number; 2: number; 3: number; 4: number; 5: number }
export type EndpointResult = { name: string; counts: Counts; failures: Failure[] }
/** `request`: the smallest that was found. */
export type Failure = { flaws: string[]; request: string; answer: string }

/** Calls that make a failure smaller, at most. */
const MAX_SHRINKS = 200
/** Each endpoint takes several turns, so that what one makes is there for the others. */
const ROUNDS = 3

type Options = { seed: number; requests: number; onFailure?: (name: string, failure: Failure) => void }

/** Makes at least so many requests of the schemas of all endpoints. The same seed makes the same calls. */
export async function fuzzEndpoints(system: FuzzSystem, options: Options): Promise<EndpointResult[]> {
  const declared = await declaredStatuses(system)
  const results = new Map(ENDPOINTS.map(({ name }) => [name, newResult(name)]))
  const each = Math.ceil(options.requests / ENDPOINTS.length / ROUNDS)
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, entry] of ENDPOINTS.entries()) {
      // An endpoint has a result for each name above.
      const result = results.get(entry.name) as EndpointResult
      const seed = options.seed + round * ENDPOINTS.length + index
      const failure = await fuzzEndpoint(system, { ...entry, seed, runs: each, declared, result })
      if (!failure) continue
      result.failures.push(failure)
      options.onFailure?.(entry.name, failure)
    }
  return [...results.values()]
}

function newResult(name: string): EndpointResult {
  return { name, counts: { requests: 0, 2: 0, 3: 0, 4: 0, 5: 0 }, failures: [] }
}

type Task = {
  endpoint: Endpoint
  group: string
  seed: number
  runs: number
  declared: (endpoint: Endpoint) => readonly string[]
  result: EndpointResult
}

async function fuzzEndpoint(system: FuzzSystem, task: Task): Promise<Failure | undefined> {
  const { endpoint, group, seed, runs } = task
  let failure: Failure | undefined
  let shrinks = 0
  const attempt = async (call: Call) => {
    if (failure && shrinks++ > MAX_SHRINKS) return
    const request = buildRequest(endpoint, group, call, system.known, await system.callerToken(call.caller))
    const before = system.logLines.length
    const { flaws, answer } = await callOnce(system, task, call, request)
    flaws.push(...logFlaws(system.logLines.slice(before)))
    if (flaws.length === 0) return
    failure = { flaws, request: asCommand(request), answer }
    throw new Error(flaws.join('; '))
  }
  await fc.check(fc.asyncProperty(callArbitrary(endpoint), attempt), { seed, numRuns: runs })
  return failure
}

async function callOnce(system: FuzzSystem, task: Task, call: Call, request: Request) {
  const { endpoint, group, declared, result } = task
  result.counts.requests += 1
  try {
    const answer = await system.sendRequest(request)
    const kind = Math.floor(answer.status / 100)
    if (kind === 2 || kind === 3 || kind === 4 || kind === 5) result.counts[kind] += 1
    if (answer.status === 401 && call.caller !== 'anonymous') await system.reopenSessions()
    if (answer.status === 200 || answer.status === 201) learn(system, group, answer.body)
    const shown = `${answer.status} ${answer.body.slice(0, 500)}`
    return { flaws: flawsOf(answer, endpoint, call.oddity, declared(endpoint)), answer: shown }
  } catch (error) {
    return { flaws: [`no answer: ${(error as Error).message}`], answer: '' }
  }
}

function learn(system: FuzzSystem, group: string, body: string): void {
  try {
    system.known.learn(group, JSON.parse(body))
  } catch {
    // An answer to HEAD has no body, that of a stream is no JSON.
  }
}

/** Lines with a card number, and errors that nobody expected. */
function logFlaws(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const card = CARD_NUMBERS.find((each) => passesLuhn(each) && line.includes(each))
    return card ? [`the log has a card number: ${line.slice(0, 300)}`] : []
  })
}

/** What OpenAPI declares for an endpoint. */
async function declaredStatuses(system: FuzzSystem): Promise<(endpoint: Endpoint) => readonly string[]> {
  const { body } = await system.sendRequest({
    method: 'GET',
    path: '/api/docs/json',
    headers: {},
    body: undefined,
  })
  const { paths } = JSON.parse(body) as { paths: Record<string, Record<string, { responses: object }>> }
  return ({ api, path, method }) => {
    const printed = path.replaceAll(/::|:(\w+)/g, (_all, name: string | undefined) =>
      name ? `{${name}}` : ':',
    )
    return Object.keys(paths[API_BASES[api] + printed]?.[method.toLowerCase()]?.responses ?? {})
  }
}
