import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { WorkerDeps } from '../../jobs/worker-deps.ts'
import { createReadiness } from '../../kernel/readiness.ts'
import { createTelemetry } from '../../telemetry/telemetry.ts'
import { faultyAdministration } from '../../testing/faulty-provider.ts'
import { aUserAtProvider, openActions, stateAtProvider } from '../../testing/provider-users.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { readSystemFigures } from '../status/status.store.ts'
import type { ActionName } from './provider-actions.store.ts'
import { requestProviderAction } from './provider-actions.ts'
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

async function request(userId: string, action: ActionName) {
  await system.db
    .transaction()
    .execute((tx) => requestProviderAction(tx, system.sendJob, { userId, action, requestedBy: null }))
}

const syncNow = (userId: string) => syncIdentityProvider(deps, { userId })

async function passAMinute() {
  system.clock.offsetMs += 60_000
  await syncDueUsers(deps)
}

async function setStatus(id: string, status: string) {
  await system.pool.query('UPDATE users SET status = $2 WHERE id = $1', [id, status])
}

test('a failed reset does not block disabling, and runs when the user is enabled', async () => {
  const user = await aUserAtProvider(system, 'disable')
  await setStatus(user.id, 'ACTIVE')
  await request(user.id, 'reset')
  faulty.set('failing')
  await syncNow(user.id)
  faulty.set(null)
  await setStatus(user.id, 'DISABLED')
  await request(user.id, 'disable')
  await syncNow(user.id)
  await passAMinute()
  expect(faulty.calls).toEqual(['AdminUserGlobalSignOut', 'AdminDisableUser'])
  expect(await stateAtProvider(system, user)).toEqual(user.agreed)
  expect(await openActions(system, user.id)).toEqual([{ action: 'reset', state: 'waiting' }])
  await setStatus(user.id, 'ACTIVE')
  await request(user.id, 'enable')
  await syncNow(user.id)
  await passAMinute()
  expect(faulty.calls.slice(2)).toEqual(['AdminEnableUser', 'AdminResetUserPassword'])
  expect(await stateAtProvider(system, user)).toMatchObject({ enabled: true, status: 'RESET_REQUIRED' })
  expect(await openActions(system, user.id)).toEqual([])
})

test('names the error of a provider that cannot be reached', async () => {
  const user = await aUserAtProvider(system, 'update')
  const lines: object[] = []
  const observed = { ...deps, log: { warn: (line: object) => void lines.push(line) } }
  await request(user.id, 'update')
  faulty.set('lost-before')
  await syncIdentityProvider(observed, { userId: user.id })
  const names = { error_code: 'ECONNRESET', error_message: 'socket hang up' }
  expect(lines).toMatchObject([{ action: 'update', outcome: 'silent', ...names }])
})

test('logs and counts each failure, without the user’s email', async () => {
  const user = await aUserAtProvider(system, 'update')
  const lines: object[] = []
  const telemetry = createTelemetry()
  const observed = { ...deps, telemetry, log: { warn: (line: object) => void lines.push(line) } }
  await request(user.id, 'update')
  faulty.set('failing')
  await syncIdentityProvider(observed, { userId: user.id })
  const failure = { action: 'update', user_id: user.id, attempt: 1 }
  const failed = { outcome: 'failed', error_type: 'InternalErrorException', error_status: 500 }
  expect(lines).toEqual([{ ...failure, ...failed }])
  const metrics = await telemetry.registry.metrics()
  expect(metrics).toContain('backoffice_provider_failures_total{action="update",outcome="failed"} 1')
  telemetry.close()
  const { provider } = await readSystemFigures(system.db, new Date(system.clock.now().getTime() + 60_000))
  expect(provider).toEqual([
    { state: 'failed', actions: 0, oldest_seconds: null },
    { state: 'waiting', actions: 1, oldest_seconds: expect.any(Number) },
  ])
  const readiness = createReadiness({ cachedMs: 0 })
  const probe = async () => (await deps.administration()).check()
  readiness.add({ user_pool: { probe, needed: 'never' } })
  readiness.started()
  expect(await readiness.report()).toMatchObject({ status: 'ready', checks: [{ state: 'down' }] })
  faulty.set(null)
  expect(await readiness.report()).toMatchObject({ status: 'ready', checks: [{ state: 'up' }] })
})
