import { randomUUID } from 'node:crypto'
import { api } from '@backoffice/contract/api'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { EMBEDDED_POOL } from '../../adapters/identity/embedded.ts'
import { createCountedAudit } from '../../kernel/counted-audit.ts'
import { requestOf } from '../../kernel/served-apis.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { createSecurityEventHandler } from './security-events.ts'

const BALANCER = '10.1.2.3'
const PASSWORD = 'Backoffice#2026'
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

let system: TestSystem
let before = '0'
beforeAll(async () => {
  system = await startTestSystem({ trustedProxies: ['10.1.0.0/16'], log: (line) => void lines.push(line) })
})
beforeEach(async () => {
  // Another minute, so that no event is counted with those of the former test.
  system.clock.offsetMs += 120_000
  await settled()
  const { rows } = await system.pool.query('SELECT coalesce(max(id), 0) AS id FROM audit_events')
  before = rows[0].id
})
afterAll(() => system.stop())

const lines: string[] = []
type Row = {
  who: string
  action: string
  outcome: string
  reason: string | null
  address: string | null
  device: string | null
  count: number
}

/** Waits for the events of earlier responses. */
const settled = () => system.identity.close()

async function events(): Promise<Row[]> {
  await settled()
  const { rows } = await system.pool.query<Row>(
    `SELECT actor_name AS who, action, outcome, reason, client_address AS address, device, count
     FROM audit_events WHERE id > $1 ORDER BY id`,
    [before],
  )
  return rows
}

type From = { address?: string; headers?: Record<string, string> }

async function provider(
  operation: string,
  input: object,
  { address = '192.0.2.7', headers = {} }: From = {},
) {
  const reply = await system.app.inject({
    method: 'POST',
    url: EMBEDDED_POOL.path,
    remoteAddress: address,
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      'user-agent': CHROME,
      ...headers,
    },
    payload: JSON.stringify({ ClientId: EMBEDDED_POOL.userPoolClientId, ...input }),
  })
  // The next request's event follows this one's.
  await settled()
  return reply.json()
}

const signIn = (USERNAME: string, password = PASSWORD, from?: From) =>
  provider(
    'InitiateAuth',
    { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME, PASSWORD: password } },
    from,
  )

const search = async (text: string) =>
  (await system.call(api.audit.list, { body: { search: text, page: 1, page_size: 10 } }, 'auditor')).items

test('a sign-in and a failure have user, address and device; calls have the latter too', async () => {
  const { AuthenticationResult } = await signIn('agent@backoffice.test')
  await signIn('agent@backoffice.test', 'Wrong#Password1')
  const authorization = `Bearer ${AuthenticationResult.IdToken}`
  const call = requestOf(api.account.endCurrentSession, {}, { authorization, 'user-agent': CHROME })
  await system.app.inject({ ...call, remoteAddress: '192.0.2.8' })
  const shared = { who: 'Maria Reyes', device: 'Chrome on Windows', count: 1 }
  const done = { ...shared, outcome: 'done', reason: null }
  const address = '192.0.2.7'
  expect(await events()).toEqual([
    { ...done, action: 'sign-in.succeed', address },
    { ...shared, action: 'sign-in.fail', outcome: 'refused', reason: 'wrong_password', address },
    { ...done, action: 'session.end-current', address: '192.0.2.8' },
  ])
})

test('each sign-in has an event of its own with its session and device; failures are counted', async () => {
  const agents = [CHROME, 'Backup tool 3', 'Backup tool 4']
  for (const agent of agents) {
    await signIn('agent@backoffice.test', PASSWORD, { headers: { 'user-agent': agent } })
    await signIn('agent@backoffice.test', 'Wrong#Password1')
  }
  await settled()
  const { rows } = await system.pool.query(
    `SELECT device, count(DISTINCT changes #>> '{session,1}')::int AS sessions FROM audit_events
     WHERE id > $1 AND action = 'sign-in.succeed' GROUP BY id ORDER BY id`,
    [before],
  )
  const devices = ['Chrome on Windows', 'Backup tool 3', 'Backup tool 4']
  expect(rows).toEqual(devices.map((device) => ({ device, sessions: 1 })))
  system.clock.offsetMs += 60_000
  await signIn('agent@backoffice.test', 'Wrong#Password1')
  const failures = (await events()).filter(({ action }) => action === 'sign-in.fail')
  expect(failures.map(({ count }) => count)).toEqual([1, 2, 1])
})

