import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertRole, insertUser, userIdOf } from '../../testing/access.ts'
import { dayIn, prepareReviewers } from '../../testing/reviews.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())

const CARD = '9990000000000011'
const HIDDEN = ['Desk\u200b1', '\u202eDesk', 'Desk\u2066', 'Desk\ufeff']

const errorOf = ({ status, body }: { status: number; body: unknown }) => {
  const [error] = (body as { errors?: { field: string; message: string }[] }).errors ?? []
  return [status, error?.field, error?.message]
}

const writes: Record<string, (name: string) => Promise<{ status: number; body: unknown }>> = {
  role: (name) =>
    system.send(api.roles.create, { body: { name, modules: ['Files'], policy_ids: [] } }, 'admin'),
  policy: (name) => system.send(api.policies.create, { body: { name, statements: ['file:view'] } }, 'admin'),
  view: (name) =>
    system.send(
      api.views.create,
      { body: { list: 'users', name, audience: 'PRIVATE', content: {} } } as never,
      'admin',
    ),
  review: async (name) => {
    const reviewers = await prepareReviewers(system)
    const body = { name, scope: 'ALL', due_on: dayIn(9), undecided: 'KEEP', reviewers } as const
    return system.send(api.reviews.start, { body }, 'admin')
  },
}

test('users with a similar name are found, without the user and disabled ones', async () => {
  const role = await insertRole(system, ['Files'], [])
  const aUser = (name: string, status = 'ACTIVE') => insertUser(system, role, { name, status })
  const own = await aUser('Oscar')
  await aUser('ÓSCAR')
  await aUser('0scar')
  await aUser('Oscar', 'DISABLED')
  const query = { name: 'Oscar Test', id: own }
  const { items } = await system.call(api.users.similarNames, { query }, 'admin')
  expect(items.map(({ name, similarity }) => [name, similarity]).toSorted()).toEqual([
    ['0scar Test', 'confusable'],
    ['ÓSCAR Test', 'equal'],
  ])
  expect((await system.send(api.users.similarNames, { query }, 'agent')).status).toBe(403)
})

test.each(Object.entries(writes))(
  'a %s has no card number and no invisible characters in its name',
  async (_, write) => {
    for (const name of [`Desk ${CARD}`, 'Desk 9990-0000-0000-0011', ...HIDDEN]) {
      const reply = await write(name)
      const [status, field, message] = errorOf(reply)
      expect([name, status, field]).toEqual([name, 422, expect.stringMatching(/name$/)])
      expect(message).toMatch(name.includes('999') ? /card number/ : /invisible/)
    }
  },
)

test('nor do names and department of a user', async () => {
  const role = await insertRole(system, ['Files'], [])
  const profile = { email: 'new@backoffice.test', given_name: 'Ana', family_name: 'Cruz', role_id: role }
  for (const field of ['given_name', 'family_name', 'department'] as const)
    for (const value of [`Desk ${CARD}`, ...HIDDEN]) {
      const reply = await system.send(api.users.create, { body: { ...profile, [field]: value } }, 'admin')
      expect([value, ...errorOf(reply).slice(0, 2)]).toEqual([value, 422, field])
    }
  const id = await userIdOf(system, 'agent')
  const { version } = await system.call(api.users.get, { params: { id } }, 'admin')
  const renamed = { params: { id }, body: { version, given_name: 'Ana\u200b' } }
  expect(errorOf(await system.send(api.users.update, renamed, 'admin')).slice(0, 2)).toEqual([
    422,
    'given_name',
  ])
})

test('nor do descriptions of roles and policies', async () => {
  for (const description of [`Desk ${CARD}`, ...HIDDEN]) {
    const role = { name: 'Late desk', description, modules: ['Files' as const], policy_ids: [] }
    const policy = { name: 'Late files', description, statements: ['file:view' as const] }
    for (const reply of [
      await system.send(api.roles.create, { body: role }, 'admin'),
      await system.send(api.policies.create, { body: policy }, 'admin'),
    ])
      expect([description, ...errorOf(reply).slice(0, 2)]).toEqual([description, 422, 'description'])
  }
})
