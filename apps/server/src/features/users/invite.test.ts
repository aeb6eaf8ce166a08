import { randomUUID } from 'node:crypto'
import { api } from '@backoffice/contract/api'
import { MOST_INVITED } from '@backoffice/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveAccess, insertPolicy, insertRole, insertUser } from '../../testing/access.ts'
import { approve, requestIn, switchRule } from '../../testing/approvals.ts'
import { PUBLIC_URL, startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
let role: string
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
  role = await insertRole(system, ['SMAC Inquiry'], [await insertPolicy(system, ['inquiry:run'])])
})
afterAll(() => system.stop())

const person = (more: object = {}) => ({
  email: `${randomUUID()}@northline.example`,
  ...{ given_name: 'Ana', family_name: 'Reyes', role_id: role },
  ...more,
})

const invite = (items: ReturnType<typeof person>[], headers?: Record<string, string>, as = 'admin') =>
  system.call(api.users.invite, { body: { items } }, as, headers)

const countOf = async (emails: string[]) => {
  const { rows } = await system.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM users WHERE email = ANY ($1)',
    [emails],
  )
  return rows[0]?.count
}

test('each row has its outcome, in order, and one refused row keeps no other', async () => {
  const taken = await insertUser(system, role, { name: 'Lia' })
  const { rows } = await system.pool.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [
    taken,
  ])
  const first = person()
  const { items } = await invite([
    first,
    person({ email: 'no mail' }),
    person({ email: rows[0]?.email.toUpperCase() }),
    person({ email: first.email }),
    person({ role_id: randomUUID() }),
    person({ given_name: '' }),
    person({ department: 'Night desk' }),
  ])
  expect(items.map(({ outcome, errors }) => errors?.map(({ field }) => field).join() ?? outcome)).toEqual([
    'done',
    'email',
    'email',
    'email',
    'role_id',
    'given_name',
    'done',
  ])
  expect(items[2]?.errors).toMatchObject([{ message: 'Lia Test already has this email.' }])
  expect(items[0]?.user).toMatchObject({ name: 'Ana Reyes', email: first.email })
  const trail = await system.pool.query(
    "SELECT outcome FROM audit_events WHERE action = 'user.create' AND (resource_id = $1 OR outcome = 'refused')",
    [items[0]?.user?.id],
  )
  expect(trail.rows.map(({ outcome }) => outcome).sort()).toEqual(['done', ...Array(5).fill('refused')])
})

test('a call that is sent again invites no one twice', async () => {
  const items = [person(), person()]
  const headers = { 'idempotency-key': randomUUID() }
  const [one, other] = await Promise.all([invite(items, headers), invite(items, headers)])
  expect(one).toEqual(other)
  expect(one.items.map(({ outcome }) => outcome)).toEqual(['done', 'done'])
  expect(await invite(items, headers)).toEqual(one)
  expect(await countOf(items.map(({ email }) => email))).toBe(2)
  // The key of another call does not hide that these exist.
  const again = await invite(items, { 'idempotency-key': randomUUID() })
  expect(again.items.map(({ outcome }) => outcome)).toEqual(['refused', 'refused'])
})

test('a row with a role beyond the caller’s access is refused', async () => {
  await giveAccess(system, 'lookup', ['Users', 'SMAC Inquiry'], ['user:create', 'user:view', 'inquiry:run'])
  const powerful = await insertRole(system, ['Users'], [await insertPolicy(system, ['role:update'])])
  const { items } = await invite([person(), person({ role_id: powerful })], {}, 'lookup')
  expect(items).toMatchObject([{ outcome: 'done' }, { outcome: 'refused', code: 'not_held' }])
})

test('200 rows in one call, and not one more', async () => {
  const rows = Array.from({ length: MOST_INVITED + 1 }, () => person())
  const problem = await system.expectProblem(api.users.invite, { body: { items: rows } }, 'admin')
  expect(problem.status).toBe(422)
  const { items } = await invite(rows.slice(1))
  expect(items.filter(({ outcome }) => outcome === 'done')).toHaveLength(MOST_INVITED)
})

test('taken emails are found before the invitation, also in another case', async () => {
  const existing = person()
  await invite([existing])
  const emails = [existing.email.toUpperCase(), person().email]
  const { taken } = await system.call(api.users.checkInvitations, { body: { emails } }, 'admin')
  expect(taken).toMatchObject([{ email: existing.email, user: { name: 'Ana Reyes' } }])
  const body = { emails: [], names: ['Reyes Aná', 'ana reyes'] }
  const { similar } = await system.call(api.users.checkInvitations, { body }, 'admin')
  expect(similar.filter(({ email }) => email === existing.email)).toMatchObject([{ similarity: 'equal' }])
  expect(await system.expectProblem(api.users.checkInvitations, { body: { emails } }, 'agent')).toMatchObject(
    {
      status: 403,
    },
  )
})

test('high-risk rows wait for one approval of the whole call', async () => {
  await switchRule(system, 'HIGH_RISK_GRANT', true)
  const high = await insertRole(system, ['SMAC Inquiry'], [await insertPolicy(system, ['card:unmask'])])
  const rows = [person(), person({ role_id: high }), person({ role_id: high })]
  const emails = rows.map(({ email }) => email)
  const reply = await system.send(api.users.invite, { body: { items: rows } }, 'admin')
  const id = requestIn(reply)
  expect(await countOf(emails)).toBe(0)
  const noticesOf = async () => (await system.outbox.list()).map(({ text }) => text)
  await expect.poll(noticesOf).toContainEqual(expect.stringContaining(`\n\n${PUBLIC_URL}/approvals/${id}`))
  const request = await system.call(api.approvals.get, { params: { id } }, 'leonora.santiago')
  expect(request).toMatchObject({ what: 'Create 3 users', count: 3 })
  expect((await approve(system, id, 'leonora.santiago')).body).toMatchObject({
    resource: { items: [{ row: { status: 'EXECUTED' } }] },
  })
  expect(await countOf(emails)).toBe(3)
  await switchRule(system, 'HIGH_RISK_GRANT', false)
})

test('an invitation ends with its temporary password, and again after another one', async () => {
  const { items } = await invite([person()])
  const { id = '', email } = items[0]?.user ?? {}
  const ends = async () => {
    const { rows } = await system.pool.query<{ shown: Date | null; real: Date | null }>(
      `SELECT invitation_expires_at AS shown, temporary_until AS real
       FROM public.users LEFT JOIN identity.users AS account ON sub::text = identity_sub WHERE users.id = $1`,
      [id],
    )
    return { shown: rows[0]?.shown?.getTime() ?? 0, real: rows[0]?.real?.getTime() ?? 0 }
  }
  await expect.poll(async () => (await ends()).shown).toBeGreaterThan(0)
  const first = await ends()
  // Never shown as valid after the password has ended.
  expect(first.real).toBeGreaterThanOrEqual(first.shown)
  expect(first.real - first.shown).toBeLessThan(60_000)
  const [mail] = (await system.outbox.list()).filter(({ to }) => to === email)
  expect(mail?.text.split('\n\n').at(-1)).toBe(`${PUBLIC_URL}/login`)
  const user = await system.call(api.users.get, { params: { id } }, 'admin')
  expect(Date.parse(user.invitation_expires_at ?? '')).toBe(first.shown)

  const body = { id, mode: 'resend' as const }
  await system.call(api.users.resetPassword, { body }, 'admin')
  await expect.poll(async () => (await ends()).shown).toBeGreaterThan(first.shown)
  const second = await ends()
  expect(second.real).toBeGreaterThanOrEqual(second.shown)
})
