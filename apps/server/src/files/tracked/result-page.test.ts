import { api } from '@backoffice/contract/api'
import type { ResultOutcome } from '@backoffice/contract/file-kinds'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveAccess } from '../../testing/access.ts'
import { candidates } from '../../testing/candidates.ts'
import { dryRun, runInquiry } from '../../testing/file-actions.ts'
import { inLedger } from '../../testing/in-ledger.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

const [KNOWN = '', OTHER = ''] = candidates('0011', 2)
const UNKNOWN = candidates('0029', 1)[0] ?? ''

let system: TestSystem
let owner: pg.Client

beforeAll(async () => {
  system = await startTestSystem({ workers: true })
  owner = new pg.Client({ connectionString: system.url })
  await owner.connect()
  // May see files of other users.
  await giveAccess(system, 'viewer', ['Files', 'SMAC Inquiry'], ['file:*', 'inquiry:*'])
  await inLedger(
    system,
    `INSERT INTO cards (card_number, account_number, tier, status, points_balance, member_name_masked)
     SELECT number::bigint, '2000417733', 'GOLD', 'ACTIVE', 250, 'J•••' FROM unnest($1::text[]) AS number`,
    [[KNOWN, OTHER]],
  )
})
afterAll(async () => {
  await owner.end()
  await system.stop()
})

type Query = { outcome?: ResultOutcome; search?: string; page?: number; page_size?: 10 | 25 }

const read = (source_filekey: string, query: Query = {}, as = 'agent') =>
  system.call(api.files.result, { body: { source_filekey, ...query } }, as)
const refused = (source_filekey: string, query: Query = {}, as = 'agent') =>
  system.expectProblem(api.files.result, { body: { source_filekey, ...query } }, as)

async function run(lines: readonly string[], as = 'agent') {
  const content = `card_number,reference_no,date_from,date_to\n${lines.map((line) => `${line},2026-10-01,2026-10-31\n`).join('')}`
  const { source_filekey } = await dryRun(system, content, as)
  const file = await runInquiry(system, source_filekey, as)
  expect(file.state).toMatch(/^COMPLETED/)
  return source_filekey
}

const numbersOf = ({ items }: { items: { row_number: number }[] }) => items.map((each) => each.row_number)

test('shows the rows with masked numbers, and the ids of found cards', async () => {
  const key = await run([`${KNOWN},Ref ${OTHER}`, `${UNKNOWN},`, '118,', `${KNOWN},again`])
  const page = await read(key)
  expect(page).toMatchObject({
    total: 4,
    counts: { FOUND: 1, NOT_FOUND: 1, INVALID: 1, DUPLICATE: 1 },
    items: [
      {
        ...{ row_number: 1, card: '•••• 0011', reference_no: 'Ref ••••0011', outcome: 'FOUND' },
        ...{ reason: 'no transactions in range', card_status: 'ACTIVE', tier: 'GOLD', points_balance: 250 },
        ...{ transactions: 0, amount: 0, pending: 0, oldest_pending_working_days: null },
      },
      { card: '•••• 0029', card_id: null, outcome: 'NOT_FOUND', reason: null, tier: null, pending: null },
      { card: '118', card_id: null, outcome: 'INVALID', reason: 'E002 card_number' },
      { card: '•••• 0011', outcome: 'DUPLICATE', reason: 'same as row 1', reference_no: 'again' },
    ],
  })
  const text = 'SELECT card_id FROM cards WHERE card_number = $1'
  const [card] = await inLedger<{ card_id: string }>(system, text, [KNOWN])
  expect([page.items[0]?.card_id, page.items[3]?.card_id]).toEqual([card?.card_id, card?.card_id])
  expect(JSON.stringify(page)).not.toContain('999000')
  // The same for another user, but for what is no card number.
  const items = page.items.map((row) => (row.card === '118' ? { ...row, card: '••••' } : row))
  expect(await read(key, {}, 'viewer')).toEqual({ ...page, items })
})

