import { api } from '@backoffice/contract/api'
import type { ApprovalKind } from '@backoffice/contract/approvals'
import { impactVersionOf, insertPolicy, insertRole, insertUser } from './access.ts'
import type { TestSystem } from './test-system.ts'

/** Switches a rule without the API’s checks. */
export async function switchRule(
  { pool }: Pick<TestSystem, 'pool'>,
  kind: ApprovalKind,
  isOn: boolean,
  threshold: number | null = null,
): Promise<void> {
  await pool.query(
    'UPDATE approval_rules SET is_on = $2, threshold = coalesce($3, threshold) WHERE kind = $1',
    [kind, isOn, threshold],
  )
}

type Reply = { status: number; body: unknown }

export type Grant = {
  /** The user who would gain the policy. */
  user: string
  policy: string
  send: (headers?: Record<string, string>) => Promise<Reply>
}

/** A change that gives a user a permission by an extra policy; by default `card:unmask` to a new user. */
export async function aGrant(
  system: TestSystem,
  {
    as = 'admin',
    to,
    statement = 'card:unmask',
    modules = ['SMAC Inquiry'],
  }: { as?: string; to?: string; statement?: string; modules?: string[] } = {},
): Promise<Grant> {
  const policy = await insertPolicy(system, [statement])
  const user =
    to ??
    (await insertUser(
      system,
      await insertRole(system, modules, [await insertPolicy(system, ['inquiry:run'])]),
    ))
  const { version, role, extra_policies } = await system.call(
    api.users.get,
    { params: { id: user } },
    'admin',
  )
  const target = { role_id: role.id, extra_policies: [...extra_policies.map(({ id }) => id), policy] }
  const impact_version = await impactVersionOf(system, { kind: 'user', id: user, ...target }, 'admin')
  const body = { version, extra_policies: target.extra_policies, impact_version }
  return {
    user,
    policy,
    send: (headers = {}) => system.send(api.users.update, { params: { id: user }, body }, as, headers),
  }
}

/** Id of the request that the reply announces. */
export function requestIn({ status, body }: Reply): string {
  const { resource } = body as { resource?: { approval?: { id: string } } }
  if (status !== 202 || !resource?.approval) throw new Error(`not waiting: ${status} ${JSON.stringify(body)}`)
  return resource.approval.id
}

/** Sends a grant that waits for approval. */
export async function aRequest(system: TestSystem, options?: Parameters<typeof aGrant>[1]) {
  const grant = await aGrant(system, options)
  return { ...grant, id: requestIn(await grant.send()) }
}

/** Requests as a decider approves them who has opened each. A request that the user can’t open has no hash. */
export async function openedItems(system: Pick<TestSystem, 'send'>, ids: readonly string[], as: string) {
  return Promise.all(
    ids.map(async (id) => {
      const { body } = await system.send(api.approvals.get, { params: { id } }, as)
      const { resource } = body as { resource?: { content_hash: string } }
      return { id, ...(resource && { content_hash: resource.content_hash }) }
    }),
  )
}

export const approve = async (system: TestSystem, id: string, as: string) =>
  system.send(api.approvals.approve, { body: { items: await openedItems(system, [id], as) } }, as)

export async function statusOf({ pool }: Pick<TestSystem, 'pool'>, id: string): Promise<string> {
  const { rows } = await pool.query<{ status: string }>('SELECT status FROM approvals WHERE id = $1', [id])
  return String(rows[0]?.status)
}

/** Refused calls of the action in the trail. */
export async function refusals({ pool }: Pick<TestSystem, 'pool'>, action: string) {
  const { rows } = await pool.query<{ actor_name: string; reason: string }>(
    "SELECT actor_name, reason FROM audit_events WHERE action = $1 AND outcome = 'refused' ORDER BY id",
    [action],
  )
  return rows
}
