import { api } from '@backoffice/contract/api'
import type { CallInput } from '@backoffice/contract/endpoint'
import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { isFinalState } from '@backoffice/contract/file-states'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expireFiles } from '../../jobs/clean-up.ts'
import {
  changeFile,
  downloadText,
  dryRun,
  runInquiry,
  uploadFile,
  waitFor,
} from '../../testing/file-actions.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
})
afterAll(() => system.stop())

type MatchBody = CallInput<typeof api.columns.match>['body']

let count = 0
/** A foreign inquiry file with new headers, so that no other test's matching is remembered. */
function foreign({ headers = `Card No.;Start;End;Note ${++count}`, date = '01/10/2026' } = {}) {
  return `${headers}\r\n9990000000000011;${date};31/10/2026;x\r\n9990000000000029;${date};20/10/2026;y\r\n`
}
const FIELDS = [
  { field: 'card_number', column: 0 },
  { field: 'date_from', column: 1 },
  { field: 'date_to', column: 2 },
]
const FORMATS = { date_from: 'DMY' } as const

const columnsOf = (source_filekey: string, as = 'agent') =>
  system.call(api.columns.get, { query: { source_filekey } }, as)

function bodyFor({ source_filekey, version }: Pick<TrackedFile, 'source_filekey' | 'version'>): MatchBody {
  return { source_filekey, version, sheet: null, header_row: 1, columns: FIELDS, formats: FORMATS }
}

async function checked(source_filekey: string, as = 'agent') {
  return waitFor(system, source_filekey, as, ({ state }) => state !== 'UPLOADED' && state !== 'VALIDATING')
}

async function match(file: TrackedFile, change: Partial<MatchBody> = {}, as = 'agent') {
  await system.call(api.columns.match, { body: { ...bodyFor(file), ...change } }, as)
  return checked(file.source_filekey, as)
}

test('a file with foreign headers waits, shows its columns, and runs once they are matched', async () => {
  const file = await dryRun(system, foreign({ headers: 'Card No.;Start;End;Remarks' }))
  expect(file).toMatchObject({
    state: 'MATCHING',
    may: { match: true },
    matching: null,
    artifacts: ['source'],
  })
  expect(file.expires_at).not.toBeNull()
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
  const first = await dryRun(system, foreign({ headers }))
  await match(first, { share: true })
  const second = await dryRun(system, foreign({ headers: headers.toUpperCase(), date: '02/10/2026' }))
  expect(second).toMatchObject({
    state: 'AWAITING_CONFIRMATION',
    counts: { valid: 2 },
    matching: { is_remembered: true },
  })
  expect(await columnsOf(second.source_filekey)).toMatchObject({ matched: { by: null, is_shared: true } })
  const others = await dryRun(system, foreign({ headers }), 'supervisor')
  expect(others).toMatchObject({ state: 'MATCHING', matching: null })
  const { matched, columns } = await columnsOf(others.source_filekey, 'supervisor')
  expect(matched).toMatchObject({ fields: FIELDS, by: expect.stringMatching(/\w+ \w+/) })
  expect(columns.map(({ suggestion }) => suggestion?.by)).toEqual(['memory', 'memory', 'memory', undefined])
  // A date that the remembered order cannot read.
  const contradicting = await dryRun(system, foreign({ headers, date: '10/20/2026' }))
  expect(contradicting).toMatchObject({ state: 'MATCHING' })
  const shown = await columnsOf(contradicting.source_filekey)
  expect(shown.matched?.formats).toMatchObject({ date_from: 'DMY' })
  expect(shown.columns[1]?.date_orders).toEqual(['MDY'])
})

test('an unshared matching is not suggested to others', async () => {
  const headers = 'Card Nr;Begin;Finish;Area'
  await match(await dryRun(system, foreign({ headers })))
  const others = await dryRun(system, foreign({ headers }), 'supervisor')
  expect(await columnsOf(others.source_filekey, 'supervisor')).toMatchObject({ matched: null })
})

