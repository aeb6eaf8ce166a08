import { api } from '@backoffice/contract/api'
import { isFinalState } from '@backoffice/contract/file-states'
import { tenders } from '@backoffice/contract/tables/tenders'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expireApprovals } from '../../features/approvals/requests/end-requests.ts'
import { approve, requestIn, statusOf, switchRule } from '../../testing/approvals.ts'
import { changeFile, dryRun, waitFor } from '../../testing/file-actions.ts'
import { fixCells } from '../../testing/fixes.ts'
import { addMasters, fileOf, validRow } from '../../testing/table-rows.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { expireFiles } from '../clean-up.ts'

/** May view the table. */
const DECIDER = 'leonora.santiago'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
  await addMasters(system.pool)
})
beforeEach(async () => {
  await switchRule(system, 'MASS_CHANGE', true, 1)
  await system.pool.query('DELETE FROM change_counts')
})
afterAll(() => system.stop())

const msOf = (hours: number) => hours * 3_600_000

async function checkedFile(): Promise<string> {
  const content = fileOf(tenders, [validRow(tenders), validRow(tenders)])
  return (await dryRun(system, content, 'lookup', { category: 'TENDERS' })).source_filekey
}

const confirm = (source_filekey: string) =>
  system.send(api.tenders.import, { body: { source_filekey } }, 'lookup')

async function waitingFile() {
  const key = await checkedFile()
  return { key, id: requestIn(await confirm(key)) }
}

/** Moves the file and its requests into the past. */
async function age(key: string, hours: number): Promise<void> {
  await system.pool.query(
    "UPDATE files SET state_changed_at = state_changed_at - $2 * interval '1 hour' WHERE source_filekey = $1",
    [key, hours],
  )
  await system.pool.query(
    `UPDATE approvals SET requested_at = requested_at - $2 * interval '1 hour',
       expires_at = expires_at - $2 * interval '1 hour', decided_at = decided_at - $2 * interval '1 hour'
     WHERE records = ARRAY[$1::text]`,
    [key, hours],
  )
}

const read = (source_filekey: string, as = 'lookup') =>
  system.call(api.files.get, { query: { source_filekey } }, as)
const reject = (id: string) =>
  system.call(api.approvals.reject, { body: { items: [{ id }], reason: 'Wrong month' } }, DECIDER)

test('a waiting file shows its request and is not offered for confirmation', async () => {
  const key = await checkedFile()
  expect(await read(key)).toMatchObject({ approval: null, may: { confirm: true } })
  const id = requestIn(await confirm(key))
  const file = await read(key)
  expect(file).toMatchObject({
    state: 'AWAITING_CONFIRMATION',
    approval: {
      id,
      kind: 'MASS_CHANGE',
      status: 'PENDING',
      requested_by: { name: 'Carla Lim' },
      is_own: true,
      decided_by: null,
      decision_reason: null,
    },
    may: { confirm: false, cancel: true },
  })
  // It waits as long as its request.
  expect(file.expires_at).toBe(file.approval?.expires_at)
  const { items } = await system.call(api.files.list, { query: {} }, 'lookup')
  expect(items.find(({ source_filekey }) => source_filekey === key)?.approval?.id).toBe(id)
  expect((await read(key, 'admin')).approval?.is_own).toBe(false)
  expect(await confirm(key)).toMatchObject({ status: 409, body: { code: 'approval_pending' } })
})

test('an approved file is imported once, for its requester, and names the approver in the trail', async () => {
  const { key, id } = await waitingFile()
  await approve(system, id, DECIDER)
  const file = await waitFor(system, key, 'lookup', ({ state }) => isFinalState(state))
  expect(file).toMatchObject({
    state: 'COMPLETED',
    approval: null,
    import: { confirmed_by: { name: 'Carla Lim' } },
    preview: { written: { new: 2 } },
  })
  expect(await confirm(key)).toMatchObject({ status: 409, body: { code: 'file_state_conflict' } })
  const body = { filters: { resource: { in: ['tender' as const] } } }
  const { items } = await system.call(api.audit.list, { body }, 'auditor')
  const done = items.filter(({ outcome }) => outcome === 'done')
  expect(done.map(({ action, actor, approved_by }) => [action, actor.name, approved_by?.name])).toEqual([
    ['tender.create', 'Carla Lim', 'Leonora Santiago'],
    ['tender.create', 'Carla Lim', 'Leonora Santiago'],
    ['tender.import', 'Carla Lim', 'Leonora Santiago'],
  ])
})

