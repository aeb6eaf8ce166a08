import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MODULES, may, PERMISSIONS, RESOURCES } from './access.ts'
import {
  accessChange,
  accessOf,
  coveredBy,
  explain,
  type GrantingPolicy,
  type Grants,
  isAboutAccess,
  isCovered,
  modulesNeeded,
  originsOf,
  permanentOf,
  riskOf,
  type TemporaryGrant,
} from './grants.ts'

const wildcards = Object.keys(RESOURCES).map((resource) => `${resource}:*`)
/** Invalid wildcards, resources and statements. */
const hostile = [
  '*:view',
  '*',
  ':',
  '',
  'user',
  'user:',
  'User:*',
  'user:* ',
  'card:*:*',
  '__proto__:*',
  'constructor:view',
]
const statement = fc.constantFrom('*:*', ...wildcards, ...PERMISSIONS, ...hostile)
const policy: fc.Arbitrary<GrantingPolicy> = fc.record({
  id: fc.uuid(),
  name: fc.string({ maxLength: 20 }),
  statements: fc.array(statement, { maxLength: 6 }),
})
const modules = fc.array(fc.constantFrom(...MODULES, 'users', ''), { maxLength: 4 })
const role = fc.record({
  id: fc.uuid(),
  name: fc.string({ maxLength: 20 }),
  modules,
  policies: fc.array(policy, { maxLength: 4 }),
})
const until = fc.constantFrom('2027-01-01T00:00:00.000Z', '2027-02-01T00:00:00.000Z')
const temporary: fc.Arbitrary<TemporaryGrant> = fc.oneof(
  fc.record({ role, policy: fc.constant(null), modules: fc.constant([]), until }),
  fc.record({ role: fc.constant(null), policy, modules, until }),
)
const isRole = (grant: TemporaryGrant) => grant.role !== null
const grants: fc.Arbitrary<Grants> = fc
  .record({ role, extra_policies: fc.array(policy, { maxLength: 3 }) })
  .chain((permanent) =>
    fc
      .array(temporary, { maxLength: 3 })
      // At most one temporary role.
      .filter((all) => all.filter(isRole).length < 2)
      .map((all) => ({ ...permanent, temporary: all })),
  )
const permission = fc.constantFrom(...PERMISSIONS)

/** Literal implementation of the specification. */
function naive({ role: permanent, extra_policies, temporary = [] }: Grants, wanted: string): boolean {
  const [resource = ''] = wanted.split(':')
  const role = temporary.find(isRole)?.role ?? permanent
  const added = temporary.flatMap(({ policy }) => policy ?? [])
  const found = [...role.policies, ...extra_policies, ...added].some(({ statements }) =>
    statements.some((each) => each === '*:*' || each === `${resource}:*` || each === wanted),
  )
  const modules = [...role.modules, ...temporary.flatMap((grant) => grant.modules)]
  const [, { module: name } = { module: '' }] =
    Object.entries(RESOURCES).find(([key]) => key === resource) ?? []
  return found && modules.some((each) => each === 'All' || each === name)
}

test('the decision, the explanation and the naive implementation agree', () => {
  fc.assert(
    fc.property(grants, permission, (granted, wanted) => {
      const explained = explain(granted, wanted)
      expect(explained.allowed).toBe(naive(granted, wanted))
      expect(may(accessOf(granted), wanted)).toBe(explained.allowed)
      expect(explained.origins).toEqual(originsOf(granted, wanted))
    }),
  )
})

test('every origin allows by itself, and without them nothing does', () => {
  fc.assert(
    fc.property(grants, permission, (granted, wanted) => {
      const origins = originsOf(granted, wanted)
      for (const { statement: decisive } of origins) expect(coveredBy([decisive])).toContain(wanted)
      const without = (policies: readonly GrantingPolicy[], via: string) =>
        policies.map((each) => ({
          ...each,
          statements: each.statements.filter(
            (one) =>
              !origins.some(
                (origin) => origin.via === via && origin.policy.id === each.id && origin.statement === one,
              ),
          ),
        }))
      const rest = {
        role: { ...granted.role, policies: without(granted.role.policies, 'role') },
        extra_policies: without(granted.extra_policies, 'extra'),
        temporary: (granted.temporary ?? []).map(({ role, policy, ...grant }) => ({
          ...grant,
          role: role && { ...role, policies: without(role.policies, 'role') },
          policy: without(policy ? [policy] : [], 'extra')[0] ?? null,
        })),
      }
      expect(explain(rest, wanted).allowed).toBe(false)
    }),
  )
})

