import { api } from '@backoffice/contract/api'
import { type Endpoint, fillPath } from '@backoffice/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { ERRORS } from '../errors.ts'
import { API_BASES } from '../served-apis.ts'
import { createOpenapiDocument } from './openapi.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())

type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: unknown
  parameters: { $ref?: string }[]
  requestBody?: unknown
  responses: Record<string, { $ref?: string; description?: string; headers?: object; content?: object }>
}
type Document = {
  openapi: string
  info: { license: object; contact: object }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    responses: Record<string, { headers?: object; content: Record<string, { schema: object }> }>
    parameters: Record<string, { description: string }>
    schemas: Record<string, object>
  }
}

/** Error statuses of calls that identify rows by other fields than `id`. */
const ROW_REFUSALS: Readonly<Record<string, string[]>> = {
  'users.handOver': ['404', '409'],
  'cards.reveal': ['404'],
  'tenders.all': ['409'],
}

const ENDPOINTS = new Map(
  Object.entries(api).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(([key, endpoint]): [string, Endpoint] => [`${group}.${key}`, endpoint]),
  ),
)

const printedPath = (path: string) => fillPath(path, (name) => `{${name}}`)

test('OpenAPI 3.1 lists exactly the endpoints of the contract', async () => {
  const reply = await system.app.inject('/api/docs/json')
  const document = reply.json<Document>()
  expect(document.openapi).toBe('3.1.0')
  const printed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`,
    ),
  )
  const declared = Object.entries(api).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(
      ([name, each]) =>
        `${group}.${name} ${each.method} ${API_BASES[each.api as keyof typeof API_BASES]}${printedPath(each.path)}`,
    ),
  )
  expect(printed.sort()).toEqual(declared.sort())
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    expect(operation.security).toEqual([{ bearer: [] }])
  }
  const run = document.paths['/api/operations/smac_inquiry']?.post
  expect(JSON.stringify(run?.requestBody)).toContain('MEMBER_COMPLAINT')
  expect(JSON.stringify(document.components.schemas.InquiriesRunRequest)).toMatch(
    /"required":\[[^\]]*"ticket_no"/,
  )
  expect(Object.keys(run?.responses ?? {})).toContain('202')
})

test('a process serves the document that is built without a database', async () => {
  const served = (await system.app.inject('/api/docs/json')).json<Document>()
  expect(JSON.parse(JSON.stringify(await createOpenapiDocument()))).toEqual(served)
})

test('OpenAPI has servers, described tags and the error replies of every operation', async () => {
  const document = (await system.app.inject('/api/docs/json')).json<Document>()
  expect(document.servers).toEqual([{ url: '/', description: expect.stringMatching(/\w/) }])
  expect(document.info).toMatchObject({ license: { name: expect.any(String) }, contact: expect.any(Object) })
  const tags = new Map(document.tags.map(({ name, description }) => [name, description]))
  expect([...tags.keys()]).toEqual(Object.keys(api))
  const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  expect(document.components.schemas).toMatchObject({
    Problem: { required: expect.arrayContaining(['code']) },
  })
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  for (const { operationId, summary, description, responses, requestBody, ...operation } of operations) {
    expect([operationId, summary, description].every(Boolean)).toBe(true)
    expect(operation.tags.map((tag) => tags.get(tag))).toEqual([expect.stringMatching(/\w/)])
    const statuses = Object.keys(responses)
    // An upsert may create (201), an inquiry may run in the background and a change may wait for approval (202).
    const endpoint = ENDPOINTS.get(operationId)
    const also = [endpoint?.createdWhen && '201', (endpoint?.acceptedWhen || endpoint?.approval) && '202']
    const successes = new Set([String(endpoint?.status ?? 200), ...also.filter(Boolean)])
    expect(statuses.filter((status) => /^2/.test(status))).toHaveLength(successes.size)
    const hasBody = requestBody === undefined ? [] : ['413', '415', '422']
    expect([operationId, statuses]).toEqual([
      operationId,
      expect.arrayContaining(['400', '401', '429', '503', ...hasBody]),
    ])
    expect([operationId, statuses]).toEqual([
      operationId,
      expect.arrayContaining(ROW_REFUSALS[operationId] ?? []),
    ])
    if (/^Needs/.test(description))
      expect([operationId, statuses]).toContainEqual(expect.arrayContaining(['403']))
    for (const [status, { $ref, description, content }] of Object.entries(responses)) {
      if (/^2/.test(status)) {
        expect(description).not.toBe('Default Response')
        expect(content).toBeDefined()
        continue
      }
      expect(document.components.responses[$ref?.split('/').at(-1) ?? '']?.content).toEqual(problem)
    }
  }
})

test('every operation has an example that the schemas of its body and reply accept', async () => {
  const document = (await system.app.inject('/api/docs/json')).json<Document>()
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const exampleIn = (part: unknown) =>
    Object.values((part as { content?: Record<string, { example?: unknown }> })?.content ?? {})[0]?.example
  const refused: unknown[] = []
  for (const { operationId, requestBody, responses } of operations) {
    const endpoint = ENDPOINTS.get(operationId)
    const reply = exampleIn(Object.entries(responses).find(([status]) => /^2/.test(status))?.[1])
    expect([operationId, typeof reply]).toEqual([operationId, expect.stringMatching(/object|string/)])
    if (!endpoint || endpoint.effect === 'stream') continue
    const checks = [z.safeParse(endpoint.reply, Object(reply).resource)]
    if (endpoint.body) checks.push(z.safeParse(endpoint.body, exampleIn(requestBody)))
    for (const { error } of checks) if (error) refused.push([operationId, error.issues])
  }
  expect(refused).toEqual([])
})

test('every object has a named schema, and no two names have the same one', async () => {
  const { paths, components } = (await system.app.inject('/api/docs/json')).json<Document>()
  const texts = Object.values(components.schemas).map((each) => JSON.stringify(each))
  expect(new Set(texts).size).toBe(texts.length)
  expect(texts.length).toBeGreaterThan(100)
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const text = JSON.stringify([operation.requestBody, operation.responses])
    // Only envelopes of replies, one for each success status, and of the body.
    const successes = Object.keys(operation.responses).filter((status) => /^2/.test(status))
    expect(text.match(/"properties":\{/g)?.length ?? 0).toBeLessThanOrEqual(successes.length + 1)
  }
})

test('names say what a schema is: that of a body or reply belongs to one operation', async () => {
  const { paths, components } = (await system.app.inject('/api/docs/json')).json<Document>()
  const names = Object.keys(components.schemas)
  expect(names.filter((name) => /\d|Item.*Item/.test(name))).toEqual([])
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  for (const name of names.filter((each) => /(Request|Reply)$/.test(each))) {
    const users = operations.filter((each) => JSON.stringify(each).includes(`/${name}"`))
    expect([name, users.map(({ operationId }) => operationId).length]).toEqual([name, 1])
  }
  expect(names).toEqual(
    expect.arrayContaining(['User', 'Tender', 'TenderList', 'TenderOutcome', 'TrackedFile']),
  )
})

