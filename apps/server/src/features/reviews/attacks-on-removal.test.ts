import { api } from '@backoffice/contract/api'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertPolicy, insertRole, insertUser } from '../../testing/access.ts'
import {
  applyDecisions,
  dayIn,
  decide,
  itemOf,
  itemsOf,
  passDeadline,
  prepareReviewers,
  REMOVE,
  startReview,
} from '../../testing/reviews.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { followReviews } from './apply-review.ts'

let system: TestSystem
let reviewers: string[]
beforeEach(async () => {
  system = await startTestSystem()
  reviewers = await prepareReviewers(system)
})
afterEach(() => system.stop())

const requireSecondFactor = (...roles: string[]) =>
  system.pool.query('UPDATE roles SET requires_second_factor = true WHERE id = ANY ($1)', [roles])

const end = async (id: string) => {
  await passDeadline(system, id)
  await followReviews(system.workerDeps)
  await applyDecisions(system, id)
}

/** A user of a role with two permissions in a review. */
async function aReviewedUser(extras: string[] = []) {
  const view = await insertPolicy(system, ['tender:view'])
  const update = await insertPolicy(system, ['tender:update'])
  const role = await insertRole(system, ['Lookup'], [view, update], 'Desk')
  const user = await insertUser(system, role, { extras })
  const { id } = await startReview(system, reviewers, { scope: 'ROLE', role_id: role })
  const items = await itemsOf(system, id)
  const item = itemOf(items, user, 'Desk')
  const replaceBy = (replacement_role_id: string) =>
    decide(system, id, item, { ...REMOVE, replacement_role_id })
  const offered = async () => {
    const input = { params: { id }, query: { item: item.id } }
    const reply = await system.call(api.reviews.replacements, input, 'access')
    return reply.items.map(({ name }) => name)
  }
  const roleNow = async () => (await system.call(api.users.get, { params: { id: user } }, 'admin')).role.name
  return { view, update, role, user, id, items, item, replaceBy, offered, roleNow }
}

const REFUSED = { status: 422, body: { errors: [{ field: 'replacement_role_id', code: 'not_less' }] } }

test('a replacement removes something, and keeps the second factor that the role requires', async () => {
  const { view, update, role, id, replaceBy, offered, roleNow } = await aReviewedUser()
  const same = await insertRole(system, ['Lookup'], [view, update], 'Same')
  const lax = await insertRole(system, ['Lookup'], [view], 'Lax')
  const less = await insertRole(system, ['Lookup'], [view], 'Less')
  await requireSecondFactor(role, less)
  expect(await offered()).toEqual(['Operations viewer', 'Less'])
  for (const refused of [same, lax]) expect(await replaceBy(refused)).toMatchObject(REFUSED)
  expect((await replaceBy(less)).status).toBe(200)
  // Stops to require it before the end.
  await system.pool.query('UPDATE roles SET requires_second_factor = false WHERE id = $1', [less])
  await end(id)
  expect(await roleNow()).toBe('Operations viewer')
})

test('a replacement that would remove nothing by the end is not applied', async () => {
  const { view, update, id, replaceBy, roleNow } = await aReviewedUser()
  const less = await insertRole(system, ['Lookup'], [view], 'Less')
  expect((await replaceBy(less)).status).toBe(200)
  await system.pool.query('INSERT INTO role_policies VALUES ($1, $2)', [less, update])
  await end(id)
  expect(await roleNow()).toBe('Operations viewer')
})

test('an extra policy that the review removes allows no replacement, whichever is decided first', async () => {
  const extra = await insertPolicy(system, ['tender:export'], 'Exports')
  const { view, user, id, items, item, replaceBy, offered, roleNow } = await aReviewedUser([extra])
  const exporting = await insertRole(system, ['Lookup'], [view, extra], 'Exporting')
  expect(await offered()).toContain('Exporting')
  const exports_ = itemOf(items, user, 'Exports')
  await decide(system, id, exports_, REMOVE)
  expect(await offered()).not.toContain('Exporting')
  expect(await replaceBy(exporting)).toMatchObject(REFUSED)
  await decide(system, id, { ...exports_, version: 2 }, { decision: null })
  expect((await replaceBy(exporting)).status).toBe(200)
  await decide(system, id, { ...exports_, version: 3 }, REMOVE)
  // Whatever the order of the ids.
  await system.pool.query('UPDATE review_items SET id = $2 WHERE id = $1', [
    item.id,
    '00000000-0000-7000-8000-000000000000',
  ])
  await end(id)
  expect(await roleNow()).toBe('Operations viewer')
})

