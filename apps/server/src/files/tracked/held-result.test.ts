import { api } from '@backoffice/contract/api'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveAccess, insertPolicy, userIdOf } from '../../testing/access.ts'
import { candidates, cardFile } from '../../testing/candidates.ts'
import { downloadText, dryRun, runInquiry } from '../../testing/file-actions.ts'
import { inLedger } from '../../testing/in-ledger.ts'
import { giveTemporarily } from '../../testing/temporary-access.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

const TARGET = candidates('0011', 1, 700)[0] ?? ''

let system: TestSystem
let owner: pg.Client

beforeAll(async () => {
  system = await startTestSystem({ workers: true })
  owner = new pg.Client({ connectionString: system.url })
  await owner.connect()
  await addCards([TARGET])
})
afterAll(async () => {
  await owner.end()
  await system.stop()
})

const addCards = (numbers: readonly string[]) =>
  inLedger(
    system,
    `INSERT INTO cards (card_number, account_number, tier, status, points_balance, member_name_masked)
     SELECT number::bigint, '2000417733', 'CLASSIC', 'ACTIVE', 0, 'J•••' FROM unnest($1::text[]) AS number
     ON CONFLICT DO NOTHING`,
    [numbers],
  )

const forget = () => owner.query('DELETE FROM guess_counts')

async function run(numbers: readonly string[], as = 'agent') {
  const { source_filekey } = await dryRun(system, cardFile(numbers), as)
  return runInquiry(system, source_filekey, as)
}

const read = (source_filekey: string, as: string) =>
  system.call(api.files.get, { query: { source_filekey } }, as)
const sign = (source_filekey: string, format: 'csv' | 'xlsx', as: string) =>
  system.expectProblem(api.files.presign, { body: { source_filekey, artifact: 'result', format } }, as)

async function release(source_filekey: string, as: string, more: { decision?: 'REFUSED' } = {}) {
  const { version } = await read(source_filekey, as)
  const body = { source_filekey, version, reason: 'Checked with the agent, OPS-77', ...more }
  return system.send(api.files.release, { body }, as)
}

const spread = (count: number, from = 0) =>
  Array.from(
    { length: count },
    (_, index) => candidates(String((from + index) * 7).padStart(4, '0'), 1)[0] ?? '',
  )

test('the attack: a file with every candidate reveals neither the number nor its presence', async () => {
  await forget()
  const file = await run(candidates('0011', 1_200))
  expect(file).toMatchObject({
    state: 'COMPLETED',
    counts: { total: 1_200, processed: 1_200, found: null, not_found: null },
    hold: { is_held: true, because: 'SAME_LAST_FOUR', decision: null },
    may: { release: false },
  })
  expect(file.artifacts).toEqual(['source'])
  const key = file.source_filekey
  for (const as of ['agent', 'supervisor', 'admin'] as const)
    for (const format of ['csv', 'xlsx'] as const)
      expect(await sign(key, format, as)).toMatchObject({ status: 403, code: 'result_held' })
  const list = await system.call(
    api.inquiries.list,
    { body: { page: 1, page_size: 25, sort: ['found:desc'] } },
    'agent',
  )
  expect(list.items[0]).toMatchObject({ source_filekey: key, found: null, not_found: null })
  const { rows } = await owner.query<{ action: string; text: string }>(
    `SELECT action, changes::text AS text FROM audit_events WHERE resource_id IN ($1::text, $2::text) ORDER BY id`,
    [key, file.inquiry?.id],
  )
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['inquiry.finish', 'file.hold', 'file.download']),
  )
  expect(rows.filter(({ text }) => text.includes('found'))).toEqual([])
})

test('the attack in small files is held from 501 candidates that were not found', async () => {
  await forget()
  // The card of the first candidate exists.
  const first = await run(candidates('0011', 301, 700))
  expect(first).toMatchObject({ hold: null, counts: { found: 1, not_found: 300 } })
  expect((await run(candidates('0011', 200, 1_001))).hold).toBeNull()
  expect(await run(candidates('0011', 1, 1_201))).toMatchObject({
    hold: { because: 'SAME_LAST_FOUR' },
    counts: { found: null },
  })
  expect((await run([TARGET])).hold).toMatchObject({ because: 'SAME_LAST_FOUR' })
  // Files of other users, and files without these digits, are not affected.
  expect((await run(candidates('0011', 2, 1_202), 'supervisor')).hold).toBeNull()
  expect((await run(spread(50, 100))).hold).toBeNull()
  await owner.query(`UPDATE guess_counts SET day = day - 30`)
  expect((await run(candidates('0011', 1, 1_203))).hold).toBeNull()
})

test('of two files that finish at once, the second is held', async () => {
  await forget()
  const halves = [candidates('0011', 300, 1), candidates('0011', 300, 301)]
  const files = await Promise.all(halves.map((numbers) => run(numbers)))
  expect(files.map(({ hold }) => hold?.because ?? null).sort()).toEqual(['SAME_LAST_FOUR', null])
})

test('spaces of any kind between the last four digits hide no guess', async () => {
  await forget()
  const spaced = candidates('0011', 502, 1).map((number) => `${number.slice(0, 14)}\u00a0${number.slice(14)}`)
  expect((await run(spaced)).hold).toMatchObject({ because: 'SAME_LAST_FOUR' })
})

