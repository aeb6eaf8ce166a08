// over 300 lines: every way of a file into, through and out of its matching
import { api } from '@backoffice/contract/api'
import { MAX_IMPORT_ROWS } from '@backoffice/contract/file-kinds'
import { isFinalState } from '@backoffice/contract/file-states'
import type { TrackedFile } from '@backoffice/contract/files'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeFile, downloadText, dryRun, runInquiry, waitFor } from '../../testing/file-actions.ts'
import { rowsToFix } from '../../testing/fixes.ts'
import {
  FIELDS,
  foreignFile,
  type MatchBody,
  matchBody,
  matchColumns,
  matchedOrOpen,
} from '../../testing/foreign-files.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { expireFiles } from '../clean-up.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
})
afterAll(() => system.stop())

const columnsOf = (source_filekey: string, as = 'agent') =>
  system.call(api.columns.get, { query: { source_filekey } }, as)
const checked = (source_filekey: string, as = 'agent') => matchedOrOpen(system, source_filekey, as)
const match = (file: TrackedFile, change: Partial<MatchBody> = {}, as = 'agent') =>
  matchColumns(system, file, change, as)

test('a file with too many rows is rejected before its columns are matched', async () => {
  const row = 'T001;Till\n'
  const file = await dryRun(system, `Tender no.;Tender desc\n${row.repeat(MAX_IMPORT_ROWS + 1)}`, 'lookup', {
    category: 'TENDERS',
  })
  expect(file).toMatchObject({ state: 'REJECTED', failure: { code: 'F003' } })
  expect(file.failure?.detail).toMatch(/more than 50,000 rows/)
})

test('the rows to fix state the formats of their columns', async () => {
  const file = await dryRun(system, `${foreignFile()}9990000000000012;02/10/2026;20/10/2026;z\r\n`)
  const { source_filekey } = await match(file)
  expect(await rowsToFix(system, source_filekey)).toMatchObject({
    formats: { date_from: 'DMY' },
    rows: [{ row_number: 3, cells: { date_from: '2026-10-02' } }],
  })
})

test('a file with foreign headers waits, shows its columns, and runs once they are matched', async () => {
  const file = await dryRun(system, foreignFile({ headers: 'Card No.;Start;End;Remarks' }))
  expect(file).toMatchObject({
    state: 'MATCHING',
    may: { match: true },
    matching: null,
    artifacts: ['source'],
  })
  const hours = (Date.parse(file.expires_at ?? '') - system.clock.now().getTime()) / 3_600_000
  expect(hours).toBeCloseTo(72, 0)
  const columns = await columnsOf(file.source_filekey)
  expect(columns).toMatchObject({
    ...{ sheets: [], sheet: null, header_row: 1, rows: 2, matched: null, looks_like: null, same_headers: [] },
    columns: [
      {
        name: 'Card No.',
        samples: ['•••• 0011', '•••• 0029'],
        suggestion: { field: 'card_number', by: 'synonym' },
      },
      { name: 'Start', date_orders: ['DMY', 'MDY'], suggestion: { field: 'date_from', by: 'synonym' } },
      { name: 'End', date_orders: ['DMY'], suggestion: { field: 'date_to', by: 'synonym' } },
      { name: 'Remarks', filled: 2, date_orders: null, suggestion: null },
    ],
  })
  expect(columns.preview[1]).toEqual({ row: 2, cells: ['•••• 0011', '01/10/2026', '31/10/2026', 'x'] })
  const ready = await match(file)
  expect(ready).toMatchObject({
    ...{ state: 'AWAITING_CONFIRMATION', counts: { total: 2, valid: 2, warning: 0 }, rows_without_dates: 0 },
    matching: { fields: 3, columns: 4, is_remembered: false },
  })
  const done = await runInquiry(system, file.source_filekey)
  expect(done.state).toBe('COMPLETED')
  expect(await downloadText(system, file.source_filekey, 'source')).toContain('Card No.;Start')
  const { rows } = await system.pool.query(
    `SELECT changes FROM audit_events WHERE action = 'file.match' AND resource_id = $1`,
    [file.source_filekey],
  )
  expect(rows[0].changes).toEqual({
    share: [null, false],
    ...{ state: ['MATCHING', 'VALIDATING'], card_number: [null, 'Card No.'] },
    ...{ date_from: [null, 'Start (31/12/2026)'], date_to: [null, 'End (31/12/2026)'] },
  })
})