test('a rejected file shows the reason and can be confirmed again for as long as a checked one', async () => {
  const { key, id } = await waitingFile()
  await age(key, 71)
  await reject(id)
  const file = await read(key)
  expect(file).toMatchObject({
    approval: {
      status: 'REJECTED',
      decided_by: { name: 'Leonora Santiago' },
      decision_reason: 'Wrong month',
    },
    may: { confirm: true },
  })
  expect(Date.parse(file.expires_at ?? '') - system.clock.now().getTime()).toBeGreaterThan(msOf(71.9))
  // Who may not see the request does not see its reason.
  expect((await read(key, 'supervisor')).approval).toMatchObject({ decision_reason: null })
  await age(key, 9)
  await expireFiles(system.workerDeps)
  const second = requestIn(await confirm(key))
  expect((await read(key)).approval).toMatchObject({ id: second, status: 'PENDING' })
  await approve(system, second, DECIDER)
  expect((await waitFor(system, key, 'lookup', ({ state }) => isFinalState(state))).state).toBe('COMPLETED')
})

test('a rejected file that is not confirmed again expires', async () => {
  const { key, id } = await waitingFile()
  await reject(id)
  await age(key, 73)
  await expireFiles(system.workerDeps)
  expect((await read(key)).state).toBe('EXPIRED')
})

test('a correction gives a rejected file the whole time again', async () => {
  const rows = [validRow(tenders), validRow(tenders), { ...validRow(tenders), company_code: 'XXX' }]
  const content = fileOf(tenders, rows)
  const { source_filekey: key } = await dryRun(system, content, 'lookup', { category: 'TENDERS' })
  const body = { source_filekey: key, partial: true }
  await reject(requestIn(await system.send(api.tenders.import, { body }, 'lookup')))
  await age(key, 0.5)
  await fixCells(system, key, [{ row: 3, values: { company_code: 'NLF' } }], 'lookup')
  const file = await read(key)
  expect(file).toMatchObject({ state: 'AWAITING_CONFIRMATION', approval: { status: 'REJECTED' } })
  expect(Date.parse(file.expires_at ?? '') - system.clock.now().getTime()).toBeGreaterThan(msOf(71.9))
})

test('a file expires with its request', async () => {
  const { key, id } = await waitingFile()
  await age(key, 73)
  await expireApprovals(system.workerDeps)
  expect(await statusOf(system, id)).toBe('EXPIRED')
  await expireFiles(system.workerDeps)
  expect((await read(key)).state).toBe('EXPIRED')
})

test('a withdrawn request frees the file', async () => {
  const { key, id } = await waitingFile()
  await system.call(api.approvals.withdraw, { body: { id } }, 'lookup')
  expect(await read(key)).toMatchObject({ approval: { status: 'WITHDRAWN' }, may: { confirm: true } })
  expect(requestIn(await confirm(key))).not.toBe(id)
})

test('the cancellation of a file withdraws its request, which then can’t be approved', async () => {
  const { key, id } = await waitingFile()
  await changeFile(system, 'cancel', key, 'lookup')
  expect(await statusOf(system, id)).toBe('WITHDRAWN')
  expect(await approve(system, id, DECIDER)).toMatchObject({ status: 409, body: { code: 'approval_ended' } })
  expect((await read(key)).state).toBe('CANCELLED')
})

test('an import that no longer needs approval withdraws its request', async () => {
  const { key, id } = await waitingFile()
  await switchRule(system, 'MASS_CHANGE', false)
  expect((await confirm(key)).status).toBe(202)
  expect(await statusOf(system, id)).toBe('WITHDRAWN')
  expect(await approve(system, id, DECIDER)).toMatchObject({ status: 409 })
  const file = await waitFor(system, key, 'lookup', ({ state }) => isFinalState(state))
  expect(file.preview?.written).toEqual({ new: 2, changed: 0, conflicts: 0 })
})
