import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { WorkerDeps } from '../../jobs/worker-deps.ts'
import { faultyAdministration } from '../../testing/faulty-provider.ts'
import { aUserAtProvider, openActions, stateAtProvider } from '../../testing/provider-users.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import type { ActionName } from './provider-actions.store.ts'
import { providerActionOf, requestProviderAction } from './provider-actions.ts'
import { syncDueUsers, syncIdentityProvider } from './sync-identity-provider.ts'

let system: TestSystem
let faulty: ReturnType<typeof faultyAdministration>['faulty']
let deps: WorkerDeps
beforeAll(async () => {
  system = await startTestSystem()
  const made = faultyAdministration(system.identity)
  faulty = made.faulty
  deps = { ...system.workerDeps, administration: made.administration }
})
beforeEach(async () => {
  faulty.set(null)
  await system.pool.query('DELETE FROM provider_actions')
})
afterAll(() => system.stop())

async function request(userId: string, ...actions: ActionName[]) {
  await system.db.transaction().execute(async (tx) => {
    for (const action of actions)
      await requestProviderAction(tx, system.sendJob, { userId, action, requestedBy: null })
  })
}

const syncNow = (userId: string) => syncIdentityProvider(deps, { userId })

async function passAMinute() {
  system.clock.offsetMs += 60_000
  await syncDueUsers(deps)
}

async function setStatus(id: string, status: string) {
  await system.pool.query('UPDATE users SET status = $2 WHERE id = $1', [id, status])
}

async function auditOf(id: string) {
  const { rows } = await system.pool.query(
    `SELECT action, actor_name, outcome, changes, reason FROM audit_events
     WHERE resource_id = $1 AND resource <> 'sign-in' ORDER BY id`,
    [id],
  )
  return rows
}

test('an action requested in a transaction that fails is not sent', async () => {
  const { id } = await aUserAtProvider(system, 'disable')
  const failing = system.db.transaction().execute(async (tx) => {
    await requestProviderAction(tx, system.sendJob, { userId: id, action: 'disable', requestedBy: null })
    throw new Error('the change failed')
  })
  await expect(failing).rejects.toThrow('the change failed')
  await syncNow(id)
  expect([await openActions(system, id), faulty.calls]).toEqual([[], []])
})

test('sends actions in order; a waiting action blocks later ones', async () => {
  const user = await aUserAtProvider(system, 'update')
  await request(user.id, 'disable', 'enable', 'update')
  faulty.set('failing')
  await syncNow(user.id)
  expect(faulty.calls).toEqual(['AdminUserGlobalSignOut'])
  faulty.set(null)
  await passAMinute()
  const order = ['AdminUserGlobalSignOut', 'AdminDisableUser', 'AdminEnableUser', 'AdminUpdateUserAttributes']
  expect(faulty.calls).toEqual(order)
  expect(await openActions(system, user.id)).toEqual([])
})

test('a refused action blocks nothing and is replaced by a later one of its kind', async () => {
  const user = await aUserAtProvider(system, 'update')
  await request(user.id, 'update')
  faulty.set('refused')
  await syncNow(user.id)
  faulty.set(null)
  await request(user.id, 'end-sessions')
  await syncNow(user.id)
  expect(await openActions(system, user.id)).toEqual([{ action: 'update', state: 'failed' }])
  await request(user.id, 'update')
  await syncNow(user.id)
  expect(await openActions(system, user.id)).toEqual([])
})

test('a refused invitation blocks other actions until it is sent again', async () => {
  const user = await aUserAtProvider(system, 'create')
  await request(user.id, 'create', 'update')
  faulty.set('refused')
  await syncNow(user.id)
  expect(await openActions(system, user.id)).toEqual([
    { action: 'create', state: 'failed' },
    { action: 'update', state: 'waiting' },
  ])
  faulty.set(null)
  await request(user.id, 'resend')
  await syncNow(user.id)
  expect(await openActions(system, user.id)).toEqual([])
  expect(await stateAtProvider(system, user)).toEqual(user.agreed)
})

