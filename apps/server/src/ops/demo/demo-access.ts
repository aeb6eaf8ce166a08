import type { Permission } from '@backoffice/contract/access'
import { riskOf } from '@backoffice/contract/grants'
import type { Tx } from '../../db/client.ts'

type OwnPolicy = { name: string; description: string; statements: Permission[] }

const OWN_POLICIES: readonly OwnPolicy[] = [
  { name: 'Card reveal', description: 'Whole card numbers, one at a time', statements: ['card:unmask'] },
  { name: 'Inquiry runs', description: 'Run inquiries', statements: ['inquiry:run'] },
  { name: 'Result exports', description: 'Export inquiry results', statements: ['inquiry:export'] },
  {
    name: 'Month-end exports',
    description: 'Results and file lists, for the end of the month',
    statements: ['inquiry:export', 'file:export'],
  },
]

const OWN_ROLE = {
  name: 'Night desk',
  description: 'Runs inquiries at night',
  modules: ['Operational Dashboard', 'SMAC Inquiry', 'Files'],
}
const POLICIES_OF_ROLE = ['Operations basics', 'Inquiry runs', 'Result exports', 'Own files']

/** Creates the demo's role and policies. Existing ones are unchanged. */
export async function installDemoAccess(tx: Tx): Promise<void> {
  await tx
    .insertInto('policies')
    .values(OWN_POLICIES.map((policy) => ({ ...policy, risk: riskOf(policy.statements) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const role = await tx
    .insertInto('roles')
    .values(OWN_ROLE)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!role) return
  await tx
    .insertInto('role_policies')
    .columns(['role_id', 'policy_id'])
    .expression((q) =>
      q
        .selectFrom('policies')
        .select((each) => [each.val(role.id).as('role_id'), 'policies.id'])
        .where('name', 'in', POLICIES_OF_ROLE),
    )
    .execute()
}
