import type { Browser } from '@playwright/test'
import { aRole, policyNamed, type RoleRecord, saveRole } from '../tests/access-records.ts'
import { aUser, callUsers, roleNamed } from '../tests/user-records.ts'
import type { StorageState } from './arrange.ts'

export type Roles = {
  /** A role of four users, two of whom hold otherwise what it may lose or gain. */
  role: RoleRecord
  /** One of the system. */
  system: string
  policy: string
  /** Saves a change of the role as another user. */
  save: (change: object) => Promise<void>
  /** Gives the role to another user. */
  give: () => Promise<void>
}

const MODULES = ['Operational Dashboard', 'SMAC Inquiry', 'Files']
const POLICIES = ['Operations basics', 'Inquiry runs', 'Result exports', 'Own files']

/** A role and its users beside those of the demo. */
export async function arrangeRoles(
  browser: Browser,
  baseURL: string,
  storageState: StorageState,
): Promise<Roles> {
  const context = await browser.newContext({ baseURL, storageState })
  const page = await context.newPage()
  await page.goto('/operational_dashboard')
  const { id } = await aRole(page, MODULES, ...POLICIES)
  const change = { version: 1, name: 'Late desk', description: 'Answers complaints after hours' }
  const role = await callUsers<RoleRecord>(page, 'PATCH', `/role/${id}`, change)
  const [reveal, exports] = [
    await policyNamed(page, 'Card reveal'),
    await policyNamed(page, 'Month-end exports'),
  ]
  for (const [given_name, family_name, ...extra_policies] of [
    ['Ana', 'Cruz', exports],
    ['Ben', 'Santos', reveal],
    ['Celso', 'Rivera', exports],
    ['Dino', 'Flores', exports],
  ])
    await aUser(page, { given_name, family_name, role_id: id, extra_policies })
  return {
    role,
    system: await roleNamed(page, 'Inquiry supervisor'),
    policy: await policyNamed(page, 'Inquiry runs'),
    save: (wanted) => saveRole(page, role, wanted),
    give: async () => void (await aUser(page, { role_id: id })),
  }
}