test('a result with more than half and more than 1,000 rows not found is held', async () => {
  await forget()
  const unknown = spread(1_002)
  await addCards(unknown.slice(0, 2))
  expect(await run(unknown.slice(1))).toMatchObject({ hold: null, counts: { found: 1, not_found: 1_000 } })
  expect(await run(unknown.slice(1).concat(unknown.slice(0, 1)))).toMatchObject({ hold: null })
  const more = spread(1_003, 1)
  expect(await run(more)).toMatchObject({ hold: { because: 'NOT_FOUND' }, counts: { not_found: null } })
})

test('half of 2,200 rows, or 15 % of many files, not found is never held', async () => {
  await forget()
  const numbers = spread(1_100, 100)
  const known = Array.from(
    { length: 1_100 },
    (_, index) => candidates(String(index * 7).padStart(4, '0'), 2)[1] ?? '',
  )
  await addCards(known)
  expect(await run([...numbers, ...known])).toMatchObject({ hold: null, counts: { not_found: 1_100 } })
  const honest = [...numbers.slice(0, 165), ...known.slice(0, 935)]
  for (let day = 0; day < 3; day++) expect(await run(honest.slice(day))).toMatchObject({ hold: null })
})

test('a holder of card:unmask without a part in it releases a result with a reason', async () => {
  await forget()
  const { source_filekey: key } = await run(candidates('0011', 1_001))
  expect(await release(key, 'agent')).toMatchObject({ status: 403, body: { missing: ['card:unmask'] } })
  expect(await read(key, 'supervisor')).toMatchObject({
    counts: { found: 1, not_found: 1_000 },
    may: { release: true },
  })
  const nameOf = (as: string) =>
    owner.query<{ name: string }>(
      `SELECT given_name || ' ' || family_name AS name FROM users WHERE email = $1 || '@backoffice.test'`,
      [as],
    )
  const [agent, supervisor] = await Promise.all(['agent', 'supervisor'].map(nameOf))
  const { hold } = await read(key, 'agent')
  expect(hold?.releasers).toContain(supervisor?.rows[0]?.name)
  expect(hold?.releasers).not.toContain(agent?.rows[0]?.name)
  const { version } = await read(key, 'supervisor')
  const problem = (body: { version: number; reason: string }) =>
    system.expectProblem(api.files.release, { body: { source_filekey: key, ...body } }, 'supervisor')
  expect(await problem({ version, reason: ' ' })).toMatchObject({ status: 422 })
  expect(await problem({ version, reason: TARGET })).toMatchObject({ code: 'card_number' })
  expect(await problem({ version: version - 1, reason: 'Known' })).toMatchObject({ code: 'version_conflict' })
  expect(await release(key, 'supervisor', { decision: 'REFUSED' })).toMatchObject({
    status: 200,
    body: { resource: { hold: { is_held: true, decision: { decision: 'REFUSED' } } } },
  })
  expect((await system.call(api.status.get, {}, 'auditor')).held_results).toBeGreaterThan(0)
  expect(await release(key, 'supervisor')).toMatchObject({ status: 200 })
  expect(await release(key, 'supervisor')).toMatchObject({ status: 409 })
  expect(await read(key, 'agent')).toMatchObject({
    counts: { found: 1, not_found: 1_000 },
    hold: { is_held: false, decision: { reason: 'Checked with the agent, OPS-77' } },
  })
  expect(await downloadText(system, key, 'result')).toContain(`${TARGET},,FOUND`)
  const { rows } = await owner.query(
    `SELECT action, outcome FROM audit_events WHERE resource_id = $1 AND action IN ('file.hold', 'file.refuse', 'file.release')
     ORDER BY id`,
    [key],
  )
  expect(rows.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
    'file.hold done',
    'file.release refused',
    'file.refuse done',
    'file.release done',
    'file.release refused',
  ])
})

test('a temporary holder of card:unmask releases nothing', async () => {
  await forget()
  const { source_filekey: key } = await run(candidates('0011', 1_003))
  await giveAccess(system, 'viewer', ['Files', 'SMAC Inquiry'], ['file:*', 'inquiry:*'])
  const policyId = await insertPolicy(system, ['card:unmask'])
  await giveTemporarily(system, await userIdOf(system, 'viewer'), { policyId })
  expect(await read(key, 'viewer')).toMatchObject({ counts: { found: null }, may: { release: false } })
  expect(await release(key, 'viewer')).toMatchObject({
    status: 403,
    body: { code: 'access_denied', detail: expect.stringContaining('temporarily') },
  })
})

test('neither the uploader after a hand-over nor the user who confirmed it may release it', async () => {
  await forget()
  const { source_filekey: key } = await dryRun(system, cardFile(candidates('0011', 1_002)), 'supervisor')
  await system.call(
    api.users.handOver,
    { body: { from: await userIdOf(system, 'supervisor'), to: await userIdOf(system, 'agent') } },
    'admin',
  )
  expect(await runInquiry(system, key, 'agent')).toMatchObject({ hold: { is_held: true } })
  expect(await release(key, 'supervisor')).toMatchObject({ status: 403, body: { code: 'own_result' } })
  expect(await release(key, 'admin')).toMatchObject({ status: 200 })
})