test('the same headers of the same user are matched at once, for others only suggested', async () => {
  const headers = 'Card Nr;Valid from;Valid till;Team'
  const first = await dryRun(system, foreignFile({ headers }))
  await match(first, { share: true })
  const memories = await system.pool.query(
    `UPDATE column_matchings SET matched_at = matched_at - interval '3 days'
     WHERE fingerprint = (SELECT fingerprint FROM upload_columns WHERE source_filekey = $1) RETURNING matched_at`,
    [first.source_filekey],
  )
  const [{ matched_at }] = memories.rows
  const second = await dryRun(system, foreignFile({ headers: headers.toUpperCase(), date: '02/10/2026' }))
  expect(second).toMatchObject({
    state: 'AWAITING_CONFIRMATION',
    counts: { valid: 2 },
    matching: { is_remembered: true, at: matched_at.toISOString() },
  })
  const { rows } = await system.pool.query(
    `SELECT actor_name, changes FROM audit_events WHERE action = 'file.match' AND resource_id = $1`,
    [second.source_filekey],
  )
  expect(rows).toMatchObject([
    {
      actor_name: 'System',
      changes: {
        ...{ card_number: [null, 'CARD NR'], date_from: [null, 'VALID FROM (31/12/2026)'] },
        remembered: [null, matched_at.toISOString()],
      },
    },
  ])
  expect(await columnsOf(second.source_filekey)).toMatchObject({ matched: { by: null, is_shared: true } })
  const others = await dryRun(system, foreignFile({ headers }), 'supervisor')
  expect(others).toMatchObject({ state: 'MATCHING', matching: null })
  const { matched, columns } = await columnsOf(others.source_filekey, 'supervisor')
  expect(matched).toMatchObject({ fields: FIELDS, by: expect.stringMatching(/\w+ \w+/) })
  expect(columns.map(({ suggestion }) => suggestion?.by)).toEqual(['memory', 'memory', 'memory', undefined])
  // A date that the remembered order cannot read.
  const contradicting = await dryRun(system, foreignFile({ headers, date: '10/20/2026' }))
  expect(contradicting).toMatchObject({ state: 'MATCHING' })
  const shown = await columnsOf(contradicting.source_filekey)
  expect(shown.matched?.formats).toMatchObject({ date_from: 'DMY' })
  expect(shown.columns[1]?.date_orders).toEqual(['MDY'])
})

test('an unshared matching is not suggested to others', async () => {
  const headers = 'Card Nr;Begin;Finish;Area'
  await match(await dryRun(system, foreignFile({ headers })))
  const others = await dryRun(system, foreignFile({ headers }), 'supervisor')
  expect(await columnsOf(others.source_filekey, 'supervisor')).toMatchObject({ matched: null })
})

test('other files with the same headers are matched too, unless their values contradict', async () => {
  const headers = 'Card;From;Till;Branch'
  const files = [
    await dryRun(system, foreignFile({ headers })),
    await dryRun(system, foreignFile({ headers, date: '03/10/2026' })),
    await dryRun(system, foreignFile({ headers, date: '10/20/2026' })),
  ]
  const [first, second, third] = files
  if (!first || !second || !third) throw new Error('missing')
  const { same_headers } = await columnsOf(first.source_filekey)
  expect(same_headers.map(({ source_filekey }) => source_filekey)).toEqual(
    [second, third].map(({ source_filekey }) => source_filekey),
  )
  const also = same_headers.map(({ source_filekey, version }) => ({ source_filekey, version }))
  expect(await match(first, { also })).toMatchObject({ state: 'AWAITING_CONFIRMATION' })
  expect(await checked(second.source_filekey)).toMatchObject({ state: 'AWAITING_CONFIRMATION' })
  expect(await checked(third.source_filekey)).toMatchObject({ state: 'MATCHING' })
})

test.each<[string, Partial<MatchBody>, string, string]>([
  ['an unknown field', { columns: [...FIELDS, { field: 'cvv', column: 3 }] }, 'cvv', 'unknown_field'],
  [
    'a column out of range',
    { columns: [{ field: 'card_number', column: 9 }] },
    'card_number',
    'unknown_column',
  ],
  [
    'a field twice',
    { columns: [...FIELDS, { field: 'card_number', column: 3 }] },
    'card_number',
    'field_twice',
  ],
  [
    'a column twice',
    { columns: [...FIELDS, { field: 'reference_no', column: 0 }] },
    'reference_no',
    'column_twice',
  ],
  ['a missing field', { columns: FIELDS.slice(1) }, 'card_number', 'required'],
  ['an ambiguous date', { formats: {} }, 'date_from', 'format_required'],
  [
    'a contradicted date',
    { formats: { date_from: 'DMY', date_to: 'MDY' } },
    'date_to',
    'format_contradicted',
  ],
  [
    'a card for all rows',
    { columns: [{ field: 'card_number', value: '9990000000000011' }] },
    'card_number',
    'card_number',
  ],
  [
    'a wrong date for all rows',
    { columns: [...FIELDS.slice(0, 2), { field: 'date_to', value: '31/10/2026' }] },
    'date_to',
    'E005',
  ],
  ...['constructor', '__proto__', 'toString'].map((field): [string, Partial<MatchBody>, string, string] => [
    `a value for ${field}`,
    { columns: [...FIELDS, { field, value: 'x' }] },
    field,
    'unknown_field',
  ]),
  ['another header row', { header_row: 2 }, 'header_row', 'not_read'],
])('%s is refused', async (_, change, field, code) => {
  const file = await dryRun(system, foreignFile())
  const body = { ...matchBody(file), ...change }
  const problem = await system.expectProblem(api.columns.match, { body }, 'agent')
  expect(problem).toMatchObject({ status: 422, errors: [{ field, code }] })
  await changeFile(system, 'cancel', file.source_filekey)
})