test('the starter role takes no role in an emergency, so that a removal always has a way out', async () => {
  const { id, item, offered, roleNow } = await aReviewedUser()
  const emergency = await insertRole(system, ['Audit'], [await insertPolicy(system, ['audit:export'])])
  const named = await system.pool.query<{ id: string }>(
    "SELECT id FROM roles WHERE name = 'Operations viewer'",
  )
  const { version } = await system.call(api.roles.get, { params: { id: emergency } }, 'admin')
  const body = { version, break_glass_for: [String(named.rows[0]?.id)] }
  expect(await system.send(api.roles.update, { params: { id: emergency }, body }, 'admin')).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'break_glass_for', code: 'not_allowed' }] },
  })
  // As a process of the former release could still save it.
  await system.pool.query('UPDATE roles SET break_glass_for = $2 WHERE id = $1', [
    emergency,
    body.break_glass_for,
  ])
  expect(await offered()).toContain('Operations viewer')
  expect((await decide(system, id, item, REMOVE)).status).toBe(200)
  await end(id)
  expect(await roleNow()).toBe('Operations viewer')
})

const update = (id: string, version: number, body: object) =>
  system.send(api.reviews.update, { params: { id }, body: { version, ...body } }, 'admin')
const mailsTo = async (subject: string) => {
  const { rows } = await system.pool.query(
    "SELECT FROM pgboss.job WHERE name = 'send-mail' AND data->>'subject' = $1",
    [subject],
  )
  return rows.length
}

test('reviewers have days to decide before undecided access is removed', async () => {
  const start = (due_on: string) => {
    const body = { name: 'x', scope: 'ALL', due_on, undecided: 'REMOVE', reviewers } as const
    return system.send(api.reviews.start, { body }, 'admin')
  }
  const OUT = { status: 422, body: { errors: [{ field: 'due_on', code: 'out_of_range' }] } }
  expect(await start(dayIn(6))).toMatchObject(OUT)
  expect((await start(dayIn(7))).status).toBe(201)
  const { id, version } = await startReview(system, reviewers, { undecided: 'REMOVE' })
  expect(await update(id, version, { due_on: dayIn(6) })).toMatchObject(OUT)
  expect((await update(id, version, { due_on: dayIn(7) })).status).toBe(200)
  expect(await mailsTo('New due date: Half-year review')).toBe(2)
  // Each earlier day gives notice again, a later one takes no time.
  await system.pool.query(
    "UPDATE reviews SET started_at = started_at - interval '5 days', due_at = due_at - interval '5 days' WHERE id = $1",
    [id],
  )
  expect(await update(id, version + 1, { due_on: dayIn(1) })).toMatchObject(OUT)
  expect((await update(id, version + 1, { due_on: dayIn(3) })).status).toBe(200)
  const kept = { undecided: 'KEEP', due_on: dayIn(0) }
  expect((await update(id, version + 2, kept)).status).toBe(200)
})

test('a review that keeps undecided access cannot be changed to remove it', async () => {
  const { id, version } = await startReview(system, reviewers)
  expect(await update(id, version, { undecided: 'REMOVE' })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'undecided', code: 'not_allowed' }] },
  })
  expect(await mailsTo('New due date: Half-year review')).toBe(0)
})

test('the trail has the number of reviewers who could decide at the deadline', async () => {
  const { id } = await startReview(system, reviewers)
  await system.pool.query("UPDATE users SET status = 'DISABLED' WHERE id = ANY ($1)", [reviewers])
  await passDeadline(system, id)
  await followReviews(system.workerDeps)
  const { rows } = await system.pool.query(
    "SELECT changes FROM audit_events WHERE resource = 'review' AND action = 'review.expire' AND resource_id = $1",
    [id],
  )
  expect(rows).toEqual([{ changes: { status: ['OPEN', 'APPLYING'], able_reviewers: [null, 0] } }])
})

test('control characters in names and reasons are refused', async () => {
  const body = { scope: 'ALL', due_on: dayIn(7), undecided: 'KEEP', reviewers } as const
  for (const name of ['Half\u202eyear', 'Half\u001b[2Kyear', 'Half\nyear', 'Half\u200byear'])
    expect(
      (await system.send(api.reviews.start, { body: { ...body, name } }, 'admin')).status,
      JSON.stringify(name),
    ).toBe(422)
  const { id } = await startReview(system, reviewers)
  const [item] = (await itemsOf(system, id)).filter(({ undecidable }) => undecidable === null)
  if (!item) throw new Error('No item can be decided')
  const because = (reason: string) => decide(system, id, item, { decision: 'KEEP', reason })
  expect((await because('Still\u202eneeded')).status).toBe(422)
  expect((await because('Still\n\tneeded')).status).toBe(200)
})