test('an origin and a module end when all that is temporary and includes them ends', () => {
  fc.assert(
    fc.property(grants, permission, (granted, wanted) => {
      const { origins, module, allowed } = explain(granted, wanted)
      const isLasting = module.until === null && origins.some((origin) => origin.until === null)
      // A temporary role hides permanent access.
      if (!granted.temporary?.some(isRole))
        expect(allowed && isLasting).toBe(explain(permanentOf(granted), wanted).allowed)
      for (const end of [module.until, ...origins.map((origin) => origin.until)])
        if (end !== null) expect(granted.temporary?.map((each) => each.until)).toContain(end)
    }),
  )
})

test('a policy needs the modules of its actions', () => {
  expect(modulesNeeded(['tender:view', 'glass-payment-method:*', 'card:unmask'])).toEqual([
    'Lookup',
    'Glass',
    'SMAC Inquiry',
  ])
  expect(modulesNeeded(['*:*'])).toEqual(MODULES.filter((module) => module !== 'All'))
  expect(modulesNeeded([])).toEqual([])
  fc.assert(
    fc.property(fc.array(statement, { maxLength: 5 }), (statements) => {
      const access = { modules: modulesNeeded(statements), policies: statements }
      expect(PERMISSIONS.filter((each) => may(access, each))).toEqual(coveredBy(statements))
    }),
  )
})

test('a statement is covered if and only if the others allow all that it allows, now and later', () => {
  fc.assert(
    fc.property(statement, fc.array(statement, { maxLength: 5 }), (wanted, by) => {
      const [resource = ''] = wanted.split(':')
      const held = by.some((each) => each === '*:*' || each === `${resource}:*` || each === wanted)
      if (wanted.includes(':')) expect(isCovered(wanted, by)).toBe(held)
      if (isCovered(wanted, by)) for (const each of coveredBy([wanted])) expect(coveredBy(by)).toContain(each)
    }),
  )
})

test('gains and losses turn the former access into the new one', () => {
  fc.assert(
    fc.property(grants, grants, (before, after) => {
      const [old, now] = [accessOf(before), accessOf(after)]
      const { gained, lost } = accessChange(old, now)
      const all = (access: typeof old) => [
        ...access.modules,
        ...PERMISSIONS.filter((each) => may(access, each)),
      ]
      expect([...all(old).filter((each) => !lost.includes(each)), ...gained].toSorted()).toEqual(
        all(now).toSorted(),
      )
      expect(gained.filter((each) => lost.includes(each))).toEqual([])
      expect(accessChange(now, old)).toEqual({ gained: lost, lost: gained })
    }),
  )
})

test.each([
  [['card:unmask'], 'HIGH'],
  [['card:*'], 'HIGH'],
  [['*:*'], 'HIGH'],
  [['file:*'], 'HIGH'],
  [['file:view', 'file:upload'], 'LOW'],
  [['*:view'], 'LOW'],
  [[], 'LOW'],
] as const)('statements %j have the risk %s', (statements, risk) => {
  expect(riskOf(statements)).toBe(risk)
})

test.each([
  [['user:view'], true],
  [['role:grant', 'file:view'], true],
  [['policy:*'], true],
  [['approval:decide'], true],
  [['review:decide'], true],
  [['*:*'], true],
  [['file:*', 'card:unmask'], false],
  [[], false],
] as const)('%j is about access itself: %s', (statements, isAbout) => {
  expect(isAboutAccess(statements)).toBe(isAbout)
})