test('the document has the headers of calls and replies, and the codes of problems', async () => {
  const { paths, components } = (await system.app.inject('/api/docs/json')).json<Document>()
  const headers = ({ headers = {} }: { headers?: object } = {}) => Object.keys(headers)
  const always = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy']
  for (const [name, response] of Object.entries(components.responses))
    expect([name, headers(response)]).toEqual([
      name,
      /TooMany|Unavailable/.test(name) ? [...always, 'Retry-After'] : always,
    ])
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const endpoint = ENDPOINTS.get(operation.operationId)
    const sent = operation.parameters.map(({ $ref = '' }) => $ref.split('/').at(-1))
    expect(sent).toContain('RequestId')
    expect(sent.includes('IdempotencyKey')).toBe(endpoint?.effect === 'write' && !endpoint.isSecret)
    expect(sent.includes('ApprovalReason')).toBe(endpoint?.approval !== undefined)
    for (const [status, response] of Object.entries(operation.responses))
      if (/^2/.test(status)) expect(headers(response)).toEqual(always)
  }
  expect(components.parameters.IdempotencyKey?.description).toContain('for 2 days')
  const { Problem, ProblemCode } = components.schemas
  expect(Problem).toMatchObject({ properties: { code: { $ref: '#/components/schemas/ProblemCode' } } })
  expect(ProblemCode).toMatchObject({
    enum: expect.arrayContaining([...Object.keys(ERRORS), 'E002', 'card_not_found']),
    description: expect.stringContaining('`version_conflict` (409): Someone else saved this row first.'),
  })
})

test('no two paths fit one address', async () => {
  const { paths } = (await system.app.inject('/api/docs/json')).json<Document>()
  const all = Object.keys(paths).map((path) => path.split('/'))
  const isParam = (part = '') => part.startsWith('{')
  const ambiguous = all.flatMap((one, index) =>
    all.slice(index + 1).filter(
      (other) =>
        one.length === other.length &&
        one.every((part, at) => part === other[at] || isParam(part) || isParam(other[at])) &&
        // Fixed segments win over parameters: ambiguous only if each path has one where the other has a parameter.
        one.some((part, at) => isParam(part) && !isParam(other[at])) &&
        one.some((part, at) => !isParam(part) && isParam(other[at])),
    ),
  )
  expect(ambiguous).toEqual([])
})

test('the documentation page has the security headers of every other reply', async () => {
  const other = await system.app.inject('/health/live')
  const policies = ({ headers }: typeof other) => [
    headers['content-security-policy'],
    headers['permissions-policy'],
  ]
  expect(policies(other).join()).toMatch(/script-src 'self';.*camera=\(\)/)
  const assets = ['', '/json', '/static/swagger-initializer.js', '/static/swagger-ui-bundle.js']
  for (const asset of [...assets, '/static/swagger-ui.css', '/static/nothing']) {
    const reply = await system.app.inject(`/api/docs${asset}`)
    expect([asset, reply.statusCode]).toEqual([asset, asset === '/static/nothing' ? 404 : 200])
    expect(policies(reply)).toEqual(policies(other))
  }
})
