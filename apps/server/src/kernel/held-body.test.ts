import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userIdOf } from '../testing/access.ts'
import { inLedger } from '../testing/in-ledger.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { requestOf } from './served-apis.ts'

const CARD = '9990000000000011'

let system: TestSystem
let port: number
let cardId: string
beforeAll(async () => {
  system = await startTestSystem()
  port = Number(new URL(await system.app.listen({ port: 0, host: '127.0.0.1' })).port)
  await inLedger(
    system,
    `INSERT INTO cards (card_number, account_number, tier, status, points_balance, member_name_masked)
    VALUES (${CARD}, '2000417733', 'CLASSIC', 'ACTIVE', 0, 'J•••')`,
  )
  const criteria = { mode: 'CARD', card_number: CARD, purpose: 'FRAUD_REVIEW', ticket_no: 'OPS-1' } as const
  const range = { date_from: '2026-09-01', date_to: '2026-09-02' }
  const inquiry = await system.call(api.inquiries.run, { body: { ...criteria, ...range } }, 'supervisor')
  if (inquiry.mode === 'FILE') throw new Error('This is not a card inquiry')
  cardId = String(inquiry.criteria.card_id)
})
afterAll(() => system.stop())

test('a reveal whose caller is disabled between headers and body is refused', async () => {
  const body = JSON.stringify({ card_id: cardId, reason: 'FRAUD_REVIEW', ticket_no: 'OPS-1' })
  const headers = {
    host: `127.0.0.1:${port}`,
    authorization: `Bearer ${await system.tokenOf('supervisor')}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const arriving = once(system.app.server, 'request')
  const socket = connect(port, '127.0.0.1')
  const { method, url } = requestOf(api.cards.reveal, {}, {})
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.write([`${method} ${url} HTTP/1.1`, ...lines, '', body.slice(0, 5)].join('\r\n'))
  const [request] = (await arriving) as [IncomingMessage]
  // The caller is admitted and the body is being read.
  await expect.poll(() => request.listenerCount('data')).toBeGreaterThan(0)

  const id = await userIdOf(system, 'supervisor')
  await system.call(
    api.users.updateStatus,
    { body: { items: [{ id, version: 1 }], status: 'DISABLED', reason: 'Leaves today' } },
    'admin',
  )
  socket.write(body.slice(5))
  const reply = await text(socket)
  expect(reply).toMatch(/^HTTP\/1\.1 401 /)
  expect(reply).toContain('"code":"user_disabled"')
  expect(reply).not.toContain(CARD)
  const { rows } = await system.pool.query('SELECT FROM card_reveals')
  expect(rows).toEqual([])
})