test('a repeated action that has not started is one action', async () => {
  const { id } = await aUserAtProvider(system, 'reset')
  await request(id, 'reset')
  await request(id, 'reset')
  expect(await openActions(system, id)).toHaveLength(1)
  faulty.set('failing')
  await syncNow(id)
  // The running action may already be done.
  await request(id, 'reset')
  expect(await openActions(system, id)).toHaveLength(2)
})

test('removal replaces waiting and refused actions', async () => {
  const user = await aUserAtProvider(system, 'delete')
  await request(user.id, 'update', 'reset')
  faulty.set('refused')
  await syncNow(user.id)
  faulty.set(null)
  await request(user.id, 'disable', 'delete')
  expect((await providerActionOf(system.db, [user.id])).get(user.id)).toMatchObject({ action: 'delete' })
  await syncNow(user.id)
  expect(faulty.calls).toEqual(['AdminDeleteUser'])
  expect([await openActions(system, user.id), await stateAtProvider(system, user)]).toEqual([[], null])
})

test('a user deleted before the first try of the invitation is never sent to the provider', async () => {
  const user = await aUserAtProvider(system, 'create')
  await request(user.id, 'create')
  await setStatus(user.id, 'DELETED')
  await request(user.id, 'delete')
  await syncNow(user.id)
  expect([faulty.calls, await openActions(system, user.id)]).toEqual([[], []])
})

test('an invitation whose reply was lost is undone when the user is deleted', async () => {
  const user = await aUserAtProvider(system, 'create')
  await request(user.id, 'create')
  faulty.set('lost-after')
  await syncNow(user.id)
  expect(await stateAtProvider(system, user)).toMatchObject({ isLinked: false })
  faulty.set(null)
  await setStatus(user.id, 'DELETED')
  await request(user.id, 'delete')
  await syncNow(user.id)
  expect([await openActions(system, user.id), await stateAtProvider(system, user)]).toEqual([[], null])
})

test('a user deleted during the invitation is removed again', async () => {
  const user = await aUserAtProvider(system, 'create')
  await request(user.id, 'create')
  const administration = await deps.administration()
  const deletedMeanwhile: typeof administration = {
    ...administration,
    async invite(person) {
      const invited = await administration.invite(person)
      await setStatus(user.id, 'DELETED')
      await request(user.id, 'delete')
      return invited
    },
  }
  await syncIdentityProvider({ ...deps, administration: async () => deletedMeanwhile }, { userId: user.id })
  expect([await openActions(system, user.id), await stateAtProvider(system, user)]).toEqual([[], null])
})

test('an email is invited again only after the deleted user’s account is removed', async () => {
  const former = await aUserAtProvider(system, 'delete')
  await request(former.id, 'delete')
  const { rows } = await system.pool.query<{ id: string }>(
    `INSERT INTO users (email, given_name, family_name, contact, role_id)
     SELECT email, given_name, family_name, contact, role_id FROM users WHERE id = $1 RETURNING id`,
    [former.id],
  )
  const next = { ...former, id: rows[0]?.id ?? '' }
  await request(next.id, 'create')
  await syncNow(next.id)
  expect((await providerActionOf(system.db, [next.id])).get(next.id)).toMatchObject({
    state: 'waiting',
    detail: expect.stringContaining('which is removed first'),
  })
  expect(faulty.calls).toEqual([])
  await syncNow(former.id)
  await passAMinute()
  expect(await stateAtProvider(system, next)).toMatchObject({ isLinked: true, mail: 'password' })
})

