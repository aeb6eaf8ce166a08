import { api } from '@backoffice/contract/api'
import { type Endpoint, fillPath } from '@backoffice/contract/endpoint'
import type { Problem } from '@backoffice/contract/schemas'
import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { API_BASES } from '../served-apis.ts'
import { keepSignedIn, startTestSystem, type TestSystem } from '../testing/test-system.ts'

/** FUZZ_RUNS=1000 for the long run: requests per endpoint. */
const RUNS = Number(process.env.FUZZ_RUNS ?? propertyRuns(150))

const ENDPOINTS: [string, Endpoint][] = Object.values(api)
  .flatMap((endpoints): Endpoint[] => Object.values(endpoints))
  .filter((endpoint) => endpoint.effect !== 'stream')
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint])

let system: TestSystem
let authorization = ''
beforeAll(async () => {
  system = await startTestSystem({ limits: { uploadsAtOnce: 1_000_000 } })
})
// One of the endpoints ends all sessions.
beforeEach(async () => {
  authorization = await keepSignedIn(system, authorization)
})
afterAll(() => system.stop())

const packedCursor = (cursor: object) => Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** Names that the endpoints know, with values that fit, nearly fit, or do not. */
const name = fc.constantFrom(
  ...[
    'source_filekey',
    'artifact',
    'file_name',
    'content_type',
    'size',
    'sha256',
    'category',
    'mode',
    'purpose',
  ],
  ...[
    'ticket_no',
    'partial',
    'date_from',
    'date_to',
    'status',
    'page',
    'page_size',
    'sort',
    'q',
    'search',
    'filters',
    'after',
    'etags',
  ],
  ...['id', 'theme', 'columns', 'version', 'uploaded_by', '__proto__', 'constructor', 'toString'],
)
const value = fc.oneof(
  fc.constantFrom(
    'SMAC_INQUIRY',
    'FILE',
    'AUDIT',
    'result',
    'cards.csv',
    'text/csv',
    '2026-02-30',
    '2026-10-01',
    'QUEUED',
  ),
  fc.constantFrom(
    '\0',
    "'; DROP TABLE files; --",
    '%',
    '\\',
    '９９９',
    'a'.repeat(5_000),
    '-1',
    '1e400',
    '99999999999999999999',
  ),
  fc.uuid(),
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string(), { maxLength: 5 }),
  fc.constantFrom(
    ...['{"rows":{"from":"1"}}', { rows: { from: '999999999999999' } }, { created_at: { to: '9999-12-31' } }],
    ...[['rows:desc', 'created_at:asc'], 'rows:asc', packedCursor({ q: '', d: 'next', v: ['x'] }), 'e30'],
  ),
)
const segment = fc
  .oneof(fc.constantFrom('file', 'inquiry', 'tender'), value)
  .map((each) => encodeURIComponent(String(each).toWellFormed()))
const record = fc.dictionary(name, value, { maxKeys: 10 })
const body = fc.oneof(
  { weight: 5, arbitrary: record.map((each) => JSON.stringify(each)) },
  fc.json(),
  fc.string(),
)

/** Statuses by method and path, as OpenAPI has them. */
let declared: Record<string, Record<string, { responses: object }>>
beforeAll(async () => {
  declared = (await system.app.inject('/api/docs/json')).json().paths
})

describe.each(ENDPOINTS)('%s', (_name, endpoint) => {
  test('answers any input with a resource or a problem document', async () => {
    const names: readonly string[] = endpoint.path.match(/(?<!:):\w+/g) ?? []
    const printedPath = fillPath(endpoint.path, (name) => `{${name}}`)
    const segments = fc.tuple(...names.map(() => segment))
    const path = segments.map((values) =>
      fillPath(endpoint.path, (name) => values[names.indexOf(`:${name}`)] ?? ''),
    )
    await fc.assert(
      fc.asyncProperty(path, record, body, async (path, query, payload) => {
        const search = new URLSearchParams(
          Object.entries(query).map(([key, each]): [string, string] => [key, String(each)]),
        )
        const reply = await system.app.inject({
          method: endpoint.method,
          url: `${API_BASES[endpoint.api]}${path}?${search}`,
          headers: {
            authorization,
            ...(endpoint.method !== 'GET' && { 'content-type': 'application/json' }),
          },
          ...(endpoint.method !== 'GET' && { payload }),
        })
        expect([payload, reply.statusCode, reply.statusCode < 500]).toEqual([payload, reply.statusCode, true])
        const { responses = {} } =
          declared[API_BASES[endpoint.api] + printedPath]?.[endpoint.method.toLowerCase()] ?? {}
        expect(Object.keys(responses)).toContain(String(reply.statusCode))
        if (reply.statusCode < 400) return
        expect(reply.headers['content-type']).toBe('application/problem+json')
        const problem = reply.json<Problem>()
        expect(reply.body).not.toMatch(/at .*\.ts|node_modules|select \\?"|insert into/i)
        expect(problem.detail).not.toMatch(/expected|received|invalid input|too (big|small)|unrecognized/i)
        if (problem.code === 'invalid')
          expect(problem.errors?.every((each) => each.field.length > 0)).toBe(true)
      }),
      { numRuns: RUNS },
    )
  })
})

test('bodies, paths and headers beyond measure are refused', async () => {
  const post = (payload: string, headers = {}) =>
    system.app.inject({
      method: 'POST',
      url: '/api/operations/smac_inquiry/list',
      headers: { authorization, 'content-type': 'application/json', ...headers },
      payload,
    })
  expect((await post(JSON.stringify({ search: 'x'.repeat(100_000) }))).statusCode).toBe(413)
  expect((await post('{"search": ')).statusCode).toBe(400)
  expect((await post('<xml/>', { 'content-type': 'text/xml' })).statusCode).toBe(415)
  expect((await post(`${'['.repeat(5_000)}`)).statusCode).toBe(400)
  expect((await post('{"__proto__": {"isAdmin": true}}')).statusCode).toBe(400)
  const unknown = await system.app.inject({
    method: 'GET',
    url: '/api/operations/nothing/here',
    headers: { authorization },
  })
  expect([unknown.statusCode, unknown.json<Problem>().code]).toEqual([404, 'not_found'])
})
