import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertPolicy, insertRole, insertUser } from './testing/access.ts'
import { aRequest, switchRule } from './testing/approvals.ts'
import { CASE_CARD, openCase, startCaseSystem } from './testing/cases.ts'
import { uploadFile } from './testing/file-actions.ts'
import { itemsOf, prepareReviewers, startReview } from './testing/reviews.ts'

/** After a release went back, or while it rolls, rows have states that only the newer one knows. */

let fixture: Awaited<ReturnType<typeof startCaseSystem>>
beforeAll(async () => {
  fixture = await startCaseSystem()
})
afterAll(() => fixture.stop())

const NEWER = 'OF_A_NEWER_RELEASE'
const LIST = { page: 1, page_size: 100 } as const

/** Stores the state of a newer release, whose migration has widened the check. */
async function store(table: string, column: string, [key, id]: readonly [key: string, id: string]) {
  const { rows } = await fixture.owner.query<{ conname: string }>(
    `SELECT conname FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c'`,
    [table],
  )
  for (const { conname } of rows) await fixture.owner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${conname}`)
  const { rowCount } = await fixture.owner.query(`UPDATE ${table} SET ${column} = $1 WHERE ${key} = $2`, [
    NEWER,
    id,
  ])
  expect(rowCount).toBe(1)
}

type Rows = readonly object[]
const newerIn = (rows: Rows, field: string) =>
  rows.filter((row) => (row as Record<string, unknown>)[field] === NEWER).length

test.each(['state', 'kind', 'category'])('files with another %s are listed and open', async (column) => {
  const { system } = fixture
  const { source_filekey } = await uploadFile(system, 'card_number\n1\n', 'agent')
  await uploadFile(system, 'card_number\n2\n', 'agent')
  await store('files', column, ['source_filekey', source_filekey])
  const { items } = await system.call(api.files.list, { query: LIST }, 'agent')
  expect([newerIn(items, column), items.length > 1]).toEqual([1, true])
  expect(await system.call(api.files.get, { query: { source_filekey } }, 'agent')).toMatchObject({
    [column]: NEWER,
  })
})

test.each(['status', 'kind'])('cases with another %s are listed and open', async (column) => {
  const { system, cardId } = fixture
  const { id } = await openCase(system, { card_id: cardId })
  await openCase(system, { card_id: cardId, ticket_no: 'OPS-2' })
  await store('cases', column, ['id', id])
  const { items } = await system.call(api.cases.list, { body: LIST }, 'agent')
  expect([newerIn(items, column), items.length > 1]).toEqual([1, true])
  expect(await system.call(api.cases.get, { params: { id } }, 'agent')).toMatchObject({ [column]: NEWER })
  await system.call(api.cases.counts, {}, 'agent')
})

test('a case with another status is found, and refuses every step', async () => {
  const { system, cardId } = fixture
  const { id, case_no } = await openCase(system, { card_id: cardId })
  await store('cases', 'status', ['id', id])
  const { items } = await system.call(api.search.find, { body: { search: case_no } }, 'agent')
  expect(JSON.stringify(items)).toContain('Newer release')
  const { version } = await system.call(api.cases.get, { params: { id } }, 'agent')
  const body = { items: [{ id, version }], resolution: 'POSTED' as const }
  const { status } = await system.send(api.cases.resolve, { body }, 'supervisor')
  expect(status).toBe(409)
})

test('a case with another resolution is listed and opens', async () => {
  const { system, cardId, owner } = fixture
  const { id } = await openCase(system, { card_id: cardId })
  await owner.query(`UPDATE cases SET status = 'RESOLVED', resolved_at = now() WHERE id = $1`, [id])
  await store('cases', 'resolution', ['id', id])
  const { items } = await system.call(api.cases.list, { body: LIST }, 'agent')
  expect(newerIn(items, 'resolution')).toBe(1)
  expect(await system.call(api.cases.get, { params: { id } }, 'agent')).toMatchObject({ resolution: NEWER })
})

test.each(['mode', 'purpose', 'outcome'])('inquiries with another %s are listed', async (column) => {
  const { system } = fixture
  const range = { date_from: '2026-11-01', date_to: '2026-11-20' }
  const body = {
    mode: 'CARD',
    card_number: CASE_CARD,
    purpose: 'AUDIT',
    ticket_no: 'OPS-1',
    ...range,
  } as const
  const { id } = await system.call(api.inquiries.run, { body }, 'agent')
  await system.call(api.inquiries.run, { body }, 'agent')
  await store('inquiries', column, ['id', id])
  const { items } = await system.call(api.inquiries.list, { body: LIST }, 'agent')
  expect([newerIn(items, column), items.length > 1]).toEqual([1, true])
  expect((await system.send(api.inquiries.get, { params: { id } }, 'agent')).status).toBeLessThan(500)
})

test('a user with another status is listed and opens', async () => {
  const { system } = fixture
  const role = await insertRole(system, ['Users'], [await insertPolicy(system, ['user:view'])])
  const id = await insertUser(system, role)
  await store('users', 'status', ['id', id])
  const body = { ...LIST, filters: {} }
  const { items } = await system.call(api.users.list, { body }, 'admin')
  expect([newerIn(items, 'status'), items.length > 1]).toEqual([1, true])
  expect(await system.call(api.users.get, { params: { id } }, 'admin')).toMatchObject({ status: NEWER })
})

test.each(['status', 'kind'])('requests with another %s are listed and open', async (column) => {
  const { system } = fixture
  await switchRule(system, 'HIGH_RISK_GRANT', true)
  const { id } = await aRequest(system)
  await aRequest(system)
  await store('approvals', column, ['id', id])
  const { items } = await system.call(api.approvals.list, { body: LIST }, 'admin')
  expect([newerIn(items, column), items.length > 1]).toEqual([1, true])
  expect(await system.call(api.approvals.get, { params: { id } }, 'admin')).toMatchObject({ [column]: NEWER })
  await system.call(api.approvals.counts, {}, 'admin')
})

test('reviews and items with other states are listed and open', async () => {
  const { system } = fixture
  const reviewers = await prepareReviewers(system)
  const { id } = await startReview(system, reviewers)
  const [item] = await itemsOf(system, id)
  await store('review_items', 'outcome', ['id', item?.id ?? ''])
  expect(newerIn(await itemsOf(system, id), 'outcome')).toBe(1)
  for (const column of ['scope', 'undecided', 'status']) {
    await store('reviews', column, ['id', id])
    const { items } = await system.call(api.reviews.list, { body: LIST }, 'access')
    expect(newerIn(items, column)).toBe(1)
    expect(await system.call(api.reviews.get, { params: { id } }, 'access')).toMatchObject({
      [column]: NEWER,
    })
  }
})

test('events with another action, target and outcome are listed', async () => {
  const { system, owner } = fixture
  await owner.query('ALTER TABLE audit_events DROP CONSTRAINT audit_events_outcome_check')
  await owner.query(
    `INSERT INTO audit_events (actor_name, action, resource, outcome) VALUES ('Ana', $1, $1, $1)`,
    [NEWER],
  )
  const { items } = await system.call(api.audit.list, { body: LIST }, 'admin')
  expect([newerIn(items, 'outcome'), items.length > 1]).toEqual([1, true])
})

test('a row of a lookup table with another status is listed and opens', async () => {
  const { system } = fixture
  const { rows } = await fixture.owner.query<{ id: string }>(
    `INSERT INTO company_groups (group_code, group_name, company_code, company_name)
     VALUES ('G1', 'Group', 'C1', 'Company'), ('G2', 'Group', 'C2', 'Company') RETURNING id`,
  )
  const id = rows[0]?.id ?? ''
  await store('company_groups', 'status', ['id', id])
  const { items } = await system.call(api.company_groups.list, { body: LIST }, 'admin')
  expect([newerIn(items, 'status'), items.length]).toEqual([1, 2])
  expect(await system.call(api.company_groups.get, { params: { id } }, 'admin')).toMatchObject({
    status: NEWER,
  })
})
