import * as fc from 'fast-check'

/** Random steps that change access, rules, requests and the time, each by one of five people. */

export const PEOPLE = ['admin', 'access', 'leonora.santiago', 'agent', 'viewer'] as const
export const STEP_STATEMENTS = [
  'approval:decide',
  'card:unmask',
  'inquiry:run',
  'tender:view',
  'user:update',
] as const
const MODULES = ['Users', 'SMAC Inquiry', 'Lookup'] as const
const HIGHEST_PLACE = 5

const person = fc.constantFrom(...PEOPLE)
/** Most changes are refused for others. */
const manager = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('admin', 'leonora.santiago') }, person)
const taker = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('agent', 'viewer') }, person)
const decider = fc.oneof({ weight: 1, arbitrary: fc.constantFrom('access', 'leonora.santiago') }, person)
const place = fc.nat(HIGHEST_PLACE)
const places = fc.uniqueArray(place, { maxLength: 2 })
const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 })
const request = fc.nat()
const step = <Name extends string, Values>(
  weight: number,
  name: Name,
  values: { [K in keyof Values]: fc.Arbitrary<Values[K]> },
) => ({ weight, arbitrary: fc.record(values).map((made) => ({ do: name, ...made })) })

export const approvalStep = fc.oneof(
  step(6, 'user', { as: manager, of: person, role: place, extras: places }),
  step(4, 'role', {
    as: manager,
    of: fc.integer({ min: 1, max: 3 }),
    modules: some(MODULES),
    policies: fc.uniqueArray(place, { minLength: 1, maxLength: 3 }),
  }),
  step(3, 'policy', { as: manager, of: place, statements: some(STEP_STATEMENTS) }),
  step(3, 'status', {
    as: manager,
    of: fc.uniqueArray(person, { minLength: 1, maxLength: 3 }),
    isOn: fc.boolean(),
  }),
  step(1, 'remove', { as: manager, of: person }),
  step(4, 'access', {
    as: person,
    isRole: fc.boolean(),
    // The first policy makes a temporary decider.
    of: fc.oneof(fc.constant(0), place),
    hours: fc.constantFrom(1, 30, 160),
  }),
  step(5, 'break-glass', { as: taker }),
  step(1, 'end', { as: manager, of: fc.nat() }),
  step(2, 'rule', {
    as: manager,
    kind: fc.constantFrom('HIGH_RISK_GRANT' as const, 'BIN_RANGE' as const),
    isOn: fc.boolean(),
  }),
  step(4, 'time', { as: person, hours: fc.constantFrom(1, 24, 72, 72), isRecorded: fc.boolean() }),
  step(10, 'approve', { as: decider, of: fc.array(request, { minLength: 1, maxLength: 2 }) }),
  step(5, 'reject', { as: decider, of: fc.array(request, { minLength: 1, maxLength: 2 }) }),
  step(1, 'withdraw', { as: person, of: request.map((each) => [each]) }),
)
export type ApprovalStep = typeof approvalStep extends fc.Arbitrary<infer Value> ? Value : never
