import { api } from '@backoffice/contract/api'
import type { Address, CallInput } from '@backoffice/contract/endpoint'
import type { AccessChangeRequest, Impact } from '@backoffice/contract/explain'
import { expireAccess } from '../features/access/expire-access.ts'
import { expireApprovals } from '../features/approvals/requests/end-requests.ts'
import { requestOf } from '../kernel/served-apis.ts'
import { insertPolicy, insertRole, userIdOf } from './access.ts'
import type { AccessCall, Gives } from './access-model.ts'
import { type ApprovalStep, PEOPLE, STEP_STATEMENTS } from './approval-steps.ts'
import { openedItems } from './approvals.ts'
import { giveTemporarily } from './temporary-access.ts'
import { signIn, type TestSystem } from './test-system.ts'

const HOUR_MS = 3_600_000

type Reply = { status: number; body: unknown }

/** A call of the step with its reply, or the time that has passed. Undefined without a record to act on. */
export type PerformedStep =
  | { by: string; reply: Reply; call: AccessCall }
  | { by: string; reply: Reply; requests: readonly string[] }
  | { hours: number; isRecorded: boolean }
  | undefined

export type Performer = {
  perform: (step: ApprovalStep) => Promise<PerformedStep>
  /** Permanent roles whose users may take the break-glass role. */
  takers: readonly string[]
}

