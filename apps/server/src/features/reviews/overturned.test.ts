import { api } from '@backoffice/contract/api'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { userIdOf } from '../../testing/access.ts'
import { decide, itemOf, itemsOf, prepareReviewers, REMOVE, startReview } from '../../testing/reviews.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
let reviewers: string[]
let review: string
beforeEach(async () => {
  system = await startTestSystem()
  reviewers = await prepareReviewers(system)
  review = (await startReview(system, reviewers)).id
})
afterEach(() => system.stop())

const item = async (mailbox = 'agent') =>
  itemOf(await itemsOf(system, review), await userIdOf(system, mailbox))
const mails = async () => {
  const { rows } = await system.pool.query<{ to: string; text: string }>(
    `SELECT data->>'to' AS to, data->>'text' AS text FROM pgboss.job
     WHERE name = 'send-mail' AND data->>'subject' = 'Decision overturned: Half-year review'`,
  )
  return rows
}

test.each([['KEEP'], [null]] as const)(
  'a removal by another reviewer becomes %s only with a reason',
  async (decision) => {
    await decide(system, review, await item(), REMOVE)
    expect(await decide(system, review, await item(), { decision }, 'viewer')).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'reason', code: 'required' }] },
    })
    expect(await mails()).toEqual([])
    const reason = 'She still covers the night desk'
    expect((await decide(system, review, await item(), { decision, reason }, 'viewer')).status).toBe(200)
    expect(await item()).toMatchObject({
      decision,
      overturned: [
        {
          decision: 'REMOVE',
          reason: REMOVE.reason,
          decided_by: 'Benito Cruz',
          overturned_by: 'Joel Bautista',
          overturned_reason: reason,
        },
      ],
    })
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: 'access@backoffice.test', text: expect.stringContaining(reason) })
    expect(mail?.text).toContain(
      `Remove and replace by Operations viewer, now ${decision ? 'Keep' : 'Undecided'}`,
    )
  },
)

test('both reviewers of a removal are mailed, and an own decision overturns nothing', async () => {
  await decide(system, review, await item(), { decision: 'KEEP' })
  await decide(system, review, await item(), REMOVE)
  expect((await item()).overturned).toEqual([])
  await decide(system, review, await item(), REMOVE, 'viewer')
  const admin = await userIdOf(system, 'admin')
  const { version } = await system.call(api.reviews.get, { params: { id: review } }, 'admin')
  const body = { version, reviewers: [...reviewers, admin] }
  await system.call(api.reviews.update, { params: { id: review }, body }, 'admin')
  await decide(system, review, await item(), { decision: 'KEEP', reason: 'Needed' }, 'admin')
  expect((await mails()).map(({ to }) => to).toSorted()).toEqual([
    'access@backoffice.test',
    'viewer@backoffice.test',
  ])
  expect((await item()).overturned).toMatchObject([{ decided_by: 'Benito Cruz', agreed_by: 'Joel Bautista' }])
})

test('several overturned decisions are one mail', async () => {
  const both = ['agent', 'lookup']
  for (const each of both) await decide(system, review, await item(each), { decision: 'KEEP' })
  const items = []
  for (const each of both) {
    const { id, version } = await item(each)
    items.push({ id, version })
  }
  await system.call(api.reviews.decide, { params: { id: review }, body: { items, ...REMOVE } }, 'viewer')
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.text).toContain('2 of your decisions')
})

test('another reviewer who keeps too leaves the decision as it is', async () => {
  await decide(system, review, await item(), { decision: 'KEEP' })
  expect((await decide(system, review, await item(), { decision: 'KEEP' }, 'viewer')).status).toBe(200)
  expect(await item()).toMatchObject({ decided_by: { id: reviewers[0] }, version: 2 })
})
