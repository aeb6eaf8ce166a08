import { PERMISSIONS, RESOURCES, resourceOf } from '@backoffice/contract/access'
import { api } from '@backoffice/contract/api'
import type { AccessChangeRequest, Impact } from '@backoffice/contract/explain'
import { type Grants, originsOf, permanentOf } from '@backoffice/contract/grants'
import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertPolicy, insertRole, insertUser } from '../../testing/access.ts'
import { insertRandom, randomAccess, randomChange } from '../../testing/random-access.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { findCaller } from './access.store.ts'
import { grantsOf } from './grants.store.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())

const impactOf = (body: AccessChangeRequest) => system.call(api.explain.impact, { body }, 'admin')

type AccessState = { access: ReadonlySet<string>; grants: Grants }

/** With `permanent` the impact of a user's own role and policies excludes temporary grants. */
async function measure(permanent: boolean): Promise<Map<string, AccessState>> {
  const { rows } = await system.pool.query<{ id: string; identity_sub: string }>(
    "SELECT id, identity_sub FROM users WHERE family_name = 'Test' AND status <> 'DELETED'",
  )
  const measured = new Map<string, AccessState>()
  for (const { id, identity_sub } of rows) {
    const [caller, grants] = [await findCaller(system.db, identity_sub), await grantsOf(system.db, id)]
    if (!caller || !grants) throw new Error('The user is there')
    const access = effective(permanent ? caller.permanent : caller.access)
    measured.set(id, { access, grants: permanent ? permanentOf(grants) : grants })
  }
  return measured
}

/** Independent implementation of the rule in the specification. */
function effective({ modules, policies }: { modules: readonly string[]; policies: readonly string[] }) {
  const permissions = PERMISSIONS.filter((permission) => {
    const resource = resourceOf(permission)
    const isOpen = modules.includes('All') || modules.includes(RESOURCES[resource].module)
    return (
      isOpen && policies.some((each) => each === '*:*' || each === `${resource}:*` || each === permission)
    )
  })
  return new Set<string>([...modules, ...permissions])
}

function differences(from: Map<string, AccessState>, to: Map<string, AccessState>) {
  const found: Record<string, string[]> = {}
  for (const [id, { access }] of to) {
    const names = [...access].filter((name) => !from.get(id)?.access.has(name))
    for (const name of names) found[name] = [...(found[name] ?? []), id]
  }
  return sortedLists(found)
}

function sortedLists(lists: Record<string, string[]>) {
  return Object.fromEntries(Object.entries(lists).map(([name, ids]) => [name, ids.toSorted()]))
}

function predicted(effects: Impact['gains']) {
  for (const { user_count, users } of effects) expect(user_count).toBe(users.length)
  return sortedLists(Object.fromEntries(effects.map(({ name, users }) => [name, users.map(({ id }) => id)])))
}

/** Users who keep a permission by one policy while another starts or stops granting it. */
function naiveKept(from: Map<string, AccessState>, to: Map<string, AccessState>) {
  const kept: string[] = []
  for (const [id, before] of from)
    for (const permission of PERMISSIONS) {
      const after = to.get(id)
      if (!after || !before.access.has(permission) || !after.access.has(permission)) continue
      const by = ({ grants }: AccessState) => originsOf(grants, permission).map(({ policy }) => policy.id)
      const [old, now] = [by(before), by(after)]
      if (!old.some((policy) => now.includes(policy))) continue
      if (old.some((policy) => !now.includes(policy))) kept.push(`lost ${permission} ${id}`)
      if (now.some((policy) => !old.includes(policy))) kept.push(`gained ${permission} ${id}`)
    }
  return kept.sort()
}

async function save(change: AccessChangeRequest, impact_version: string): Promise<void> {
  if (change.kind === 'user') {
    const { id, role_id, extra_policies } = change
    const body = { version: 1, impact_version, role_id, extra_policies }
    await system.call(api.users.update, { params: { id }, body }, 'admin')
    return
  }
  const { kind, id, ...fields } = change
  const body = { version: 1, impact_version, ...fields }
  await system.call(
    kind === 'role' ? api.roles.update : api.policies.update,
    { params: { id }, body },
    'admin',
  )
}

