import type { AddressInfo } from 'node:net'
import { api } from '@backoffice/contract/api'
import type { Endpoint } from '@backoffice/contract/endpoint'
import { connectClient } from '../../db/client.ts'
import { loadDemoCards } from '../../demo/load-demo-cards.ts'
import { seedLookupTables } from '../../demo/seed-lookup-tables.ts'
import { uploadFile } from '../file-actions.ts'
import { signIn, startTestSystem } from '../test-system.ts'
import { buildRequest } from './build-request.ts'
import type { CallerKind } from './call-arbitrary.ts'
import { KnownValues } from './known-values.ts'
import { createSender } from './send.ts'

/** Every endpoint of the contract with its group: a new one is among them without being named. */
export const ENDPOINTS: readonly { name: string; group: string; endpoint: Endpoint }[] = Object.entries(
  api,
).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]: [string, Endpoint]) => ({
    name: `${group}.${name}`,
    group,
    endpoint,
  })),
)

const MAILBOXES = { admin: 'admin', agent: 'agent', 'no policy': 'kristine.deleon' } as const
const AS_OF = '2026-11-20'
const CARDS = 300

/** The product over HTTP with some of everything in it, and how to call it as each kind of caller. */
export async function startFuzzSystem(options: { workers: boolean }) {
  const logLines: string[] = []
  const system = await startTestSystem({
    ...options,
    log: (line) => logLines.push(line),
    quotas: { reveals: 1_000_000, notFoundReplies: 1_000_000 },
    limits: { uploadsAtOnce: 1_000_000 },
  })
  await fill(system.url, system.db)
  await removeGrants(system.pool)
  await system.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = system.app.server.address() as AddressInfo
  const sender = createSender(port)
  const { rows } = await system.pool.query<{ id: string }>(
    'SELECT unnest(ARRAY[id, role_id]) AS id FROM users WHERE email = ANY ($1)',
    [Object.values(MAILBOXES).map((mailbox) => `${mailbox}@backoffice.test`)],
  )
  // Calls that change the callers would only make every later call a refusal.
  const known = new KnownValues(rows.map(({ id }) => id))
  const tokens = new Map<CallerKind, string>()
  const callerToken = async (caller: CallerKind) => {
    if (caller === 'anonymous') return undefined
    const token =
      tokens.get(caller) ?? (await signIn(system.identity, `${MAILBOXES[caller]}@backoffice.test`))
    tokens.set(caller, token)
    return token
  }
  for (const category of ['SMAC_INQUIRY', 'TENDERS'])
    await uploadFile(system, SAMPLES[category] ?? '', 'admin', { category })
  known.learn('inquiries', EXAMPLES)
  const body = { ...EXAMPLES, mode: 'CARD', purpose: 'OTHER' } as const
  known.learn('inquiries', await system.call(api.inquiries.run, { body }, 'admin'))
  await learnAll(sender.send, known, await callerToken('admin'))
  return {
    ...system,
    port,
    known,
    logLines,
    sendRequest: sender.send,
    callerToken,
    /** The sessions that a call ended are good again. */
    reopenSessions: async () => {
      await system.pool.query('DELETE FROM ended_sessions')
      await system.pool.query('UPDATE users SET signed_in_after = NULL WHERE signed_in_after IS NOT NULL')
    },
    stop: async () => {
      sender.close()
      await system.stop()
    },
  }
}
export type FuzzSystem = Awaited<ReturnType<typeof startFuzzSystem>>

/** Of an inquiry that finds something. */
const EXAMPLES = {
  card_number: '9990000000000011',
  ticket_no: 'TCK-1',
  date_from: '2026-10-01',
  date_to: '2026-10-20',
}

const SAMPLES: Readonly<Record<string, string>> = {
  SMAC_INQUIRY: 'card_number,date_from,date_to\n9990000000000011,2026-10-01,2026-10-20\nx,,\n',
  TENDERS:
    'source_system,tender_id,tender_name,payment_method_code,company_code\nPOS,ZZ1,Fuzz,CSH,*\nPOS,,,,\n',
}

async function fill(url: string, db: FuzzDatabase): Promise<void> {
  const client = await connectClient(url)
  try {
    await loadDemoCards({ client, cards: CARDS, asOf: AS_OF })
  } finally {
    await client.end()
  }
  await seedLookupTables(db, AS_OF)
}
type FuzzDatabase = Awaited<ReturnType<typeof startTestSystem>>['db']

/** One of the callers may do nothing at all. */
async function removeGrants(pool: Awaited<ReturnType<typeof startTestSystem>>['pool']): Promise<void> {
  await pool.query(
    `WITH role AS (INSERT INTO roles (name, modules) VALUES ('Fuzz: nothing', '{}') RETURNING id)
     UPDATE users SET role_id = role.id FROM role WHERE email = $1`,
    [`${MAILBOXES['no policy']}@backoffice.test`],
  )
}

/** Reads everything that can be read without naming anything. */
async function learnAll(
  send: ReturnType<typeof createSender>['send'],
  known: KnownValues,
  token: string | undefined,
): Promise<void> {
  for (const { group, endpoint } of ENDPOINTS) {
    if (endpoint.effect !== 'read' || endpoint.params) continue
    const call = {
      caller: 'admin',
      params: {},
      query: {},
      body: {},
      mutations: [],
      ifMatch: undefined,
    } as const
    const none = { idempotencyKey: undefined, oddity: undefined }
    const answer = await send(buildRequest(endpoint, group, { ...call, ...none }, known, token))
    if (answer.status === 200) known.learn(group, JSON.parse(answer.body))
  }
}