test('other files with the same headers are matched too, unless their values contradict', async () => {
  const headers = 'Card;From;Till;Branch'
  const files = [
    await dryRun(system, foreign({ headers })),
    await dryRun(system, foreign({ headers, date: '03/10/2026' })),
    await dryRun(system, foreign({ headers, date: '10/20/2026' })),
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
  const file = await dryRun(system, foreign())
  const body = { ...bodyFor(file), ...change }
  const problem = await system.expectProblem(api.columns.match, { body }, 'agent')
  expect(problem).toMatchObject({ status: 422, errors: [{ field, code }] })
  await changeFile(system, 'cancel', file.source_filekey)
})

test('a file received by a hand-over is matched only by its original uploader', async () => {
  const file = await dryRun(system, foreign())
  await system.pool.query(
    `UPDATE files SET uploaded_by = (SELECT id FROM users WHERE email LIKE 'supervisor@%'), original_uploader = uploaded_by
     WHERE source_filekey = $1`,
    [file.source_filekey],
  )
  expect(await system.send(api.columns.match, { body: bodyFor(file) }, 'supervisor')).toMatchObject({
    status: 403,
    body: { code: 'access_denied' },
  })
  const query = { source_filekey: file.source_filekey }
  expect((await system.call(api.files.get, { query }, 'supervisor')).may.match).toBe(false)
})

test('only the uploader matches, with the version that was seen', async () => {
  const file = await dryRun(system, foreign())
  const body = bodyFor(file)
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

describe('the header', () => {
  test('below titles is found, with the delimiter of its row', async () => {
    const content = `Cards, of the week\nMade by: A, B\n\n${foreign()}`
    const file = await dryRun(system, content)
    expect(file.state).toBe('MATCHING')
    const { header_row, columns, rows } = await columnsOf(file.source_filekey)
    expect([header_row, columns.length, rows]).toEqual([4, 4, 2])
    expect(await match(file, { header_row: 4 })).toMatchObject({ counts: { valid: 2 } })
  })

  test('can be another row', async () => {
    const file = await dryRun(system, `x;y;z;u\n${foreign()}`)
    const { header_row } = await columnsOf(file.source_filekey)
    expect(header_row).toBe(2)
    const { source_filekey, version } = file
    const body = { source_filekey, version, sheet: null, header_row: 1 }
    const wrong = { ...body, header_row: 90 }
    expect(await system.expectProblem(api.columns.match, { body: wrong }, 'agent')).toMatchObject({
      status: 422,
    })
    await system.call(api.columns.match, { body }, 'agent')
    const again = await checked(source_filekey)
    expect(again.state).toBe('MATCHING')
    expect(await columnsOf(source_filekey)).toMatchObject({
      header_row: 1,
      rows: 3,
      columns: [{ name: 'x' }, {}, {}, {}],
    })
  })

  test.each([
    ['without any known column', 'a;b\n1;2\n', 'F002'],
    ['with too many columns', `${Array.from({ length: 51 }, (_, at) => `c${at}`).join(';')}\n1\n`, 'F003'],
    ['without rows', 'Card No.;b\n', 'F001'],
    ['in a file that is cut off', foreign(), 'F006'],
  ])('%s is %s', async (_, content, code) => {
    const extra = code === 'F006' ? { sha256: 'a'.repeat(64) } : {}
    const { source_filekey } = await uploadFile(system, content, 'agent', extra)
    const file = await waitFor(system, source_filekey, 'agent', ({ state }) => state === 'REJECTED')
    expect(file.failure?.code).toBe(code)
  })

  test('of another template is named', async () => {
    const file = await dryRun(system, 'terminal_id,company_code,branch_code\n00000001,NLF,0001\n')
    expect(file.state).toBe('MATCHING')
    expect(await columnsOf(file.source_filekey)).toMatchObject({ looks_like: 'Shell TID' })
  })
})

describe('a matched file', () => {
  test('can be matched again before its confirmation', async () => {
    const file = await match(await dryRun(system, foreign()))
    const fields = [...FIELDS, { field: 'reference_no', column: 3 }]
    const again = await match(file, { columns: fields })
    expect(again).toMatchObject({ state: 'AWAITING_CONFIRMATION', matching: { fields: 4 } })
    expect(again.version).toBeGreaterThan(file.version)
  })

  test('runs again as it was', async () => {
    const file = await match(await dryRun(system, foreign()))
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
    const file = await dryRun(system, foreign())
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
