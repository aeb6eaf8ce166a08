import type { AddressInfo } from 'node:net'
import { api } from '@backoffice/contract/api'
import type { Endpoint } from '@backoffice/contract/endpoint'
import { connectClient } from '../../db/client.ts'
import { requestOf } from '../../kernel/served-apis.ts'
import { loadDemoCards } from '../../ops/demo/load-demo-cards.ts'
import { seedLookupTables } from '../../ops/demo/seed-lookup-tables.ts'
import { uploadFile } from '../file-actions.ts'
import { refreshSums } from '../refresh-sums.ts'
import { signIn, startTestSystem } from '../test-system.ts'
import type { Call } from './calls.ts'
import { KnownValues } from './known-values.ts'
import { type Request, sendRequest } from './requests.ts'

type Group = Record<string, Endpoint>
/** Every endpoint of the contract with its group. */
export const ENDPOINTS = Object.entries(api).flatMap(([group, endpoints]: [string, Group]) =>
  Object.entries(endpoints).map(([name, endpoint]) => ({ name: `${group}.${name}`, group, endpoint })),
)

const MAILBOXES = { admin: 'admin', agent: 'agent', 'no policy': 'kristine.deleon' }
const emailOf = (mailbox: string) => `${mailbox}@backoffice.test`
const AS_OF = '2026-11-20'
const CARDS = 300
/** An inquiry with results. */
const INQUIRY = {
  card_number: '9990000000000011',
  ticket_no: 'TCK-1',
  date_from: '2026-10-01',
  date_to: '2026-10-20',
}
const UPLOADS = {
  SMAC_INQUIRY: 'card_number,date_from,date_to\n9990000000000011,2026-10-01,2026-10-20\nx,,\n',
  TENDERS:
    'source_system,tender_id,tender_name,payment_method_code,company_code\nPOS,ZZ1,Fuzz,CSH,*\nPOS,,,,\n',
}

export type FuzzSystem = Awaited<ReturnType<typeof startFuzzSystem>>

/** Starts the product over HTTP, with rows of every kind and a token for each kind of caller. */
export async function startFuzzSystem(options: { workers: boolean }) {
  const logLines: string[] = []
  const system = await startTestSystem({
    ...options,
    log: (line) => logLines.push(line),
    quotas: { reveals: 1_000_000, notFoundReplies: 1_000_000 },
    limits: { uploadsAtOnce: 1_000_000 },
  })
  const client = await connectClient(system.ledgerUrl)
  await loadDemoCards({ client, cards: CARDS, asOf: AS_OF }).finally(() => client.end())
  await refreshSums(system)
  await seedLookupTables(system.db, AS_OF)
  await system.pool.query(
    `WITH role AS (INSERT INTO roles (name, modules) VALUES ('Fuzz: nothing', '{}') RETURNING id)
     UPDATE users SET role_id = role.id FROM role WHERE email = $1`,
    [emailOf(MAILBOXES['no policy'])],
  )
  const { rows } = await system.pool.query<{ id: string }>(
    'SELECT unnest(ARRAY[id, role_id]) AS id FROM users WHERE email = ANY ($1)',
    [Object.values(MAILBOXES).map(emailOf)],
  )
  // A change of a caller would make all later calls fail.
  const known = new KnownValues(rows.map(({ id }) => id))
  for (const [category, content] of Object.entries(UPLOADS))
    await uploadFile(system, content, 'admin', { category })
  known.learn('inquiries', INQUIRY)
  const body = { ...INQUIRY, mode: 'CARD', purpose: 'OTHER' } as const
  known.learn('inquiries', await system.call(api.inquiries.run, { body }, 'admin'))

  const tokens = new Map<string, string>()
  const callerToken = async (caller: Call['caller']) => {
    if (caller === 'anonymous') return undefined
    const token = tokens.get(caller) ?? (await signIn(system.identity, emailOf(MAILBOXES[caller])))
    tokens.set(caller, token)
    return token
  }
  const headers = { authorization: `Bearer ${await callerToken('admin')}` }
  // Reads without input return the first ids.
  for (const { group, endpoint } of ENDPOINTS) {
    if (endpoint.effect !== 'read' || endpoint.params) continue
    const input = endpoint.method === 'GET' ? {} : { body: {} }
    const response = await system.app.inject(requestOf(endpoint, input, headers))
    if (response.statusCode === 200) known.learn(group, response.json())
  }
  await system.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = system.app.server.address() as AddressInfo
  return {
    ...system,
    known,
    logLines,
    sendRequest: (request: Request) => sendRequest(port, request),
    callerToken,
    /** Lets callers whose sessions were ended by calls sign in again. */
    reopenSessions: async () => {
      tokens.clear()
      await system.pool.query('DELETE FROM ended_sessions')
      await system.pool.query('UPDATE users SET signed_in_after = NULL WHERE signed_in_after IS NOT NULL')
    },
  }
}