export async function createPerformer(system: TestSystem): Promise<Performer> {
  const { pool } = system
  const ids = new Map<string, string>()
  for (const each of PEOPLE) ids.set(each, await userIdOf(system, each))
  const userOf = (mailbox: string) => ids.get(mailbox) ?? ''
  const policies: string[] = []
  for (const each of STEP_STATEMENTS) policies.push(await insertPolicy(system, [each]))
  const { roles, emergency, takers } = await insertRoles(system, policies)
  const { send, confirmed } = createCaller(system, userOf)
  const [decide = ''] = policies
  // A decider for a time, who decides nothing.
  await giveTemporarily(system, userOf('agent'), { policyId: decide, modules: ['Users'] }, 72 * HOUR_MS)
  // Otherwise the first call of a user would change their status.
  for (const each of PEOPLE) await send(api.access.getAccessPolicy, {}, each)

  async function readValue<T>(sql: string, values: readonly unknown[]): Promise<T | undefined> {
    const { rows } = await pool.query<{ value: T }>(sql, [...values])
    return rows[0]?.value
  }
  const versionOf = async (table: 'users' | 'roles' | 'policies', id: string) =>
    (await readValue<number>(`SELECT version AS value FROM ${table} WHERE id = $1`, [id])) ?? 0
  /** Favours requests that are waiting. */
  async function requestsAt(places: readonly number[]): Promise<string[]> {
    const { rows } = await pool.query<{ id: string }>(
      "SELECT id FROM approvals ORDER BY status <> 'PENDING', requested_at DESC, id LIMIT 3",
    )
    const found = places.flatMap((place) => rows[place % Math.max(rows.length, 1)]?.id ?? [])
    // As the product applies the items of a call.
    return [...new Set(found)].sort()
  }

  type Change = { call: AccessCall; reply: Reply } | undefined

  async function changeGrants(step: ApprovalStep): Promise<Change> {
    const { as } = step
    if (step.do === 'user') {
      const id = userOf(step.of)
      const target = {
        role_id: at(roles, step.role),
        extra_policies: [...new Set(step.extras.map((each) => at(policies, each)))],
      }
      const version = await versionOf('users', id)
      const reply = await confirmed({ kind: 'user', id, ...target }, as, (impact_version) => [
        api.users.update,
        { params: { id }, body: { version, ...target, impact_version } },
      ])
      return { call: { do: 'user', id, ...target }, reply }
    }
    if (step.do === 'role') {
      const { modules } = step
      const id = at(roles, step.of)
      const policy_ids = [...new Set(step.policies.map((each) => at(policies, each)))]
      const version = await versionOf('roles', id)
      const reply = await confirmed({ kind: 'role', id, modules, policy_ids }, as, (impact_version) => [
        api.roles.update,
        { params: { id }, body: { version, modules, policy_ids, impact_version } },
      ])
      return { call: { do: 'role', id, modules, policy_ids }, reply }
    }
    if (step.do !== 'policy') return changeOther(step)
    const [id, statements] = [at(policies, step.of), step.statements]
    const version = await versionOf('policies', id)
    const reply = await confirmed({ kind: 'policy', id, statements }, as, (impact_version) => [
      api.policies.update,
      { params: { id }, body: { version, statements, impact_version } },
    ])
    return { call: { do: 'policy', id, statements }, reply }
  }

  async function changeOther(step: ApprovalStep): Promise<Change> {
    const { as } = step
    if (step.do === 'status') {
      const items: { id: string; version: number }[] = []
      for (const each of step.of)
        items.push({ id: userOf(each), version: await versionOf('users', userOf(each)) })
      const body = { items, status: step.isOn ? ('ACTIVE' as const) : ('DISABLED' as const), reason: 'Test' }
      const reply = await send(api.users.updateStatus, { body }, as)
      return { call: { do: 'status', ids: items.map(({ id }) => id) }, reply }
    }
    if (step.do === 'remove') {
      const id = userOf(step.of)
      const reply = await send(
        api.users.remove,
        { params: { id }, version: await versionOf('users', id) },
        as,
      )
      return { call: { do: 'remove', id }, reply }
    }
    if (step.do === 'access') {
      const { hours } = step
      const gives = step.isRole ? { role_id: at(roles, step.of) } : { policy_id: at(policies, step.of) }
      const reply = await send(api.accessRequests.create, { body: { ...gives, hours, reason: 'Test' } }, as)
      return { call: { do: 'access', gives, hours }, reply }
    }
    if (step.do === 'break-glass') {
      const body = { role_id: emergency, reason: 'Test', ticket_no: 'T-1' }
      const reply = await send(api.accessRequests.breakGlass, { body }, as)
      return { call: { do: 'break-glass', gives: { role_id: emergency }, hours: 1 }, reply }
    }
    if (step.do === 'end') return endAccess(step.of, as)
    if (step.do !== 'rule') return undefined
    const { kind, isOn } = step
    const version = await readValue<number>('SELECT version AS value FROM approval_rules WHERE kind = $1', [
      kind,
    ])
    const body = { version: version ?? 0, is_on: isOn }
    const reply = await send(api.approvals.updateRule, { params: { kind }, body }, as)
    return { call: { do: 'rule', kind, isOn }, reply }
  }

  async function endAccess(place: number, as: string): Promise<Change> {
    type Row = { id: string; user: string; role_id: string | null; policy_id: string | null }
    const { rows } = await pool.query<Row>(
      `SELECT id, user_id AS user, role_id, policy_id FROM temporary_access ORDER BY starts_at DESC, id LIMIT 3`,
    )
    const row = rows[place % Math.max(rows.length, 1)]
    if (!row) return undefined
    const { id: access_id, user, role_id, policy_id } = row
    const gives: Gives = role_id === null ? { policy_id: policy_id ?? '' } : { role_id }
    const reply = await send(api.users.endAccess, { params: { id: user, access_id } }, as)
    return { call: { do: 'end', user, gives }, reply }
  }

  /** The records move into the past instead of the database's clock. */
  async function passHours(hours: number, isRecorded: boolean): Promise<void> {
    const move = (column: string) => `${column} = ${column} - $1 * interval '1 hour'`
    await pool.query(`UPDATE temporary_access SET ${['starts_at', 'until'].map(move).join()}`, [hours])
    await pool.query(
      `UPDATE approvals SET ${['requested_at', 'expires_at', 'decided_at'].map(move).join()}`,
      [hours],
    )
    if (!isRecorded) return
    await expireAccess(system)
    await expireApprovals(system.workerDeps)
  }

  async function perform(step: ApprovalStep): Promise<PerformedStep> {
    const by = userOf(step.as)
    if (step.do === 'time') {
      await passHours(step.hours, step.isRecorded)
      return { hours: step.hours, isRecorded: step.isRecorded }
    }
    if (step.do !== 'approve' && step.do !== 'reject' && step.do !== 'withdraw') {
      const change = await changeGrants(step)
      return change && { by, ...change }
    }
    const requests = await requestsAt(step.of)
    const [id] = requests
    if (id === undefined) return undefined
    const items = requests.map((each) => ({ id: each }))
    const reply = {
      approve: async () =>
        send(
          api.approvals.approve,
          { body: { items: await openedItems({ send }, requests, step.as) } },
          step.as,
        ),
      reject: () => send(api.approvals.reject, { body: { items, reason: 'Test' } }, step.as),
      withdraw: () => send(api.approvals.withdraw, { body: { id } }, step.as),
    }
    return { by, reply: await reply[step.do](), requests }
  }

  return { perform, takers }
}

