import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertUser } from '../../testing/access.ts'
import { openCase, startCaseSystem, userId } from '../../testing/cases.ts'

let desk: Awaited<ReturnType<typeof startCaseSystem>>
let role: string
beforeAll(async () => {
  desk = await startCaseSystem()
  const { rows } = await desk.system.pool.query<{ id: string }>(
    "SELECT id FROM roles WHERE name = 'Inquiry agent'",
  )
  role = String(rows[0]?.id)
})
afterAll(() => desk.stop())

/** An open case and a resolved one of the user. */
async function casesOf(assignee_id: string) {
  const { system, cardId } = desk
  const open = await openCase(system, { card_id: cardId, assignee_id }, 'supervisor')
  const ended = await openCase(system, { card_id: cardId, assignee_id }, 'supervisor')
  const items = [{ id: ended.id, version: ended.version }]
  await system.call(api.cases.resolve, { body: { items, resolution: 'DUPLICATE' } }, 'supervisor')
  return { open, ended }
}

const assigneeOf = async (id: string) =>
  (await desk.system.call(api.cases.get, { params: { id } }, 'supervisor')).assignee?.name

test('open cases go to the receiver, who is notified; closed ones keep their assignee', async () => {
  const { system } = desk
  const from = await insertUser(system, role)
  const to = await userId(system, 'agent')
  const { open, ended } = await casesOf(from)
  const former = await assigneeOf(ended.id)
  expect(await system.call(api.users.openWork, { params: { id: from } }, 'admin')).toMatchObject({
    files: 0,
    cases: 1,
  })
  const moved = await system.call(api.users.handOver, { body: { from, to } }, 'admin')
  expect(moved).toEqual({ files: 0, inquiries: 0, cases: 1 })
  expect([await assigneeOf(open.id), await assigneeOf(ended.id)]).toEqual(['Maria Reyes', former])
  const { items } = await system.call(api.cases.notices, {}, 'agent')
  expect(items.map(({ text }) => text)).toContain(`${open.case_no} of ${former} was assigned to you.`)
  const { rows } = await system.pool.query(
    "SELECT changes FROM audit_events WHERE action = 'case.assign' AND resource_id = $1",
    [open.id],
  )
  expect(rows).toEqual([{ changes: { assignee: [former, 'Maria Reyes'] } }])
})

test('a user who may not update cases cannot receive them', async () => {
  const { system } = desk
  const from = await insertUser(system, role)
  const { open } = await casesOf(from)
  const before = await assigneeOf(open.id)
  const body = { from, to: await userId(system, 'viewer') }
  const { status, errors } = await system.expectProblem(api.users.handOver, { body }, 'admin')
  expect([status, errors]).toEqual([422, [expect.objectContaining({ field: 'to', code: 'not_held' })]])
  expect(await assigneeOf(open.id)).toBe(before)
})

test('a deletion without a hand-over leaves no open case behind', async () => {
  const { system } = desk
  const from = await insertUser(system, role)
  const { open } = await casesOf(from)
  const { version } = await system.call(api.users.get, { params: { id: from } }, 'admin')
  await system.call(api.users.remove, { params: { id: from }, version }, 'admin')
  expect(await assigneeOf(open.id)).toBe('Alma Dizon')
})