test('the predicted impact equals the change in access of every user after the save', async () => {
  const property = fc.asyncProperty(randomAccess, randomChange, async (random, planned) => {
    const { roles, policies, users, policiesAt } = await insertRandom(system, random)
    if (planned.kind === 'user' && random.users[planned.of]?.status === 'DELETED') return
    const change: AccessChangeRequest =
      planned.kind === 'role'
        ? {
            kind: 'role',
            id: String(roles[planned.of]),
            modules: planned.modules,
            policy_ids: policiesAt(planned.policies),
          }
        : planned.kind === 'policy'
          ? { kind: 'policy', id: String(policies[planned.of]), statements: planned.statements }
          : {
              kind: 'user',
              id: String(users[planned.of]),
              role_id: String(roles[planned.role]),
              extra_policies: policiesAt(planned.extras),
            }
    const isOwn = change.kind === 'user'
    const before = await measure(isOwn)
    const impact = await impactOf(change)
    await save(change, impact.impact_version)
    const after = await measure(isOwn)
    expect(predicted(impact.gains)).toEqual(differences(before, after))
    expect(predicted(impact.losses)).toEqual(differences(after, before))
    const kept = impact.kept.flatMap((each) =>
      each.users.map(({ id }) => `${each.direction} ${each.name} ${id}`),
    )
    expect(kept.sort()).toEqual(naiveKept(before, after))
    expect(await impactOf(change)).toMatchObject({ gains: [], losses: [], kept: [] })
  })
  await fc.assert(property, { numRuns: propertyRuns(200) })
}, 300_000)

test('returns names, counts, labels and risks, and users who keep a permission with the granting policies', async () => {
  const cards = await insertPolicy(system, ['card:unmask', 'inquiry:run'], 'Cards of the desk')
  const all = await insertPolicy(system, ['card:*'], 'All of cards')
  const role = await insertRole(system, ['SMAC Inquiry'], [cards])
  for (let number = 0; number < 60; number++)
    await insertUser(system, role, { name: `U${String(number).padStart(2, '0')}` })
  const keeper = await insertUser(system, role, { name: 'Keeper', extras: [all] })
  const deleted = await insertUser(system, role, { name: 'Gone', status: 'DELETED' })
  const impact = await impactOf({ kind: 'policy', id: cards, statements: ['inquiry:run', 'inquiry:export'] })
  expect(impact.user_count).toBe(61)
  expect(impact.losses).toMatchObject([
    {
      type: 'permission',
      name: 'card:unmask',
      label: 'view whole card numbers',
      risk: 'HIGH',
      user_count: 60,
    },
  ])
  const named = impact.losses[0]?.users.map((user) => user.name) ?? []
  expect(named).toHaveLength(50)
  expect(named).toEqual(named.toSorted())
  expect(impact.gains).toMatchObject([{ name: 'inquiry:export', risk: 'LOW', user_count: 61 }])
  expect(impact.kept).toEqual([
    {
      name: 'card:unmask',
      direction: 'lost',
      user_count: 1,
      users: [{ id: keeper, name: 'Keeper Test', by: ['All of cards'] }],
    },
  ])
  expect(JSON.stringify(impact)).not.toContain(deleted)
  const modules = await impactOf({ kind: 'role', id: role, modules: ['Files'], policy_ids: [cards] })
  expect(modules.gains).toMatchObject([{ type: 'module', name: 'Files', label: 'Files', user_count: 61 }])
  expect(modules.losses.map((each) => each.name)).toEqual(['SMAC Inquiry', 'inquiry:run', 'card:unmask'])
})

test('the version depends on the change and its effects, not on their order', async () => {
  const [a, b] = [await insertPolicy(system, ['tender:view']), await insertPolicy(system, ['tender:update'])]
  const role = await insertRole(system, ['Lookup'], [a])
  const user = await insertUser(system, role)
  const version = async (policy_ids: string[], modules = ['Lookup', 'Files'] as ('Lookup' | 'Files')[]) =>
    (await impactOf({ kind: 'role', id: role, modules, policy_ids })).impact_version
  const first = await version([a, b])
  expect(await version([b, a, b], ['Files', 'Lookup', 'Files'])).toBe(first)
  expect(await version([a])).not.toBe(first)
  await system.pool.query("UPDATE users SET given_name = 'Other' WHERE id = $1", [user])
  expect(await version([a, b])).toBe(first)
  await system.pool.query('INSERT INTO user_policies (user_id, policy_id) VALUES ($1, $2)', [user, b])
  expect(await version([a, b])).not.toBe(first)
})
