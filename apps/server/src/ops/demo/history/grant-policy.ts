import { api } from '@backoffice/contract/api'
import type { DemoSystem, StatedReason } from './demo-system.ts'

/** Gives a user one extra policy. Returns the reply, which is a request if the access is high-risk. */
export async function grantPolicy(
  desk: DemoSystem,
  { mailbox, policy, stated }: { mailbox: string; policy: string; stated?: StatedReason },
): Promise<unknown> {
  const { call, person } = desk
  const { id } = person(mailbox)
  const extra_policies = [await policyOf(desk, policy)]
  const { version, role } = await call(api.users.get, { params: { id } }, 'admin')
  const change = { kind: 'user' as const, id, role_id: role.id, extra_policies }
  const { impact_version } = await call(api.explain.impact, { body: change }, 'admin')
  const body = { version, extra_policies, impact_version }
  return call(api.users.update, { params: { id }, body }, 'admin', stated)
}

/** Id of a policy of the demo. */
export async function policyOf({ owner }: DemoSystem, name: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM policies WHERE name = $1', [name])
  const [policy] = rows
  if (!policy) throw new Error(`The demo has no policy ${name}.`)
  return policy.id
}
