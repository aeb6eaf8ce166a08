import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createClient, signIn } from '../../../docs/examples/client.ts'
import { EMBEDDED_POOL } from './adapters/identity/embedded.ts'
import { API_BASES } from './kernel/served-apis.ts'
import { startTerminalSystem } from './testing/terminals.ts'
import type { TestSystem } from './testing/test-system.ts'

let system: TestSystem
let client: ReturnType<typeof createClient>
let sent: string[] = []
const realFetch = globalThis.fetch

/** Different calls of the test so far, without the base address. */
const callsTo = (base: string) => [...new Set(sent)].map((call) => call.replace(` ${base}`, ' ')).sort()

beforeAll(async () => {
  system = await startTerminalSystem({ workers: true })
  const host = await system.app.listen({ host: '127.0.0.1', port: 0 })
  const token = await signIn(host, EMBEDDED_POOL.userPoolClientId, 'admin@backoffice.test', 'Backoffice#2026')
  client = createClient(host + API_BASES.user, host + API_BASES.operations, token)
  globalThis.fetch = (input, init) => {
    const path = new URL(String(input)).pathname.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}')
    sent.push(`${init?.method} ${path}`)
    return realFetch(input, init)
  }
})
beforeEach(() => {
  sent = []
})
afterAll(() => {
  globalThis.fetch = realFetch
  return system.stop()
})

test('policies, roles and users are created, read, changed and deleted', async () => {
  const { resource: actions } = await client.listActions()
  expect(actions).toContainEqual(expect.objectContaining({ resource: 'tender' }))
  const policy = (await client.createPolicy({ name: 'See tenders', statements: ['tender:view'] })).resource
  const named = { search: 'See tenders' }
  expect((await client.listPolicies(named)).resource.items).toMatchObject([{ id: policy.id }])
  const description = 'For the desk'
  await client.updatePolicy(policy.id, { version: policy.version, description })
  expect((await client.getPolicy(policy.id)).resource).toMatchObject({ description })

  const role = (
    await client.createRole({ name: 'Tender desk', modules: ['Lookup'], policy_ids: [policy.id] })
  ).resource
  expect((await client.listRoles({ search: 'Tender desk' })).resource.total).toBe(1)
  await client.updateRole(role.id, { version: role.version, description })
  expect((await client.getRole(role.id)).resource).toMatchObject({ description })
  const access = (await client.getAccessPolicy()).resource
  expect([access.modules, access.policies]).toEqual([
    expect.arrayContaining(['All']),
    expect.arrayContaining(['*:*']),
  ])

  const email = 'rosa.example@backoffice.test'
  const names = { given_name: 'Rosa', family_name: 'Example' }
  const { id } = (await client.createUser({ email, ...names, role_id: role.id })).resource
  expect((await client.searchUsers({ q: 'rosa.ex' })).resource.items).toMatchObject([{ id }])
  expect((await client.listUsers({ search: email })).resource.items).toMatchObject([{ id }])
  /** The user once the identity provider has applied the last change. */
  const settled = async () => {
    const actionOf = async () => (await client.getUser(id)).resource.provider_action
    await expect.poll(actionOf, { timeout: 10_000 }).toBeNull()
    return (await client.getUser(id)).resource
  }
  await client.updateUser(id, { version: (await settled()).version, department: 'Settlement' })
  expect(await settled()).toMatchObject({ department: 'Settlement', status: 'PENDING' })
  await client.resetPassword({ id, mode: 'resend' })
  const { version } = await settled()
  const items = [{ id, version }]
  const disabled = await client.updateUserStatus({ items, status: 'DISABLED', reason: 'Left' })
  expect(disabled.resource.items).toMatchObject([{ outcome: 'done' }])

  await settled()
  await client.deleteUser(id)
  await client.deleteRole(role.id)
  await client.deletePolicy(policy.id)
  expect(callsTo(API_BASES.user)).toEqual(
    [
      ...['POST /role', 'GET /role/access-policy', 'GET /role', 'GET /role/{id}', 'PATCH /role/{id}'],
      ...['DELETE /role/{id}', 'POST /policy', 'GET /policy', 'GET /policy/policy-action:all'],
      ...['GET /policy/{id}', 'PATCH /policy/{id}', 'DELETE /policy/{id}', 'POST ', 'GET /search'],
      ...['POST /list', 'GET /{id}', 'PATCH /{id}', 'PATCH /user-status', 'PATCH /reset-password'],
      'POST /delete/{id}',
    ].sort(),
  )
})

test('terminals, tables, files and inquiries are read and written', async () => {
  const place = { branch_code: '0417', company_code: 'NLF' }
  await client.upsertTerminal({ terminal_id: '00012345', ...place })
  const path = '/lookup/shell_tid'
  expect((await client.findTerminals(path, { search: '00012345' })).resource.items).toMatchObject([place])
  const filters = { company_code: { in: ['NLF'] }, branch_code: { in: ['0417'] } }
  expect((await client.lookUp('/glass/branch', { filters })).resource.items).toMatchObject([place])

  const content = 'card_number,date_from,date_to,reference_no\n9990000000000011,,,\n'
  const file = { file_name: 'cards.csv', content_type: 'text/csv', size: content.length }
  const signed = (await client.signUrl({ ...file, category: 'SMAC_INQUIRY' })).resource
  const { source_filekey, upload_url, headers } = signed
  expect((await realFetch(upload_url, { method: 'PUT', headers, body: content })).status).toBe(200)
  await client.uploadFile({ source_filekey })
  const stateOf = async () => (await client.getFile({ source_filekey })).resource.state
  await expect.poll(stateOf, { timeout: 10_000 }).toBe('AWAITING_CONFIRMATION')
  expect((await client.listFiles({ page_size: 10 })).resource.items).toMatchObject([{ source_filekey }])

  const reason = { purpose: 'AUDIT', ticket_no: 'OPS-1' }
  const dates = { date_from: '2026-11-01', date_to: '2026-11-19' }
  const criteria = { card_number: '9990000000000011', ...reason, ...dates }
  expect((await client.runInquiry({ mode: 'CARD', ...criteria })).resource).toMatchObject({ mode: 'CARD' })
  expect(callsTo(API_BASES.operations)).toEqual(
    [
      ...['GET /lookup/shell_tid', 'POST /terminal_id/upsert/', 'POST /glass/branch'],
      ...['POST /smac_file_upload', 'POST /smac_inquiry', 'GET /file_tracker/specific'],
      ...['GET /file_tracker', 'POST /generate_presigned_url'],
    ].sort(),
  )
})