test('pages and searches within an outcome', async () => {
  const unknown = candidates('1234', 30)
  const known = candidates('0011', 14, 40)
  await inLedger(
    system,
    `INSERT INTO cards (card_number, account_number, tier, status, points_balance, member_name_masked)
     SELECT number::bigint, '2000417733', 'GOLD', 'ACTIVE', 250, 'J•••' FROM unnest($1::text[]) AS number`,
    [known],
  )
  const key = await run([...unknown.slice(0, 15), ...known, ...unknown.slice(15)].map((card) => `${card},`))
  const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
  expect(numbersOf(await read(key, { page: 2, page_size: 25 }))).toEqual(ids(26, 44))
  expect(await read(key, { page: 9 })).toMatchObject({ items: [], total: 44 })
  const notFound = await read(key, { outcome: 'NOT_FOUND', page: 2, page_size: 10 })
  expect([notFound.total, numbersOf(notFound)]).toEqual([30, [...ids(11, 15), ...ids(30, 34)]])
  expect(await read(key, { outcome: 'INVALID' })).toMatchObject({ items: [], total: 0 })
  expect(numbersOf(await read(key, { search: '16' }))).toEqual([16])
  expect(numbersOf(await read(key, { search: '45' }))).toEqual([])
  expect(numbersOf(await read(key, { search: ' 0011 ' }))).toEqual([11, ...ids(16, 29)])
  const both = await read(key, { search: '0011', outcome: 'FOUND', page: 2, page_size: 10 })
  expect([both.total, numbersOf(both)]).toEqual([14, ids(26, 29)])
  for (const search of ['', 'x', KNOWN])
    expect(await refused(key, { search })).toMatchObject({ status: 422, errors: [{ field: 'search' }] })
})

test('is refused to others, and for results that are held, removed or not there', async () => {
  const key = await run([`${KNOWN},`])
  await giveAccess(system, 'viewer', ['SMAC Inquiry'], ['inquiry:*'])
  expect(await refused(key, {}, 'viewer')).toMatchObject({ status: 403, missing: ['file:view'] })
  await giveAccess(system, 'viewer', ['Files'], ['file:view'])
  expect(await refused(key, {}, 'viewer')).toMatchObject({ status: 404, code: 'file_not_found' })
  await giveAccess(system, 'viewer', ['Files'], ['file:view', 'file:view-all'])
  expect(await refused(key, {}, 'viewer')).toMatchObject({ status: 403, missing: ['file:download'] })

  const hold = (decision: string | null) =>
    owner.query(
      `UPDATE files SET held_at = now(), held_because = 'NOT_FOUND', hold_decision = $2::text, hold_reason = $2::text,
         hold_decided_at = CASE WHEN $2::text IS NULL THEN NULL ELSE now() END,
         hold_decided_by = CASE WHEN $2::text IS NULL THEN NULL ELSE uploaded_by END
       WHERE source_filekey = $1`,
      [key, decision],
    )
  for (const decision of [null, 'REFUSED']) {
    await hold(decision)
    for (const as of ['agent', 'supervisor'])
      expect(await refused(key, {}, as)).toMatchObject({ status: 403, code: 'result_held' })
  }
  await hold('RELEASED')
  expect(await read(key)).toMatchObject({ total: 1 })

  await owner.query('UPDATE files SET originals_removed_at = now() WHERE source_filekey = $1', [key])
  expect(await refused(key)).toMatchObject({ status: 404, detail: expect.stringContaining('removed') })
  const former = await run([`${OTHER},`])
  await owner.query('UPDATE inquiry_chunks SET blocks = NULL WHERE source_filekey = $1', [former])
  expect(await refused(former)).toMatchObject({
    status: 404,
    detail: expect.stringContaining('former release'),
  })
  const { source_filekey: waiting } = await dryRun(system, `card_number\n${OTHER}\n`)
  expect(await refused(waiting)).toMatchObject({ status: 404, code: 'artifact_not_found' })
})
