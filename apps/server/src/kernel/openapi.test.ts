import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BASES } from '../app.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())

type Operation = {
  operationId: string
  security: unknown
  requestBody?: unknown
  responses: Record<string, unknown>
}

test('OpenAPI 3.1 names every endpoint of the contract, and nothing else', async () => {
  const reply = await system.app.inject('/api/docs/json')
  const document = reply.json<{ openapi: string; paths: Record<string, Record<string, Operation>> }>()
  expect(document.openapi).toBe('3.1.0')
  const printed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`,
    ),
  )
  const declared = Object.entries(api).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(
      ([name, each]) =>
        `${group}.${name} ${each.method} ${BASES[each.api as keyof typeof BASES]}${each.path}`,
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

test('has a page to read it on', async () => {
  const reply = await system.app.inject('/api/docs')
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toContain('text/html')
})