test('an account of another user is never taken over', async () => {
  const owner = await aUserAtProvider(system, 'update')
  const other = await aUserAtProvider(system, 'create')
  // Like a change of the email in the provider's console.
  await system.pool.query('UPDATE identity.users SET email = $2, email_key = $2 WHERE email = $1', [
    owner.email,
    other.email,
  ])
  await request(other.id, 'create')
  await syncNow(other.id)
  expect((await providerActionOf(system.db, [other.id])).get(other.id)).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('another user'),
  })
  await setStatus(other.id, 'DELETED')
  await request(other.id, 'delete')
  await syncNow(other.id)
  expect(await openActions(system, other.id)).toEqual([])
  expect(await stateAtProvider(system, { id: owner.id, email: other.email })).toMatchObject({
    isLinked: true,
  })
})

test('concurrent workers send each action once', async () => {
  const users = await Promise.all(Array.from({ length: 3 }, () => aUserAtProvider(system, 'reset')))
  for (const { id } of users) await request(id, 'reset', 'update')
  await Promise.all(users.flatMap(({ id }) => [syncNow(id), syncNow(id), syncDueUsers(deps)]))
  for (const { id } of users) await syncNow(id)
  expect(faulty.calls.toSorted()).toEqual([
    ...Array<string>(3).fill('AdminResetUserPassword'),
    ...Array<string>(3).fill('AdminUpdateUserAttributes'),
  ])
})

test('a sweep does not wait for a silent provider once per user', async () => {
  const users = await Promise.all(Array.from({ length: 4 }, () => aUserAtProvider(system, 'update')))
  for (const { id } of users) await request(id, 'update')
  faulty.set('hanging')
  await passAMinute()
  expect(faulty.calls).toHaveLength(1)
  faulty.set(null)
  await passAMinute()
  for (const { id } of users) expect(await openActions(system, id)).toEqual([])
})

test('after a day of attempts with growing delays it fails and is audited', async () => {
  const { id } = await aUserAtProvider(system, 'update')
  await request(id, 'update')
  faulty.set('failing')
  const shown = async () => (await providerActionOf(system.db, [id])).get(id)
  const start = system.clock.offsetMs
  await syncNow(id)
  for (let action = await shown(); action?.state === 'waiting'; action = await shown()) {
    const dueMs = Date.parse(action.next_attempt_at ?? '')
    system.clock.offsetMs = dueMs - Date.now()
    await syncNow(id)
  }
  const hours = (system.clock.offsetMs - start) / 3_600_000
  expect([Math.round(hours), faulty.calls.length]).toEqual([24, 35])
  expect(await auditOf(id)).toEqual([
    {
      action: 'user.fail',
      actor_name: 'System',
      outcome: 'refused',
      changes: { provider_action: ['update', 'failed'] },
      reason: expect.stringContaining('reports an error'),
    },
  ])
  await passAMinute()
  expect(await shown()).toMatchObject({ state: 'failed', next_attempt_at: null })
})

test('an invitation is audited without the password', async () => {
  const { id } = await aUserAtProvider(system, 'create')
  await request(id, 'create')
  await syncNow(id)
  expect(await auditOf(id)).toEqual([
    { action: 'user.invite', actor_name: 'System', outcome: 'done', changes: {}, reason: null },
  ])
})

test('workers run it, and handle actions without a job within a minute', async () => {
  const working = await startTestSystem({ workers: true })
  try {
    const user = await aUserAtProvider(working, 'create')
    await working.db
      .transaction()
      .execute((tx) =>
        requestProviderAction(tx, working.sendJob, { userId: user.id, action: 'create', requestedBy: null }),
      )
    await expect.poll(() => stateAtProvider(working, user)).toEqual(user.agreed)
    expect(await working.boss.getSchedules('tell-provider-due')).toMatchObject([{ cron: '* * * * *' }])
    const lost = await aUserAtProvider(working, 'disable')
    await working.pool.query(`INSERT INTO provider_actions (user_id, action) VALUES ($1, 'disable')`, [
      lost.id,
    ])
    await working.boss.send('tell-provider-due', {})
    await expect.poll(() => stateAtProvider(working, lost)).toEqual(lost.agreed)
    expect(working.failures).toEqual([])
  } finally {
    await working.stop()
  }
})
