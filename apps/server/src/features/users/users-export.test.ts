import { api } from '@backoffice/contract/api'
import { isFinalState } from '@backoffice/contract/file-states'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertRole, insertUser } from '../../testing/access.ts'
import { downloadText, waitFor } from '../../testing/file-actions.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
})
afterAll(() => system.stop())

test('an export has the labelled values of the list, with formulas guarded and without deleted users', async () => {
  const role = await insertRole(system, ['Glass', 'Files'], [], 'Exported')
  await insertUser(system, role, { name: '=Ana' })
  await insertUser(system, role, { name: 'Bea', status: 'DISABLED' })
  await insertUser(system, role, { name: 'Cora', status: 'DELETED' })
  await system.pool.query(
    "UPDATE users SET email = lower(given_name) || '@northline.example' WHERE role_id = $1",
    [role],
  )
  const body = {
    form: 'view' as const,
    filters: { role: { in: ['Exported'] } },
    sort: ['name:desc' as const],
    columns: ['name' as const, 'email' as const, 'role' as const, 'module' as const, 'status' as const],
  }
  const { source_filekey } = await system.call(api.users.export, { body }, 'admin')
  const file = await waitFor(system, source_filekey, 'admin', (each) => isFinalState(each.state))
  expect([file.state, file.category, file.counts.total]).toEqual(['COMPLETED', 'USERS', 2])
  expect((await downloadText(system, source_filekey, 'result', 'admin')).trim().split(/\r?\n/)).toEqual([
    'Name,Email,Role,Module,Status',
    'Bea Test,bea@northline.example,Exported,"Glass, Files",Disabled',
    '\'=Ana Test,\'=ana@northline.example,Exported,"Glass, Files",Active',
  ])
})

test('an export requires its own permission', async () => {
  const refused = await system.expectProblem(api.users.export, { body: { form: 'view' } }, 'agent')
  expect(refused).toMatchObject({ status: 403, missing: ['user:export'] })
})
