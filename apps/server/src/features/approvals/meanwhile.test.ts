import { api } from '@backoffice/contract/api'
import { paymentMethods } from '@backoffice/contract/tables/payment-methods'
import { tenders } from '@backoffice/contract/tables/tenders'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { performJob } from '../../app/run-jobs.ts'
import { impactVersionOf, insertPolicy, insertRole, userIdOf } from '../../testing/access.ts'
import { aGrant, approve, openedItems, requestIn, statusOf, switchRule } from '../../testing/approvals.ts'
import { changeFile, uploadFile } from '../../testing/file-actions.ts'
import { addMasters, createRow, fileOf, validRow } from '../../testing/table-rows.ts'
import { giveTemporarily, passTime } from '../../testing/temporary-access.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

/** Changes between a request and its decision, or its work. */
let system: TestSystem
beforeEach(async () => {
  system = await startTestSystem()
  await addMasters(system.pool)
})
afterEach(() => system.stop())

/** May view and change the tables. */
const DECIDER = 'leonora.santiago'

type Row = { id: string; version: number }
const created = async (...call: Parameters<typeof createRow>) => {
  const { status, body } = await createRow(...call)
  expect(status).toBe(201)
  return (body as { resource: Row }).resource
}
const aPaymentMethod = (code: string) =>
  created(system, paymentMethods, { ...validRow(paymentMethods), payment_method_code: code, name: code })
const onlyVersion = ({ id, version }: Row) => ({ id, version })

test('an approval deletes no row that was refused when it was requested', async () => {
  const [shown, used] = [await aPaymentMethod('JNK'), await aPaymentMethod('IMP')]
  const user = await created(system, tenders, { ...validRow(tenders), payment_method_code: 'IMP' })
  await switchRule(system, 'MASTER_DELETE', true)
  const items = [shown, used].map(onlyVersion)
  const id = requestIn(await system.send(api.payment_methods.delete, { body: { items } }, 'admin'))
  const freed = { ...onlyVersion(user), payment_method_code: 'CSH' }
  await system.call(api.tenders.update, { body: { items: [freed] } }, 'admin')
  const changed = { ...onlyVersion(shown), name: 'Junk' }
  await system.call(api.payment_methods.update, { body: { items: [changed] } }, DECIDER)
  await approve(system, id, DECIDER)
  expect(await statusOf(system, id)).toBe('STALE')
})

test('an approval creates no mapped row that was refused when it was requested', async () => {
  const { status: _, ...values } = validRow(tenders)
  const [shown, existing] = ['AA1', 'BB1'].map((tender_id) => ({ ...values, tender_id }))
  await switchRule(system, 'MASS_CHANGE', true, 1)
  const row = await created(system, tenders, { ...validRow(tenders), ...existing })
  const mapping = { kind: 'TENDER' as const, items: [shown, existing] as never }
  const id = requestIn(await system.send(api.mapping.create, { body: mapping }, 'admin'))
  await switchRule(system, 'MASS_CHANGE', false)
  await created(system, tenders, { ...validRow(tenders), ...shown }, DECIDER)
  await system.call(api.tenders.delete, { body: { items: [onlyVersion(row)] } }, DECIDER)
  await approve(system, id, DECIDER)
  expect(await statusOf(system, id)).toBe('STALE')
})

const withRange = () => ({ ...validRow(tenders), bin_from: '900001', bin_to: '900001' })

test('a request fails after its requester’s temporary access has ended', async () => {
  await switchRule(system, 'BIN_RANGE', true)
  const { role } = await system.call(
    api.users.get,
    { params: { id: await userIdOf(system, 'lookup') } },
    'admin',
  )
  const holder = await userIdOf(system, 'agent')
  await giveTemporarily(system, holder, { roleId: role.id })
  const id = requestIn(await createRow(system, tenders, withRange(), 'agent'))
  await passTime(system, holder, 2)
  await approve(system, id, DECIDER)
  expect(await statusOf(system, id)).toBe('FAILED')
})

