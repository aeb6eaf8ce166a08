import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendAsOwner } from '../../jobs/queue.ts'
import { openCase, startCaseSystem } from '../../testing/cases.ts'

let started: Awaited<ReturnType<typeof startCaseSystem>>
beforeAll(async () => {
  started = await startCaseSystem({ workers: true })
})
afterAll(() => started.stop())

test('a command of the owner starts the job, which resolves the case of a load', async () => {
  const { system, cardId, load } = started
  await load([{ id: 1 }])
  const { id } = await openCase(system, { card_id: cardId, transaction_ids: ['1'] })
  await load([{ id: 1, status: 'POSTED' }])
  await sendAsOwner(system.url, 'follow-cases', {})
  const status = async () => (await system.call(api.cases.get, { params: { id } }, 'agent')).status
  await expect.poll(status, { timeout: 20_000 }).toBe('RESOLVED')
})
