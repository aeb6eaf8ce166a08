import { MODULES, STATEMENTS } from '@backoffice/contract/access'
import fc from 'fast-check'
import { insertPolicy, insertRole, insertUser } from './access.ts'
import { giveTemporarily } from './temporary-access.ts'
import type { TestSystem } from './test-system.ts'

/** Random roles, policies and users, some with shared or temporary access, and a change of one of them. */

const COUNT = 5
const modules = fc.uniqueArray(fc.constantFrom(...MODULES), { maxLength: 3 })
const statements = fc.uniqueArray(fc.constantFrom(...STATEMENTS), { maxLength: 5 })
const hostileName = fc.constantFrom('Ana', 'ana', "O'Hara", '__proto__', 'constructor', '%', '"; --', 'مرحبا')
const place = fc.nat(COUNT - 1)
const places = fc.uniqueArray(place, { maxLength: 3 })
const temporary = fc.record({
  role: fc.option(fc.nat(2), { freq: 2 }),
  policies: fc.uniqueArray(fc.record({ policy: place, modules }), {
    maxLength: 2,
    selector: ({ policy }) => policy,
  }),
})
const status = fc.constantFrom('ACTIVE', 'DISABLED', 'PENDING', 'DELETED')
const exactly = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: COUNT, maxLength: COUNT })

export const randomAccess = fc.record({
  policies: exactly(fc.record({ name: hostileName, statements })),
  roles: exactly(fc.record({ name: hostileName, modules, policies: places })),
  users: exactly(fc.record({ name: hostileName, role: fc.nat(2), extras: places, temporary, status })),
})
type Random = typeof randomAccess extends fc.Arbitrary<infer T> ? T : never

const some = <T>(items: fc.Arbitrary<T[]>) => items.filter((each) => each.length > 0)
export const randomChange = fc.oneof(
  fc.record({
    kind: fc.constant('role' as const),
    of: fc.nat(2),
    modules: some(modules),
    policies: some(places),
  }),
  fc.record({ kind: fc.constant('policy' as const), of: place, statements: some(statements) }),
  fc.record({ kind: fc.constant('user' as const), of: place, role: place, extras: places }),
)

/** Replaces the rows of earlier calls; returns the ids in order. */
export async function insertRandom(system: TestSystem, { policies, roles, users }: Random) {
  await system.pool.query(
    `DELETE FROM users WHERE family_name = 'Test' OR role_id IN (SELECT id FROM roles WHERE NOT is_system)`,
  )
  await system.pool.query('DELETE FROM user_policies')
  await system.pool.query('DELETE FROM roles WHERE NOT is_system')
  await system.pool.query('DELETE FROM policies WHERE NOT is_system')
  const ids = { policies: [] as string[], roles: [] as string[], users: [] as string[] }
  const policiesAt = (wanted: readonly number[]) => wanted.map((at) => String(ids.policies[at]))
  for (const [at, { name, statements }] of policies.entries())
    ids.policies.push(await insertPolicy(system, statements, `${name} ${at}`))
  for (const [at, { name, modules, policies }] of roles.entries())
    ids.roles.push(await insertRole(system, modules, policiesAt(policies), `${name} ${at}`))
  for (const { name, role, extras, temporary, status } of users) {
    const held = { name, extras: policiesAt(extras), status }
    const id = await insertUser(system, String(ids.roles[role]), held)
    ids.users.push(id)
    const roleId = temporary.role === null ? null : String(ids.roles[temporary.role])
    if (roleId !== null) await giveTemporarily(system, id, { roleId })
    for (const { policy, modules } of temporary.policies)
      await giveTemporarily(system, id, { policyId: String(ids.policies[policy]), modules })
  }
  return { ...ids, policiesAt }
}
