import { api } from '@backoffice/contract/api'
import { maskCardNumbers } from '@backoffice/contract/card-number'
import type { Endpoint } from '@backoffice/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toJSONSchema } from 'zod/v4/core'
import { NO_REQUEST, recordAudit } from '../../kernel/audit.ts'
import { requestOf } from '../../kernel/served-apis.ts'
import { addCash } from '../../testing/tenders.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

const lines: string[] = []
let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ log: (line) => void lines.push(line) })
  await addCash(system.pool)
})
afterAll(() => system.stop())

const CARDS = ['9990000000000011', '9990 0000 0000 0011', '9990-0000-0000-0011', '9990.0000 0000-0011']
const CARD = /9990\D{0,3}0000\D{0,3}0000\D{0,3}0011/
/** Sent in unknown fields, headers and parameters. */
const SECRETS = { password: 'Tr0ub4dor&3-horse', code: '918273645546', token: 'eyJhbGciOi.c2VjcmV0.c2lnbmVk' }

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
}

/** A value for the schema, with the text in every string. */
function filled(schema: Schema, text: string): unknown {
  const other = schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (other) return filled(other, text)
  if (schema.properties) {
    const entries = Object.entries(schema.properties)
    return Object.fromEntries(entries.map(([name, part]) => [name, filled(part, text)]))
  }
  if (schema.items) return [filled(schema.items, text)]
  if (schema.type === 'string') return schema.format === 'uuid' ? crypto.randomUUID() : text
  return schema.type === 'boolean' ? true : 1
}

/** All endpoints except those that end the session of the test. */
const ENDPOINTS: [string, Endpoint][] = Object.entries(api).flatMap(([group, endpoints]) =>
  Object.entries(endpoints)
    .filter(([, { effect }]) => group !== 'account' && effect !== 'stream')
    .map(([name, endpoint]): [string, Endpoint] => [`${group}.${name}`, endpoint]),
)

/** Calls as the administrator, who passes most checks, and as the viewer, whose refusals are recorded. */
async function call(endpoint: Endpoint, text: string, extra: Record<string, unknown>) {
  const part = (name: 'params' | 'query' | 'body', more: Record<string, unknown>) => {
    const schema = endpoint[name]
    // Not typed, because the server must check the values.
    return (
      schema && {
        [name]: { ...(filled(toJSONSchema(schema, { io: 'input' }) as Schema, text) as object), ...more },
      }
    )
  }
  for (const as of ['admin', 'viewer']) {
    const authorization = `Bearer ${await system.tokenOf(as)}`
    const headers = { authorization, 'x-api-key': SECRETS.token, 'idempotency-key': SECRETS.code }
    const input = { ...part('params', {}), ...part('query', extra), ...part('body', extra) }
    await system.app.inject(requestOf(endpoint, input, headers))
  }
}

async function leftBehind(): Promise<string> {
  const { rows } = await system.pool.query('SELECT * FROM audit_events')
  return [...rows.map((row) => JSON.stringify(row)), ...lines].join('\n')
}

test('card numbers and secrets in any field of any call reach neither the trail nor the log', async () => {
  for (const [, endpoint] of ENDPOINTS) {
    for (const card of CARDS) await call(endpoint, card, {})
    await call(endpoint, 'plain', SECRETS)
  }
  const left = await leftBehind()
  expect(left).not.toMatch(CARD)
  for (const secret of Object.values(SECRETS)) expect(left).not.toContain(secret)
  const { rows } = await system.pool.query('SELECT DISTINCT outcome FROM audit_events')
  expect(rows.map(({ outcome }) => outcome).sort()).toEqual(['done', 'refused'])
  expect(lines.length).toBeGreaterThan(ENDPOINTS.length)
})

test.each(CARDS)('names and reasons with %s are stored with the number masked', async (card) => {
  const id = crypto.randomUUID()
  const by = { actor: { id: null, name: 'System' }, ...NO_REQUEST }
  const named = { tender_name: [null, `Of ${card}`] } as const
  await recordAudit(system.db, by, [
    { resource: 'tender', action: 'create', id, changes: named },
    { resource: 'tender', action: 'delete', id, reason: `Of ${card}` },
  ])
  const { rows } = await system.pool.query(
    `SELECT changes->'tender_name'->>1 AS name, reason, search::text FROM audit_events WHERE resource_id = $1 ORDER BY id`,
    [id],
  )
  const masked = maskCardNumbers(`Of ${card}`)
  expect(rows.map(({ name, reason }) => [name, reason])).toEqual([
    [masked, null],
    [null, masked],
  ])
  // A random id may contain these digits too.
  const hex = id.replaceAll('-', '')
  for (const { search } of rows) expect(search.replace(hex, '')).not.toMatch(/9990|0000/)
})

test('tokens and passwords of a session reach neither the trail nor the log', async () => {
  const token = await system.tokenOf('agent')
  const reply = await system.app.inject({
    url: `/api/user/role/access-policy?token=${token}&password=${SECRETS.password}`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(reply.statusCode).toBeLessThan(500)
  const left = await leftBehind()
  for (const secret of [token, token.split('.')[2] ?? token, SECRETS.password, 'Backoffice#2026'])
    expect(left).not.toContain(secret)
})
