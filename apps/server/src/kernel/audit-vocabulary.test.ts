import { resourceOf } from '@backoffice/contract/access'
import { api } from '@backoffice/contract/api'
import { AUDIT_ACTIONS, AUDIT_RESOURCES, type CallPart } from '@backoffice/contract/audit'
import type { Endpoint } from '@backoffice/contract/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toJSONSchema } from 'zod/v4/core'
import { changeFile } from '../testing/file-actions.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { declaredEvent, doneEvents, refusedEvent } from './audit.ts'
import { requestOf } from './served-apis.ts'

/** Resources without permissions of their own: gaps are those of several tables, templates those of cases. */
const OF_OTHER_RESOURCES: ReadonlySet<string> = new Set([
  'mapping',
  'system',
  'reply-template',
  'approval-rule',
])

const ENDPOINTS: [string, Endpoint][] = Object.entries(api).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]): [string, Endpoint] => [`${group}.${name}`, endpoint]),
)

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())

type JsonSchema = {
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  format?: string
}

/** Schemas that the endpoint accepts at this path. */
function schemasAt(endpoint: Endpoint, path: CallPart): JsonSchema[] {
  const [part = '', ...names] = path.split('.')
  const schema = endpoint[part as 'params' | 'query' | 'body']
  const all = schema ? [toJSONSchema(schema, { io: 'input' }) as JsonSchema] : []
  return names.reduce((owners, name) => owners.flatMap((owner) => propertiesOf(owner, name)), all)
}

function propertiesOf(owner: JsonSchema, name: string): JsonSchema[] {
  const own = owner.properties?.[name]
  const inside = [...(owner.anyOf ?? []), ...(owner.items ? [owner.items] : [])]
  return [...(own ? [own] : []), ...inside.flatMap((each) => propertiesOf(each, name))]
}

/** True for nullable ids too. */
function isId({ format, anyOf = [] }: JsonSchema): boolean {
  return format === 'uuid' || anyOf.some(isId)
}

describe.each(ENDPOINTS)('%s', (_name, endpoint) => {
  const { access, audit, effect } = endpoint
  if (!audit) {
    test('is a read open to every active user and records no event', () => {
      expect([access, effect]).toEqual(['signed-in', 'read'])
    })
    return
  }

  test('is about the resource of its permissions', () => {
    // Choices are open to the permissions of the tables that refer to them.
    if (access === 'signed-in' || audit.resourceIn || audit.action === 'options') return
    // Holders of `card:unmask` decide about held results.
    if (audit.action === 'release') return
    if (OF_OTHER_RESOURCES.has(audit.resource)) return
    const wanted = typeof access === 'string' ? [access] : access.anyOf
    expect(wanted.map(resourceOf)).toContain(audit.resource)
  })

  test('finds ids where the call has them', () => {
    for (const path of [audit.id, audit.refersTo].flat()) {
      if (path === undefined || path === 'caller') continue
      const found = schemasAt(endpoint, path)
      expect([path, found.length > 0, found.every(isId)]).toEqual([path, true, true])
    }
    for (const path of [audit.resourceIn, ...(Object.keys(audit.actionWith ?? {}) as CallPart[])])
      if (path !== undefined) expect([path, schemasAt(endpoint, path).length]).not.toEqual([path, 0])
  })

  test('records a refused call in its words', async () => {
    if (access === 'signed-in') return
    const [id, resource] = [crypto.randomUUID(), 'tender']
    const params = endpoint.params ? { params: { id, resource } } : {}
    const query = endpoint.query ? { query: { source_filekey: id } } : {}
    const headers = { authorization: `Bearer ${await system.tokenOf('viewer')}` }
    const reply = await system.app.inject(requestOf(endpoint, { ...params, ...query }, headers))
    // The only permission of this role.
    if (access === 'dashboard:view') return
    expect(reply.statusCode).toBe(403)
    const { rows } = await system.pool.query(
      'SELECT action, resource, resource_id FROM audit_events WHERE request_id = $1',
      [reply.headers['x-request-id']],
    )
    const word = audit.resourceIn?.startsWith('params.') ? resource : audit.resource
    const isNamed = audit.id === 'params.id' || audit.id === 'query.source_filekey'
    const recorded = { action: `${word}.${audit.action}`, resource: word, resource_id: isNamed ? id : null }
    // Equal refusals of other endpoints are counted with the first.
    expect([recorded]).toEqual(expect.arrayContaining(rows))
  })

  test('uses the same words for done and refused calls', () => {
    const id = crypto.randomUUID()
    const parts = {
      params: { id },
      query: { source_filekey: id },
      body: { source_filekey: id, id, items: [{ id }] },
    }
    const [done] = doneEvents(declaredEvent(audit, parts, id), [{}])
    expect(refusedEvent(audit, parts, id, 'x')).toMatchObject({ ...done })
  })
})

test('a call has the same words, done and refused', async () => {
  const upload = {
    file_name: 'cards.csv',
    content_type: 'text/csv',
    size: 10,
    category: 'SMAC_INQUIRY',
  } as const
  const { source_filekey } = await system.call(api.files.presign, { body: upload }, 'agent')
  await system.expectProblem(api.files.presign, { body: { source_filekey, artifact: 'source' } }, 'agent')
  await system.expectProblem(api.files.presign, { body: { source_filekey } }, 'supervisor')
  await changeFile(system, 'cancel', source_filekey)
  await system.expectProblem(api.files.cancel, { body: { source_filekey, version: 2 } }, 'agent')
  const run = { mode: 'FILE', source_filekey, purpose: 'AUDIT', ticket_no: 'OPS-1' } as const
  await system.expectProblem(api.inquiries.run, { body: run }, 'agent')
  const { rows } = await system.pool.query(
    `SELECT resource, action, outcome FROM audit_events
     WHERE resource_id = $1 OR changes->'source_filekey'->>1 = $1 ORDER BY id`,
    [source_filekey],
  )
  expect(rows.map(({ resource, action, outcome }) => `${outcome} ${action} on ${resource}`)).toEqual([
    'done file.sign on file',
    'refused file.download on file',
    'refused file.sign on file',
    'done file.cancel on file',
    'refused file.cancel on file',
    'refused inquiry.run on inquiry',
  ])
})

test('every word of the vocabulary has a label', () => {
  for (const label of Object.values(AUDIT_RESOURCES)) expect(label).toMatch(/^[A-Z][a-z -]+$/)
  for (const words of Object.values(AUDIT_ACTIONS)) expect(words).toMatch(/^[a-z][a-z -]+$/)
})
