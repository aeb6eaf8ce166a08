import { api } from '@backoffice/contract/api'
import { isFinalState } from '@backoffice/contract/file-states'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordAudit } from '../../kernel/audit.ts'
import { downloadText, waitFor } from '../../testing/file-actions.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
})
afterAll(() => system.stop())

/** The auditor without the Files module’s permissions. */
async function withoutFiles() {
  await system.pool.query(
    `UPDATE policies SET statements = ARRAY['audit:view', 'audit:export']
     WHERE id IN (SELECT policy_id FROM role_policies JOIN roles ON roles.id = role_id WHERE name = 'Auditor')`,
  )
}

test('an export of the trail has the values of the list, for a user without access to other files', async () => {
  await withoutFiles()
  const { rows } = await system.pool.query(`SELECT id FROM roles WHERE name = 'Inquiry agent'`)
  const id = rows[0].id
  const by = {
    actor: { id: crypto.randomUUID(), name: 'Alma Dizon', approvedBy: { id: null, name: 'Benito Cruz' } },
    requestId: crypto.randomUUID(),
    clientRequestId: null,
  }
  const changes = { name: ['=Agent', 'Inquiry agent'] } as const
  await recordAudit(system.db, by, [
    { resource: 'role', action: 'update', id, changes },
    { resource: 'role', action: 'delete', id, outcome: 'refused', reason: 'version_conflict', count: 2 },
  ])
  const body = {
    form: 'view',
    filters: { actor: { in: [by.actor.id] }, request_id: { in: [by.requestId] } },
    columns: ['actor', 'action', 'resource', 'record', 'outcome', 'approved_by', 'count', 'changes'],
  } as const
  const { source_filekey } = await system.call(api.audit.export, { body }, 'auditor')
  const file = await waitFor(system, source_filekey, 'auditor', ({ state }) => isFinalState(state))
  expect(file).toMatchObject({
    state: 'COMPLETED',
    category: 'AUDIT',
    counts: { total: 2 },
    may: { download: true },
  })
  expect(await downloadText(system, source_filekey, 'result', 'auditor')).toBe(
    [
      'Who,Action,Target type,Target,Outcome,Approved by,Times,Changes',
      'Alma Dizon,deleted,Role,Inquiry agent,Out of date,Benito Cruz,2,',
      'Alma Dizon,changed,Role,Inquiry agent,Done,Benito Cruz,1,"{""name"": [""=Agent"", ""Inquiry agent""]}"',
      '',
    ].join('\n'),
  )
})

test('an export of all columns has Manila times to the second', async () => {
  const { source_filekey } = await system.call(
    api.audit.export,
    { body: { form: 'view', filters: { action: { in: ['export'] } } } },
    'auditor',
  )
  await waitFor(system, source_filekey, 'auditor', ({ state }) => isFinalState(state))
  const [head, first] = (await downloadText(system, source_filekey, 'result', 'auditor')).split('\n')
  expect(head).toBe(
    'Time,Who,Action,Target type,Target,Outcome,Request,Client request,Reason,Address,Device,Allowed by,Approved by,Changes,Times,Log,Written by file',
  )
  expect(first).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,Teresa Villar,exported,Audit trail,,Done,/)
})

test('the export and its download require audit:export', async () => {
  expect(await system.expectProblem(api.audit.export, { body: { form: 'view' } }, 'lookup')).toMatchObject({
    status: 403,
    missing: ['audit:export'],
  })
  const { source_filekey } = await system.call(api.audit.export, { body: { form: 'view' } }, 'auditor')
  await waitFor(system, source_filekey, 'auditor', ({ state }) => isFinalState(state))
  const download = { body: { source_filekey, artifact: 'result' } } as const
  expect(await system.expectProblem(api.files.presign, download, 'agent')).toMatchObject({ status: 404 })
  expect(await system.expectProblem(api.files.presign, download, 'supervisor')).toMatchObject({ status: 403 })
})
