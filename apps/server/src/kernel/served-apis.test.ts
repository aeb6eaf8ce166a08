import { api } from '@backoffice/contract/api'
import { expect, onTestFinished, test } from 'vitest'
import { startTestSystem } from '../testing/test-system.ts'

const LOCAL_LINK = '/storage/uploads/x/source.csv'
const SIGN_IN = { method: 'POST', url: '/idp/', payload: '{}' } as const

async function start(apis: 'user' | 'operations') {
  const system = await startTestSystem({ apis })
  onTestFinished(() => system.stop())
  return system
}

test('a process of the user API serves sign-ins and rejects operations calls', async () => {
  const system = await start('user')
  expect((await system.send(api.access.getAccessPolicy, {}, 'agent')).status).toBe(200)
  expect(await system.expectProblem(api.files.list, {}, 'agent')).toMatchObject({
    status: 404,
    code: 'not_found',
    detail:
      'This process does not serve the operations API. The balancer must send /api/operations to one that does (APIS).',
  })
  // The provider replies, though with an error for the unknown operation; the storage does not.
  expect((await system.app.inject(SIGN_IN)).statusCode).toBe(400)
  expect((await system.app.inject(LOCAL_LINK)).statusCode).toBe(404)
  expect((await system.app.inject('/health/live')).statusCode).toBe(200)
})

test('a process of the operations API serves the local storage and rejects user calls', async () => {
  const system = await start('operations')
  expect((await system.send(api.files.list, {}, 'agent')).status).toBe(200)
  expect(await system.expectProblem(api.access.getAccessPolicy, {}, 'agent')).toMatchObject({
    status: 404,
    detail: expect.stringMatching(/^This process does not serve the user API/),
  })
  const create = await system.app.inject({ method: 'POST', url: '/api/user' })
  expect([create.statusCode, create.json().detail]).toEqual([
    404,
    expect.stringMatching(/^This process does not serve the user API/),
  ])
  expect((await system.app.inject(SIGN_IN)).statusCode).toBe(404)
  expect((await system.app.inject(LOCAL_LINK)).statusCode).toBe(403)
  const document = (await system.app.inject('/api/docs/json')).json<{ paths: object }>()
  expect(Object.keys(document.paths).filter((path) => !path.startsWith('/api/operations/'))).toEqual([])
})
