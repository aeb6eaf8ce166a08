import { api } from '@backoffice/contract/api'
import { fillPath } from '@backoffice/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_BASES } from '../served-apis.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'

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
  requestBody?: unknown
  responses: Record<string, { $ref?: string; description?: string; content?: object }>
}
type Document = {
  openapi: string
  info: { license: object; contact: object }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, { content: Record<string, { schema: object }> }>; schemas: object }
}

/** Of calls that name rows by other fields than `id`. */
const ROW_REFUSALS: Readonly<Record<string, string[]>> = {
  'users.handOver': ['404', '409'],
  'cards.reveal': ['404'],
  'tenders.all': ['409'],
}

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
  expect(Object.keys(run?.responses ?? {})).toContain('202')
})

test('OpenAPI has what its linters ask for: servers, described tags, and the refusals of every operation', async () => {
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
    // An upsert says whether it created, an inquiry whether it runs in the background.
    const successes = ['terminals.upsert', 'inquiries.run'].includes(String(operationId)) ? 2 : 1
    expect(statuses.filter((status) => /^2/.test(status))).toHaveLength(successes)
    const hasBody = requestBody === undefined ? [] : ['413', '415', '422']
    expect([operationId, statuses]).toEqual([
      operationId,
      expect.arrayContaining(['400', '401', '429', ...hasBody]),
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

test('has a page to read it on, under the policies of every other reply', async () => {
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
