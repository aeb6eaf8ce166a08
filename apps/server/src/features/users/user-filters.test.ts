import { Readable } from 'node:stream'
import { api } from '@backoffice/contract/api'
import { DORMANT_DAYS } from '@backoffice/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportRows } from '../../files/export-list.ts'
import { insertPolicy, insertRole, insertUser } from '../../testing/access.ts'
import { giveTemporarily, passTime } from '../../testing/temporary-access.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
let role: string
beforeAll(async () => {
  system = await startTestSystem()
  role = await insertRole(system, ['Lookup'], [await insertPolicy(system, ['tender:view'])], 'Filtered')
})
afterAll(() => system.stop())

type Filters = Record<string, { in: string[] }>

async function namesOf(filters: Filters) {
  const body = { page: 1, filters: { ...filters, role: { in: ['Filtered'] } } }
  const { items } = await system.call(api.users.list, { body }, 'admin')
  return items.map(({ given_name }) => given_name)
}
const only = (field: string, ...values: string[]) => namesOf({ [field]: { in: values } })

async function aUser(name: string, columns: Record<string, string> = {}, status = 'ACTIVE') {
  const id = await insertUser(system, role, { name, status })
  for (const [column, value] of Object.entries(columns))
    await system.pool.query(`UPDATE users SET ${column} = ${value} WHERE id = $1`, [id])
  return id
}

const daysAgo = (days: number) => `now() - interval '${days} days'`

test('users are found by second factor, sign-in, temporary access and deletion', async () => {
  await aUser('Fresh', { last_sign_in_at: daysAgo(DORMANT_DAYS - 1) })
  await aUser('Dormant', { last_sign_in_at: daysAgo(DORMANT_DAYS + 1), has_authenticator: 'true' })
  await aUser('Invited')
  await aUser('Forgotten', { created_at: daysAgo(DORMANT_DAYS + 1) })
  await aUser('Disabled', { created_at: daysAgo(DORMANT_DAYS + 1) }, 'DISABLED')
  await aUser('Gone', {}, 'DELETED')
  const substitute = await aUser('Substitute', { last_sign_in_at: daysAgo(0) })
  const strict = await insertRole(system, [], [])
  await system.pool.query('UPDATE roles SET requires_second_factor = true WHERE id = $1', [strict])
  await giveTemporarily(system, substitute, { roleId: strict })

  expect(await namesOf({})).toEqual(['Disabled', 'Dormant', 'Forgotten', 'Fresh', 'Invited', 'Substitute'])
  expect(await only('status', 'DELETED')).toEqual(['Gone'])
  expect(await only('status', 'ACTIVE', 'DELETED')).toContain('Gone')
  expect(await only('sign_in', 'NEVER')).toEqual(['Disabled', 'Forgotten', 'Invited'])
  expect(await only('sign_in', 'DORMANT')).toEqual(['Dormant', 'Forgotten'])
  expect(await only('temporary_access', 'YES')).toEqual(['Substitute'])
  expect(await only('second_factor', 'AUTHENTICATOR')).toEqual(['Dormant'])
  expect(await only('second_factor', 'MISSING')).toEqual(['Substitute'])
  expect(await only('second_factor', 'NONE')).toEqual(['Disabled', 'Forgotten', 'Fresh', 'Invited'])

  const status = await system.call(api.status.get, {}, 'admin')
  expect(status.second_factor_missing).toBe(1)
  await passTime(system, substitute, 2)
  expect(await only('second_factor', 'MISSING')).toEqual([])
  expect(await only('temporary_access', 'YES')).toEqual([])
})

test('a row shows if an active user is dormant', async () => {
  const role = { in: ['Filtered'] }
  const { items } = await system.call(api.users.list, { body: { page: 1, filters: { role } } }, 'admin')
  const dormant = items.flatMap(({ given_name, is_dormant }) => (is_dormant ? [given_name] : []))
  expect(dormant).toEqual(['Dormant', 'Forgotten'])
  const forgotten = items.find(({ given_name }) => given_name === 'Forgotten')?.id ?? ''
  const setStatus = (status: string) =>
    system.pool.query('UPDATE users SET status = $2 WHERE id = $1', [forgotten, status])
  const read = () => system.call(api.users.get, { params: { id: forgotten } }, 'admin')
  expect(await read()).toMatchObject({ is_dormant: true })
  await setStatus('DISABLED')
  expect(await read()).toMatchObject({ is_dormant: false })
  await setStatus('ACTIVE')
})

test('an export has deleted users only if they are filtered for, and the words of each choice', async () => {
  await aUser('Exported', {}, 'DELETED')
  const csvOf = (filters: Filters) =>
    system.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const columns = ['name', 'status', 'second_factor']
        const request = { form: 'view' as const, columns, owner: null, sort: undefined, filters }
        const reader = { now: system.clock.now(), viewer: '' }
        const { content } = await exportRows(tx, 'USERS', request, reader)
        return Buffer.concat(await Readable.from(content(async () => {})).toArray()).toString()
      })
  expect(await csvOf({})).not.toContain('Exported')
  expect(await csvOf({ status: { in: ['DELETED'] } })).toContain('Exported Test,Deleted,None')
})
