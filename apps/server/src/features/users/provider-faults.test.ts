import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Administration } from '../../adapters/identity/identity.ts'
import type { WorkerDeps } from '../../jobs/worker-deps.ts'
import { FAULTS, type Fault, faultyAdministration } from '../../testing/faulty-provider.ts'
import { aUserAtProvider, openActions, stateAtProvider } from '../../testing/provider-users.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import type { ActionName } from './provider-actions.store.ts'
import { providerActionOf, requestProviderAction, retryProviderAction } from './provider-actions.ts'
import { syncDueUsers, syncIdentityProvider } from './sync-identity-provider.ts'

/** Injects every fault into every call of every action. Both sides agree afterwards, or after a shown action is retried. */

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

type Step = { action: ActionName; call: string; after: number; isKnown?: boolean }

/** Calls of each action to the provider. */
const STEPS: Step[] = [
  ...calls('create', ['AdminCreateUser']),
  // The provider already has an account with the email.
  ...calls(
    'create',
    ['AdminCreateUser', 'AdminGetUser', 'AdminUpdateUserAttributes', 'AdminEnableUser'],
    true,
  ),
  ...calls('update', ['AdminUpdateUserAttributes']),
  ...calls('enable', ['AdminEnableUser']),
  ...calls('disable', ['AdminUserGlobalSignOut', 'AdminDisableUser']),
  ...calls('delete', ['AdminDeleteUser']),
  ...calls('reset', ['AdminResetUserPassword']),
  ...calls('resend', ['AdminCreateUser', 'AdminGetUser', 'AdminCreateUser']),
  ...calls('authenticator', ['AdminGetUser', 'AdminSetUserMFAPreference']),
  ...calls('end-sessions', ['AdminUserGlobalSignOut']),
]

function calls(action: ActionName, names: string[], isKnown?: boolean): Step[] {
  return names.map((call, after) => ({ action, call, after, ...(isKnown && { isKnown }) }))
}

async function request(userId: string, action: ActionName) {
  await system.db
    .transaction()
    .execute((tx) => requestProviderAction(tx, system.sendJob, { userId, action, requestedBy: null }))
}

async function shown(userId: string) {
  return (await providerActionOf(system.db, [userId])).get(userId)
}

/** Runs the sweep after the delay. */
async function passAMinute() {
  system.clock.offsetMs += 60_000
  await syncDueUsers(deps)
}

const NAMES = STEPS.map(({ action, call, after, isKnown }) => ({
  name: `${action}${isKnown ? ' of a known email' : ''}: call ${after + 1}, ${call}`,
  action,
  after,
  isKnown,
}))

test.each(NAMES)('lists exactly the calls of $name', async ({ action, isKnown }) => {
  const { id } = await aUserAtProvider(system, action, { isKnown })
  await request(id, action)
  await syncIdentityProvider(deps, { userId: id })
  const expected = STEPS.filter((each) => each.action === action && each.isKnown === isKnown)
  expect(faulty.calls).toEqual(expected.map(({ call }) => call))
})

const CASES = NAMES.flatMap((step) => FAULTS.map((fault) => ({ ...step, fault })))

test.each(CASES)('$name is $fault', async ({ action, after, isKnown, fault }) => {
  const user = await aUserAtProvider(system, action, { isKnown })
  await request(user.id, action)
  faulty.set(fault, after)
  await syncIdentityProvider(deps, { userId: user.id })

  const isFinal = fault === 'refused'
  expect(await shown(user.id)).toMatchObject({
    action,
    state: isFinal ? 'failed' : 'waiting',
    attempts: 1,
    detail: expect.stringMatching(WORDS[fault]),
    next_attempt_at: isFinal ? null : expect.any(String),
  })

  faulty.set(null)
  await passAMinute()
  if (isFinal) {
    expect(faulty.calls).toEqual([])
    expect(await shown(user.id)).toMatchObject({ state: 'failed' })
    await system.db.transaction().execute((tx) => retryProviderAction(tx, system.sendJob, user.id))
    await syncIdentityProvider(deps, { userId: user.id })
  }
  expect(await openActions(system, user.id)).toEqual([])
  expect(await stateAtProvider(system, user)).toEqual(user.agreed)
})

const WORDS: Record<Fault, RegExp> = {
  refused: /refuses a value/,
  failing: /reports an error/,
  hanging: /did not respond/,
  'lost-before': /cannot be reached/,
  'lost-after': /cannot be reached/,
}

/** Fails after the provider's reply, before anything is written. */
async function dyingAfter(name: keyof Administration): Promise<Administration> {
  const administration = await deps.administration()
  // Has the parameters of the named method.
  const method = administration[name] as (...input: unknown[]) => Promise<unknown>
  async function dying(...input: unknown[]): Promise<never> {
    await method(...input)
    throw new Error('the process has died')
  }
  return { ...administration, [name]: dying }
}

const METHODS: [ActionName, keyof Administration][] = [
  ['create', 'invite'],
  ['update', 'update'],
  ['enable', 'enable'],
  ['disable', 'disable'],
  ['delete', 'remove'],
  ['reset', 'resetPassword'],
  ['resend', 'invite'],
  ['authenticator', 'removeAuthenticator'],
  ['end-sessions', 'endSessions'],
]

test.each(METHODS)('the process dies between the reply to %s and the commit', async (action, method) => {
  const user = await aUserAtProvider(system, action)
  await request(user.id, action)
  const dying = { ...deps, administration: () => dyingAfter(method) }
  await expect(syncIdentityProvider(dying, { userId: user.id })).rejects.toThrow('has died')
  expect(await shown(user.id)).toMatchObject({ action, state: 'waiting', attempts: 1 })

  // Not while the dead process could still be running.
  await syncIdentityProvider(deps, { userId: user.id })
  expect(await shown(user.id)).toMatchObject({ attempts: 1 })
  await passAMinute()
  expect(await openActions(system, user.id)).toEqual([])
  expect(await stateAtProvider(system, user)).toEqual(user.agreed)
})
