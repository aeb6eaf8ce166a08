import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '../db/client.ts'
import { requestOf } from '../kernel/served-apis.ts'
import { addCash, aTender } from '../testing/tenders.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { runInCall, runJobInContext, type Traces, withOrigin } from './call-context.ts'
import { startTraces } from './traces.ts'

type Value = { stringValue?: string; intValue?: number }
type ReceivedSpan = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Value }[]
  links?: { traceId: string; spanId: string }[]
  status: { code?: number; message?: string }
}

/** Spans that the collector received at `/v1/traces`. */
const received: ReceivedSpan[] = []
let bodies = ''
const collector = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  bodies += body
  const { resourceSpans = [] } = request.url === '/v1/traces' ? JSON.parse(body) : {}
  for (const { scopeSpans } of resourceSpans) for (const { spans } of scopeSpans) received.push(...spans)
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})

let traces: Traces
let system: TestSystem
const [requestId, clientId] = [randomUUID(), randomUUID()]
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  traces = startTraces({
    endpoint: `http://127.0.0.1:${port}/`,
    share: 1,
    service: 'backoffice-web',
    build: 'b1',
  })
  system = await startTestSystem({ traces })
  await addCash(system.pool)

  const headers = { authorization: `Bearer ${await system.tokenOf('lookup')}`, 'x-request-id': clientId }
  const body = aTender({ tender_name: 'Planted name' })
  await system.app.inject(requestOf(api.tenders.create, { body }, headers))
  await system.app.inject(requestOf(api.tenders.create, { body: aTender({ tender_name: '' }) }, headers))

  const call = traces.start('call', 'server', {})
  const data = runInCall({ requestId, span: call }, () => withOrigin({ filekey: 'planted-key' }))
  call?.end()
  await runJobInContext('clean-file', data, { traces }, async () => {
    await system.workerDeps.storage.size('results/planted')
    await withClient(system.pool, async (client) => client.query('SELECT $1::text', ['planted-value']))
    await system.pool.query('SELECT planted FROM nowhere').catch(() => {})
  })
  await traces.close()
})
afterAll(async () => {
  await system.stop()
  collector.close()
})

const named = (name: string) => received.filter((span) => span.name === name)
const attribute = (span: ReceivedSpan | undefined, key: string) => {
  const { value = {} } = span?.attributes.find((each) => each.key === key) ?? {}
  return value.stringValue ?? value.intValue
}

test('a call is a span named by its route, with its id and status', () => {
  const spans = named(`POST /api/operations${api.tenders.create.path}`)
  expect(spans.map((span) => attribute(span, 'http.response.status_code')).sort()).toEqual([201, 422])
  for (const span of spans) {
    expect(attribute(span, 'backoffice.client_request_id')).toBe(clientId)
    expect(span.parentSpanId ?? '').toBe('')
  }
})

test('its statements are child spans without parameter values', () => {
  const [call] = named(`POST /api/operations${api.tenders.create.path}`)
  const inserts = named('INSERT').filter(({ parentSpanId }) => parentSpanId === call?.spanId)
  expect(inserts.length).toBeGreaterThan(0)
  expect(inserts.map((span) => attribute(span, 'db.query.text')).join()).toContain('"tenders"')
  expect(inserts.every(({ traceId }) => traceId === call?.traceId)).toBe(true)
  expect(bodies).not.toMatch(/Planted name|planted-value|planted-key|request_id [0-9a-f]/)
})

test('a job is a separate trace, linked to its call, with its storage calls and statements', () => {
  const [call] = named('call')
  const [job] = named('job clean-file')
  expect(job?.links).toMatchObject([{ traceId: call?.traceId, spanId: call?.spanId }])
  expect(job?.traceId).not.toBe(call?.traceId)
  expect(named('storage size')[0]?.parentSpanId).toBe(job?.spanId)
  const statements = received.filter(({ parentSpanId }) => parentSpanId === job?.spanId)
  const failed = statements.filter(({ status }) => status.code === 2)
  expect(failed.map((span) => attribute(span, 'error.type'))).toEqual(['42P01'])
})

test('a share of 0 traces only operations that follow a traced call', () => {
  const none = startTraces({ endpoint: 'http://127.0.0.1:1', share: 0, service: 'x', build: 'b' })
  expect(none.start('call', 'server', {})).toBeNull()
  expect(none.start('job', 'consumer', {}, 'forged')).toBeNull()
  expect(none.start('job', 'consumer', {}, `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`)).not.toBeNull()
})