test('each sign-in that cannot be recorded is reported, and none fails', async () => {
  await signIn('agent@backoffice.test')
  await settled()
  const known = system.failures.length
  await owner('ALTER TABLE audit_events RENAME TO away')
  const replies = [await signIn('agent@backoffice.test'), await signIn('agent@backoffice.test')]
  await settled()
  await owner('ALTER TABLE away RENAME TO audit_events')
  expect(replies.map((reply) => reply.AuthenticationResult?.TokenType)).toEqual(['Bearer', 'Bearer'])
  expect(system.failures.splice(known)).toHaveLength(2)
})

async function owner(statement: string) {
  const client = new pg.Client({ connectionString: system.url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

test.each([
  ['our server', ['server']],
  ['the provider', ['provider']],
  ['both at once', ['provider', 'server']],
])('a sign-out has one event when the browser notifies %s', async (_, notified) => {
  const { IdToken, RefreshToken } = (await signIn('glass@backoffice.test')).AuthenticationResult
  const authorization = `Bearer ${IdToken}`
  const { origin_jti } = JSON.parse(Buffer.from(IdToken.split('.')[1], 'base64url').toString())
  await owner(
    `INSERT INTO session_use SELECT '${origin_jti}', id, now(), now() FROM users WHERE email LIKE 'glass@%'`,
  )
  await Promise.all(
    notified.map((where) =>
      where === 'provider'
        ? provider('RevokeToken', { Token: RefreshToken })
        : system.app.inject(requestOf(api.account.endCurrentSession, {}, { authorization })),
    ),
  )
  const actions = (await events()).map(({ action }) => action)
  expect(actions).toEqual(['sign-in.succeed', 'session.end-current'])
})

test('a sign-in that only checks the password, to unlock a screen, is no sign-out', async () => {
  const { RefreshToken } = (await signIn('glass@backoffice.test')).AuthenticationResult
  await provider('RevokeToken', { Token: RefreshToken })
  expect((await events()).map(({ action }) => action)).toEqual(['sign-in.succeed'])
})

test('what was typed for an unknown user is nowhere, and cannot be searched', async () => {
  const typed = ['someone.else@elsewhere.example', 'MyBank#Passw0rd!', '9990000000000011', randomUUID()]
  for (const text of typed) {
    await signIn(text, 'Tr0ub4dor&3-horse')
    await provider('ForgotPassword', { Username: text })
    await provider('ConfirmForgotPassword', {
      Username: text,
      ConfirmationCode: '424242',
      Password: PASSWORD,
    })
  }
  await system.countedAudit.close()
  const rows = await events()
  expect(new Set(rows.map(({ who }) => who))).toEqual(new Set(['Unknown user']))
  const { rows: stored } = await system.pool.query('SELECT * FROM audit_events WHERE id > $1', [before])
  const everything = [...stored.map((row) => JSON.stringify(row)), ...lines].join('\n').toLowerCase()
  for (const text of [...typed, 'elsewhere', 'Tr0ub4dor', '424242']) {
    expect(everything).not.toContain(text.toLowerCase())
    expect(await search(text)).toEqual([])
  }
  const { items } = await system.call(
    api.audit.list,
    { body: { filters: { actor: { in: ['unknown'] } }, page: 1, page_size: 100 } },
    'auditor',
  )
  expect(items).toHaveLength(rows.length)
})

test('nothing secret is in the log of a known user', async () => {
  const { AuthenticationResult: tokens } = await signIn('supervisor@backoffice.test')
  await signIn('supervisor@backoffice.test', 'Tr0ub4dor&3-horse')
  await provider('ForgotPassword', { Username: 'supervisor@backoffice.test' })
  await provider('ChangePassword', {
    AccessToken: tokens.AccessToken,
    PreviousPassword: 'Tr0ub4dor&3-horse',
    ProposedPassword: 'Chosen#Password-27',
  })
  await settled()
  const code = /\d{6}/.exec((await system.outbox.list())[0]?.text ?? '')?.[0] ?? 'no code'
  const { rows } = await system.pool.query('SELECT * FROM audit_events WHERE id > $1', [before])
  expect(rows.length).toBeGreaterThanOrEqual(4)
  const everything = [...rows.map((row) => JSON.stringify(row)), ...lines].join('\n')
  const secrets = [tokens.IdToken, tokens.AccessToken, tokens.RefreshToken, PASSWORD, 'Tr0ub4dor', 'Chosen#']
  for (const secret of [...secrets, code]) expect(everything).not.toContain(secret)
})

test('throttled requests of an address are one event and a count', async () => {
  const throttled = {
    ...{ kind: 'request-throttled' as const, at: system.clock.now(), sub: null, sessionId: null },
    ...{ caller: { ip: '192.0.2.7', userAgent: CHROME }, reason: 'too_many_requests' },
  }
  const audit = createCountedAudit({ ...system, onError: (error) => lines.push(String(error)) })
  const handle = createSecurityEventHandler(system.db, audit)
  for (let time = 0; time < 20; time++) await handle(throttled)
  system.clock.offsetMs += 120_000
  await handle(throttled)
  await audit.close()
  const event = {
    who: 'Unknown user',
    action: 'sign-in.lock',
    outcome: 'refused',
    reason: 'too_many_requests',
  }
  const client = { address: '192.0.2.7', device: 'Chrome on Windows' }
  expect((await events()).toSorted((one, other) => one.count - other.count)).toEqual([
    { ...event, ...client, count: 1 },
    { ...event, ...client, count: 1 },
    { ...event, ...client, count: 19 },
  ])
})

test('the trail is filtered by a whole address', async () => {
  await signIn('agent@backoffice.test', PASSWORD, { address: '192.0.2.71' })
  await signIn('agent@backoffice.test', PASSWORD, { address: '2001:db8::71' })
  await settled()
  const from = async (...addresses: string[]) => {
    const filters = { client_address: { in: addresses } }
    const body = { filters, page: 1, page_size: 10 } as const
    return (await system.call(api.audit.list, { body }, 'auditor')).items.map(({ client }) => client?.address)
  }
  expect(await from('192.0.2.71')).toEqual(['192.0.2.71'])
  expect(await from(' 2001:db8::71 ', '192.0.2.71')).toEqual(['2001:db8::71', '192.0.2.71'])
  expect(await from('192.0.2.7%')).toEqual([])
  expect(await from("192.0.2.71' OR true --")).toEqual([])
})

test('forged addresses and devices are not believed, printed or long', async () => {
  const forged = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' }
  await signIn('agent@backoffice.test', PASSWORD, { headers: forged })
  await signIn('viewer@backoffice.test', PASSWORD, { address: BALANCER, headers: forged })
  // A client that adds a hop of its own before the balancer.
  const added = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' }
  await signIn('lookup@backoffice.test', PASSWORD, { address: BALANCER, headers: added })
  const nonsense = { 'x-forwarded-for': '<script>alert(1)</script>' }
  await signIn('glass@backoffice.test', PASSWORD, { address: BALANCER, headers: nonsense })
  // The zone of an IPv6 address is any text.
  for (const zone of ['1', 'x'.repeat(60)]) {
    const zoned = { 'x-forwarded-for': `fe80::1%${zone}` }
    await signIn('supervisor@backoffice.test', PASSWORD, { address: BALANCER, headers: zoned })
  }
  expect((await events()).map(({ address }) => address)).toEqual([
    '192.0.2.7',
    '203.0.113.9',
    '203.0.113.9',
    null,
    null,
    null,
  ])
})

test.each([
  ['control and bidirectional characters', `curl\u0001/8\u202E <b>`, 'curl/8 <b>'],
  ['a card number', 'curl 9990000000000011', expect.not.stringContaining('0000000')],
  ['ten thousand characters', 'x'.repeat(10_000), 'x'.repeat(200)],
  ['a browser’s name', CHROME, 'Chrome on Windows'],
])('a user agent with %s is stored in words', async (_, userAgent, device) => {
  // As the transport would pass it, with the bytes of a header as Latin-1.
  await system.identity.handle({
    target: 'AWSCognitoIdentityProviderService.InitiateAuth',
    body: JSON.stringify({
      ClientId: EMBEDDED_POOL.userPoolClientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: 'agent@backoffice.test', PASSWORD },
    }),
    ip: '192.0.2.7',
    userAgent,
  })
  expect((await events()).map((event) => event.device)).toEqual([device])
})