test('a file received by a hand-over is matched only by its original uploader', async () => {
  const file = await dryRun(system, foreignFile())
  await system.pool.query(
    `UPDATE files SET uploaded_by = (SELECT id FROM users WHERE email LIKE 'supervisor@%'), original_uploader = uploaded_by
     WHERE source_filekey = $1`,
    [file.source_filekey],
  )
  expect(await system.send(api.columns.match, { body: matchBody(file) }, 'supervisor')).toMatchObject({
    status: 403,
    body: { code: 'access_denied' },
  })
  const query = { source_filekey: file.source_filekey }
  expect((await system.call(api.files.get, { query }, 'supervisor')).may.match).toBe(false)
})

test('a file of the template has no columns to match', async () => {
  const { source_filekey } = await dryRun(system, 'card_number,date_from,date_to\n9990000000000011,,\n')
  const problem = await system.expectProblem(api.columns.get, { query: { source_filekey } }, 'agent')
  expect(problem).toMatchObject({ status: 409, code: 'file_state_conflict' })
})

test('only the uploader matches, with the version that was seen', async () => {
  const file = await dryRun(system, foreignFile())
  const body = matchBody(file)
  const query = { source_filekey: file.source_filekey }
  for (const as of ['supervisor', 'admin']) {
    expect(await system.expectProblem(api.columns.get, { query }, as)).toMatchObject({ status: 404 })
    expect(await system.expectProblem(api.columns.match, { body }, as)).toMatchObject({ status: 404 })
  }
  const stale = { ...body, version: body.version - 1 }
  expect(await system.expectProblem(api.columns.match, { body: stale }, 'agent')).toMatchObject({
    status: 409,
  })
  expect(await changeFile(system, 'cancel', file.source_filekey)).toMatchObject({ state: 'CANCELLED' })
  expect(await system.expectProblem(api.columns.match, { body }, 'agent')).toMatchObject({
    status: 409,
    code: 'file_state_conflict',
  })
})

describe('a matched file', () => {
  test('can be matched again before its confirmation', async () => {
    const file = await match(await dryRun(system, foreignFile()))
    const fields = [...FIELDS, { field: 'reference_no', column: 3 }]
    const again = await match(file, { columns: fields })
    expect(again).toMatchObject({ state: 'AWAITING_CONFIRMATION', matching: { fields: 4, columns: 4 } })
    // One value for all rows takes no column.
    const value = { field: 'reference_no', value: 'A' }
    const last = await match(again, { columns: [...FIELDS, value] })
    expect(last).toMatchObject({ matching: { fields: 3, columns: 4 } })
    expect(again.version).toBeGreaterThan(file.version)
  })

  test('runs again as it was', async () => {
    const file = await match(await dryRun(system, foreignFile()))
    await changeFile(system, 'cancel', file.source_filekey)
    const { source_filekey } = await changeFile(system, 'runAgain', file.source_filekey)
    const copy = await checked(source_filekey)
    expect(copy).toMatchObject({
      state: 'AWAITING_CONFIRMATION',
      counts: { valid: 2 },
      matching: { fields: 3 },
    })
    expect(copy.sha256).toBe(file.sha256)
  })

  test('expires after 72 hours without a matching', async () => {
    const file = await dryRun(system, foreignFile())
    await system.pool.query(
      `UPDATE files SET state_changed_at = now() - interval '73 hours' WHERE source_filekey = $1`,
      [file.source_filekey],
    )
    await expireFiles(system.workerDeps)
    expect(
      await waitFor(system, file.source_filekey, 'agent', ({ state }) => isFinalState(state)),
    ).toMatchObject({
      state: 'EXPIRED',
    })
  })
})