test('a decision about several requests executes none whose access an earlier one of them ended', async () => {
  await switchRule(system, 'BIN_RANGE', true)
  await switchRule(system, 'HIGH_RISK_GRANT', true)
  const lookup = await userIdOf(system, 'lookup')
  const request = requestIn(await createRow(system, tenders, withRange(), 'lookup'))
  const role = await insertRole(system, ['SMAC Inquiry'], [await insertPolicy(system, ['card:unmask'])])
  const target = { role_id: role, extra_policies: [] }
  const { version } = await system.call(api.users.get, { params: { id: lookup } }, 'admin')
  const impact_version = await impactVersionOf(system, { kind: 'user', id: lookup, ...target }, 'admin')
  const body = { version, ...target, impact_version }
  const change = requestIn(await system.send(api.users.update, { params: { id: lookup }, body }, 'admin'))
  // Requests are decided in the order of their ids.
  const [first, second] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  await system.pool.query('UPDATE approvals SET id = $1 WHERE id = $2', [first, change])
  await system.pool.query('UPDATE approvals SET id = $1 WHERE id = $2', [second, request])
  const items = await openedItems(system, [first ?? '', second ?? ''], DECIDER)
  await system.call(api.approvals.approve, { body: { items } }, DECIDER)
  expect(await statusOf(system, first ?? '')).toBe('EXECUTED')
  expect(await statusOf(system, second ?? '')).toBe('FAILED')
})

test('a request is refused when the only other decider has a temporary role without decisions', async () => {
  await switchRule(system, 'HIGH_RISK_GRANT', true)
  await system.pool.query(
    "UPDATE users SET status = 'DISABLED' WHERE email = 'leonora.santiago@backoffice.test'",
  )
  const grant = await aGrant(system)
  const roleId = await insertRole(system, ['Lookup'], [])
  await giveTemporarily(system, await userIdOf(system, 'access'), { roleId })
  expect(await grant.send()).toMatchObject({ status: 409, body: { code: 'no_decider' } })
})

const perform = (name: 'validate-file' | 'apply-import', filekey: string, attempt = 1) =>
  performJob(system.workerDeps, name, { filekey, attempt }, () => {})

async function aCheckedImport() {
  await switchRule(system, 'MASS_CHANGE', true, 1)
  const file = fileOf(tenders, [validRow(tenders), validRow(tenders)])
  const { source_filekey } = await uploadFile(system, file, 'lookup', { category: 'TENDERS' })
  await perform('validate-file', source_filekey)
  return source_filekey
}

const importFile = (source_filekey: string) =>
  system.send(api.tenders.import, { body: { source_filekey } }, 'lookup')

test('no one continues a file that they approved', async () => {
  const source_filekey = await aCheckedImport()
  await approve(system, requestIn(await importFile(source_filekey)), 'admin')
  await system.pool.query("UPDATE users SET status = 'DISABLED' WHERE email = 'lookup@backoffice.test'")
  await perform('apply-import', source_filekey)
  const { version, state } = await system.call(api.files.get, { query: { source_filekey } }, 'admin')
  expect(state).toBe('FAILED')
  const retry = await system.send(api.files.retry, { body: { source_filekey, version } }, 'admin')
  expect(retry).toMatchObject({ status: 409, body: { code: 'own_request' } })
  const [from, to] = [await userIdOf(system, 'lookup'), await userIdOf(system, 'admin')]
  const handOver = await system.send(api.users.handOver, { body: { from, to } }, 'admin')
  expect(handOver).toMatchObject({ status: 409, body: { code: 'own_request' } })
})

test('an id in capitals names the same file', async () => {
  const filekey = await aCheckedImport()
  const id = requestIn(await importFile(filekey.toUpperCase()))
  expect(await importFile(filekey)).toMatchObject({ status: 409, body: { code: 'approval_pending' } })
  await changeFile(system, 'cancel', filekey, 'lookup')
  expect(await statusOf(system, id)).toBe('WITHDRAWN')
})

test('card numbers in the names of users are stored masked', async () => {
  await switchRule(system, 'HIGH_RISK_GRANT', true)
  const grant = await aGrant(system)
  await system.pool.query("UPDATE users SET family_name = '9990001234560010' WHERE id = $1", [grant.user])
  const id = requestIn(await grant.send())
  const { rows } = await system.pool.query('SELECT what, impact, changes FROM approvals WHERE id = $1', [id])
  expect(JSON.stringify(rows)).not.toContain('9990001234560010')
})
