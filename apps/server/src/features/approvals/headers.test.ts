import { api } from '@backoffice/contract/api'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertPolicy } from '../../testing/access.ts'
import { aGrant, approve, requestIn, statusOf, switchRule } from '../../testing/approvals.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeEach(async () => {
  system = await startTestSystem()
  await switchRule(system, 'HIGH_RISK_GRANT', true)
})
afterEach(() => system.stop())

/** Characters of one byte to four. */
const CHARACTERS = ['x', 'ñ', '日', '😀']
const LONGEST_TICKET = 'OPS-'.padEnd(30, '2')

const readBack = async (id: string) => {
  const { reason, ticket_no } = await system.call(api.approvals.get, { params: { id } }, 'access')
  return { reason, ticket_no }
}

test.each(CHARACTERS)('stores a reason of 200 %s and a ticket number of 30 characters', async (character) => {
  const reason = character.repeat(200)
  const headers = { 'approval-reason': encodeURIComponent(reason), 'approval-ticket': LONGEST_TICKET }
  const id = requestIn(await (await aGrant(system)).send(headers))
  expect(await readBack(id)).toEqual({ reason, ticket_no: LONGEST_TICKET })
})

test.each([
  ['201 characters', { 'approval-reason': 'x'.repeat(201) }],
  ['201 of two bytes', { 'approval-reason': encodeURIComponent('ñ'.repeat(201)) }],
  ['201 of four bytes', { 'approval-reason': encodeURIComponent('😀'.repeat(201)) }],
  ['a ticket number of 31', { 'approval-reason': 'x', 'approval-ticket': 'x'.repeat(31) }],
  ['half a character', { 'approval-reason': '%E0%A4%A' }],
])('refuses a header with %s', async (_words, headers) => {
  expect((await (await aGrant(system)).send(headers)).status).toBe(422)
  const { rows } = await system.pool.query('SELECT count(*)::int AS requests FROM approvals')
  expect(rows).toEqual([{ requests: 0 }])
})

test.each(CHARACTERS)('a request for access has the same limits, of %s', async (character) => {
  const reason = character.repeat(200)
  const policy_id = await insertPolicy(system, ['card:unmask'])
  const request = (values: { reason: string; ticket_no: string }) =>
    system.send(api.accessRequests.create, { body: { policy_id, hours: 1, ...values } }, 'agent')
  for (const values of [
    { reason: `${reason}x`, ticket_no: LONGEST_TICKET },
    { reason, ticket_no: `${LONGEST_TICKET}2` },
  ])
    expect((await request(values)).status).toBe(422)
  const id = requestIn(await request({ reason, ticket_no: LONGEST_TICKET }))
  expect(await readBack(id)).toEqual({ reason, ticket_no: LONGEST_TICKET })
})

test('a repeated call with the same key gets the same request, also once it is decided', async () => {
  const grant = await aGrant(system)
  const key = { 'idempotency-key': crypto.randomUUID() }
  const first = await grant.send(key)
  const id = requestIn(first)
  expect(await grant.send(key)).toEqual(first)
  await approve(system, id, 'access')
  expect(await statusOf(system, id)).toBe('EXECUTED')
  expect(await grant.send(key)).toEqual(first)
  const { rows } = await system.pool.query('SELECT count(*)::int AS requests FROM approvals')
  expect(rows).toEqual([{ requests: 1 }])
})

test('the question for a reason does not use up the key', async () => {
  const grant = await aGrant(system)
  const key = { 'idempotency-key': crypto.randomUUID() }
  expect((await grant.send({ ...key, 'approval-reason': '' })).status).toBe(428)
  const id = requestIn(await grant.send({ ...key, 'approval-reason': 'Night desk' }))
  expect(await readBack(id)).toEqual({ reason: 'Night desk', ticket_no: null })
})
