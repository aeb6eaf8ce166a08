import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CASE_CARD, openCase, startCaseSystem } from '../../testing/cases.ts'

let given: Awaited<ReturnType<typeof startCaseSystem>>
beforeAll(async () => {
  given = await startCaseSystem()
})
afterAll(() => given.stop())

const run = () =>
  given.system.call(
    api.inquiries.run,
    {
      body: {
        mode: 'CARD',
        card_number: CASE_CARD,
        purpose: 'MEMBER_COMPLAINT',
        ticket_no: 'OPS-1',
        date_from: '2026-10-01',
        date_to: '2026-11-20',
      },
    },
    'agent',
  )
const read = async (id: string) =>
  (await given.system.call(api.inquiries.get, { params: { id } }, 'agent')).cases

test('a stored result shows its cases as they are when it is read', async () => {
  const { system, load, cardId: card_id } = given
  await load([{ id: 1 }, { id: 2 }, { id: 3, day: '2026-07-01' }])
  const result = await run()
  if (result.mode === 'FILE') throw new Error('A run of a card is not one of a file')
  expect(result.cases).toEqual([])

  const opened = await openCase(system, { card_id, transaction_ids: ['1', '3'] })
  const of = (transaction_id: string, status: string) => expect.objectContaining({ transaction_id, status })
  expect(await read(result.id)).toEqual([
    {
      case_no: opened.case_no,
      kind: 'LATE_POINTS',
      status: 'OPEN',
      sent_at: null,
      resolution: null,
      resolved_at: null,
      purchases: expect.arrayContaining([of('1', 'PENDING'), of('3', 'PENDING')]),
    },
  ])

  const items = [{ id: opened.id, version: opened.version }]
  await system.call(api.cases.markSent, { body: { items } }, 'supervisor')
  expect(await read(result.id)).toMatchObject([{ status: 'SENT', sent_at: expect.any(String) }])

  await load([
    { id: 1, status: 'POSTED' },
    { id: 3, status: 'POSTED' },
  ])
  await given.follow()
  expect(await read(result.id)).toMatchObject([
    {
      status: 'RESOLVED',
      resolution: 'POSTED',
      purchases: expect.arrayContaining([of('1', 'POSTED'), of('3', 'POSTED')]),
    },
  ])

  // A case of purchases that are not listed, and one that ended long ago.
  await openCase(system, { kind: 'WRONG_POINTS', card_id, transaction_ids: ['3'] })
  expect(await read(result.id)).toHaveLength(1)
  await system.pool.query("UPDATE cases SET resolved_at = resolved_at - interval '31 days' WHERE id = $1", [
    opened.id,
  ])
  expect(await read(result.id)).toEqual([])
})
