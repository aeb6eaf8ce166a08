import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Administration } from '../adapters/identity/identity.ts'
import type { ActionName } from '../resources/users/provider-actions.store.ts'
import {
  providerActionOf,
  requestProviderAction,
  retryProviderAction,
} from '../resources/users/provider-actions.ts'
import { FAULTS, type Fault, faultyAdministration } from '../testing/faulty-provider.ts'
import { aUserAtProvider, openActions, stateAtProvider } from '../testing/provider-users.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { tellProvider, tellProviderDue } from './tell-provider.ts'
import type { WorkerDeps } from './worker-deps.ts'

/**
 * Every call of every action fails in every way. Afterwards both sides agree, or the action is shown, is tried again
 * by itself or on request, and then they agree.
 */

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

/** Each call that an action makes at the provider. */
const STEPS: Step[] = [
  ...calls('create', ['AdminCreateUser']),
  // The provider has an account for the e-mail.
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

/** As the sweep does once the delay has passed. */
async function passAMinute() {
  system.clock.offsetMs += 60_000
  await tellProviderDue(deps)
}

const NAMES = STEPS.map(({ action, call, after, isKnown }) => ({
  name: `${action}${isKnown ? ' of an e-mail that is known' : ''}: call ${after + 1}, ${call}`,
  action,
  after,
  isKnown,
}))

test.each(NAMES)('the calls listed here are those that are made: $name', async ({ action, isKnown }) => {
  const { id } = await aUserAtProvider(system, action, { isKnown })
  await request(id, action)
  await tellProvider(deps, { userId: id })
  const expected = STEPS.filter((each) => each.action === action && each.isKnown === isKnown)
  expect(faulty.calls).toEqual(expected.map(({ call }) => call))
})

const CASES = NAMES.flatMap((step) => FAULTS.map((fault) => ({ ...step, fault })))

test.each(CASES)('$name is $fault', async ({ action, after, isKnown, fault }) => {
  const user = await aUserAtProvider(system, action, { isKnown })
  await request(user.id, action)
  faulty.set(fault, after)
  await tellProvider(deps, { userId: user.id })

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
    await tellProvider(deps, { userId: user.id })
  }
  expect(await openActions(system, user.id)).toEqual([])
  expect(await stateAtProvider(system, user)).toEqual(user.agreed)
})

const WORDS: Record<Fault, RegExp> = {
  refused: /refuses a value/,
  failing: /reports an error/,
  hanging: /did not answer/,
  'lost-before': /cannot be reached/,
  'lost-after': /cannot be reached/,
}

/** Once the provider has answered, nothing more is written. */
async function dyingAfter(name: keyof Administration): Promise<Administration> {
  const administration = await deps.administration()
  // Called with what the method of that name is called with.
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

test.each(METHODS)('the process dies between the answer to %s and the commit', async (action, method) => {
  const user = await aUserAtProvider(system, action)
  await request(user.id, action)
  const dying = { ...deps, administration: () => dyingAfter(method) }
  await expect(tellProvider(dying, { userId: user.id })).rejects.toThrow('has died')
  expect(await shown(user.id)).toMatchObject({ action, state: 'waiting', attempts: 1 })

  // Not while the dead one could still be at it.
  await tellProvider(deps, { userId: user.id })
  expect(await shown(user.id)).toMatchObject({ attempts: 1 })
  await passAMinute()
  expect(await openActions(system, user.id)).toEqual([])
  expect(await stateAtProvider(system, user)).toEqual(user.agreed)
})