const at = (all: readonly string[], index: number) => all[index % all.length] ?? ''

/** Calls of people, who sign in again after they were disabled for a while. */
function createCaller(system: TestSystem, userOf: (mailbox: string) => string) {
  const tokens = new Map<string, string>()
  async function send<E extends Address>(endpoint: E, input: CallInput<E>, as: string): Promise<Reply> {
    const token = tokens.get(as) ?? (await system.tokenOf(as))
    const reply = await system.app.inject(requestOf(endpoint, input, { authorization: `Bearer ${token}` }))
    if (reply.statusCode !== 401 || !(await isActive(as)))
      return { status: reply.statusCode, body: reply.json<unknown>() }
    // Disabling has ended the sign-ins of its second too.
    system.clock.offsetMs += 2_000
    tokens.set(as, await signIn(system.identity, `${as}@backoffice.test`))
    return send(endpoint, input, as)
  }
  async function isActive(mailbox: string): Promise<boolean> {
    const { rows } = await system.pool.query('SELECT status FROM users WHERE id = $1', [userOf(mailbox)])
    return rows[0]?.status === 'ACTIVE'
  }
  /** Sends the change with the version of its impact, if the caller sees it. */
  async function confirmed<E extends Address>(
    change: AccessChangeRequest,
    as: string,
    callWith: (impact_version: string) => [E, CallInput<E>],
  ): Promise<Reply> {
    const shown = await send(api.explain.impact, { body: change }, as)
    if (shown.status !== 200) return shown
    const { impact_version } = (shown.body as { resource: Impact }).resource
    const [endpoint, input] = callWith(impact_version)
    return send(endpoint, input, as)
  }
  return { send, confirmed }
}

/** Built-in roles, three that the steps change, and one for emergencies. */
async function insertRoles(system: TestSystem, policies: readonly string[]) {
  const named = async (name: string) => {
    const { rows } = await system.pool.query<{ id: string }>('SELECT id FROM roles WHERE name = $1', [name])
    return rows[0]?.id ?? ''
  }
  const [decide = '', unmask = '', inquire = ''] = policies
  const roles = [
    await named('Access administrator'),
    await insertRole(system, ['Users'], [decide]),
    await insertRole(system, ['SMAC Inquiry'], [unmask]),
    await insertRole(system, ['SMAC Inquiry'], [inquire]),
    await named('Operations viewer'),
    await named('Administrator'),
  ]
  const emergency = await insertRole(system, ['SMAC Inquiry'], [unmask, inquire])
  const takers = [await named('Inquiry agent'), at(roles, 3), at(roles, 4)]
  await system.pool.query('UPDATE roles SET break_glass_for = $2 WHERE id = $1', [emergency, takers])
  return { roles, emergency, takers }
}
