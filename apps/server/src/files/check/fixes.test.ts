import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeOldFiles } from '../../features/retention/remove-old-files.ts'
import { candidates } from '../../testing/candidates.ts'
import { changeFile, downloadText, dryRun, runInquiry } from '../../testing/file-actions.ts'
import { fixCells, rowsToFix, sendFixes } from '../../testing/fixes.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
})
afterAll(() => system.stop())

let made = 0
/** A valid number and the same with a wrong check digit. */
function aCard() {
  const [right = ''] = candidates(String(3_000 + made++), 1)
  return { right, wrong: `${right.slice(0, 15)}${(Number(right[15]) + 1) % 10}` }
}
const HEADER = 'Reference_No,Card_Number,DATE_FROM,date_to,note'
const inquiry = (...rows: string[]) => dryRun(system, `${[HEADER, ...rows].join('\r\n')}\r\n`)
const stored = async (table: string, source_filekey: string) => {
  const { rows } = await system.pool.query(
    `SELECT * FROM ${table} WHERE source_filekey = $1 ORDER BY row_no`,
    [source_filekey],
  )
  return rows
}

test('rows of an inquiry are listed by field, masked and with their problems', async () => {
  const { right, wrong } = aCard()
  const { source_filekey, version } = await inquiry(
    `A,${right},2026-10-01,2026-10-02,x`,
    `B,${wrong},31/10/2026,2026-10-31,x`,
    `C,${right},2026-10-01,2026-10-02,x`,
    'D,"1"2,2026-10-01,2026-10-02,x',
    `${wrong},, 2026-10-01 ,2026-10-02,x`,
  )
  const found = await rowsToFix(system, source_filekey)
  expect(found).toMatchObject({
    version,
    fields: ['reference_no', 'card_number', 'date_from', 'date_to'],
    total_rejected: 3,
    total_warned: 1,
    total_fixed: 0,
  })
  expect(found.rows.map(({ row_number, outcome, is_fixable }) => [row_number, outcome, is_fixable])).toEqual([
    [2, 'rejected', true],
    [4, 'rejected', false],
    [5, 'rejected', true],
    [3, 'warned', true],
  ])
  const [bad, , masked, same] = found.rows
  expect(bad).toEqual({
    row_number: 2,
    line_number: 3,
    outcome: 'rejected',
    is_fixable: true,
    cells: {
      reference_no: 'B',
      card_number: `•••• ${wrong.slice(-4)}`,
      date_from: '31/10/2026',
      date_to: '2026-10-31',
    },
    masked: ['card_number'],
    was: {},
    problems: [
      expect.objectContaining({ field: 'card_number', severity: 'error', code: 'E003', suggestion: null }),
      expect.objectContaining({
        field: 'date_from',
        code: 'E005',
        suggestion: { value: '2026-10-31', kind: 'date' },
      }),
    ],
  })
  expect(masked?.masked).toEqual(['reference_no'])
  expect(masked?.problems.map(({ field, code }) => `${field} ${code}`)).toEqual([
    'card_number E001',
    'date_from W002',
  ])
  expect(masked?.problems[1]?.suggestion).toEqual({ value: '2026-10-01', kind: 'trimmed' })
  expect(same?.problems).toMatchObject([{ field: 'card_number', severity: 'warning', code: 'E008' }])
})

test('corrected cells are checked again, recorded, written and kept with the upload', async () => {
  const { right, wrong } = aCard()
  const content = [HEADER, `"A;1",${wrong},2026-10-01,2026-10-02,x`, `B,${right},2026-10-01,2026-10-02,y`]
  const { source_filekey, sha256 } = await dryRun(system, content.join('\n'))
  const other = aCard()
  const file = await fixCells(system, source_filekey, [
    { row: 1, values: { card_number: other.right, reference_no: '=1+1' } },
  ])
  expect(file).toMatchObject({
    state: 'AWAITING_CONFIRMATION',
    counts: { total: 2, valid: 2, error: 0 },
    fixed_rows: 1,
    sha256,
    artifacts: ['errors', 'source'],
  })
  expect(await rowsToFix(system, source_filekey)).toMatchObject({ rows: [], total_fixed: 1 })
  const { rows: events } = await system.pool.query(
    "SELECT changes FROM audit_events WHERE resource_id = $1 AND action = 'file.fix'",
    [source_filekey],
  )
  expect(events).toEqual([
    {
      changes: {
        state: ['AWAITING_CONFIRMATION', 'VALIDATING'],
        rows: [null, 1],
        cells: [null, 2],
        'row 1 card_number': ['••••', `•••• ${other.right.slice(-4)}`],
        'row 1 reference_no': ['A;1', '=1+1'],
      },
    },
  ])
  expect((await runInquiry(system, source_filekey)).state).toBe('COMPLETED')
  const result = await downloadText(system, source_filekey, 'result')
  expect(result).toContain(other.right)
  expect(result).not.toContain(wrong)
  expect(await downloadText(system, source_filekey, 'source')).toBe(content.join('\n'))
  expect(await stored('cell_fixes', source_filekey)).toHaveLength(2)
  await removeOldFiles({
    ...system.workerDeps,
    clock: { now: () => new Date(Date.now() + 91 * 86_400_000) },
  })
  expect(await stored('cell_fixes', source_filekey)).toEqual([])
})

test('a correction is shown with the cell of the upload, changed and taken back', async () => {
  const { wrong } = aCard()
  const { source_filekey } = await inquiry(`A,${wrong},2026-10-01,2026-10-02,x`, `B,1,,,`)
  await fixCells(system, source_filekey, [{ row: 1, values: { card_number: '12', reference_no: 'Z' } }])
  const [row] = (await rowsToFix(system, source_filekey)).rows
  expect(row).toMatchObject({
    cells: { card_number: '12', reference_no: 'Z' },
    was: { card_number: `•••• ${wrong.slice(-4)}`, reference_no: 'A' },
  })
  const changed = await fixCells(system, source_filekey, [
    { row: 1, values: { card_number: '34', reference_no: null } },
  ])
  expect(changed.fixed_rows).toBe(1)
  expect(await stored('cell_fixes', source_filekey)).toMatchObject([
    { field: 'card_number', value: '34', was: wrong },
  ])
  // The cell of the upload.
  const back = await fixCells(system, source_filekey, [{ row: 1, values: { card_number: wrong } }])
  expect(back.fixed_rows).toBe(0)
  expect(await stored('cell_fixes', source_filekey)).toEqual([])
})

test('a correction of a row that is valid since can be taken back', async () => {
  const { right, wrong } = aCard()
  const { source_filekey } = await inquiry(`A,${wrong},2026-10-01,2026-10-02,x`, `B,1,,,`)
  await fixCells(system, source_filekey, [{ row: 1, values: { card_number: right } }])
  expect(await sendFixes(system, source_filekey, [{ row: 1, values: { reference_no: 'C' } }])).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'items.0.values.reference_no', code: 'unknown_field' }] },
  })
  const file = await fixCells(system, source_filekey, [{ row: 1, values: { card_number: null } }])
  expect(file).toMatchObject({ counts: { error: 2 }, fixed_rows: 0 })
})

test('the whole cell is for its uploader', async () => {
  const { wrong } = aCard()
  const { source_filekey } = await inquiry(`A,${wrong},2026-10-01,2026-10-02,x`, `B,${aCard().right},,,`)
  const cell = (row: number, field: string, as = 'agent') =>
    system.send(api.fixes.cell, { body: { source_filekey, row, field } }, as)
  expect(await cell(1, 'card_number')).toMatchObject({ status: 200, body: { resource: { value: wrong } } })
  for (const [row, field] of [
    [2, 'card_number'],
    [9, 'card_number'],
    [1, 'note'],
    [1, '__proto__'],
  ] as const)
    expect((await cell(row, field)).status).toBe(422)
  expect((await cell(1, 'card_number', 'lookup')).status).toBe(404)
  expect((await cell(1, 'card_number', 'supervisor')).status).toBe(403)
  await system.pool.query(
    `UPDATE files SET uploaded_by = (SELECT id FROM users WHERE email LIKE 'supervisor@%'), original_uploader = uploaded_by
     WHERE source_filekey = $1`,
    [source_filekey],
  )
  expect((await cell(1, 'card_number')).status).toBe(404)
  expect((await cell(1, 'card_number', 'supervisor')).status).toBe(403)
  const fix = (values: object) => sendFixes(system, source_filekey, [{ row: 1, values }], 'supervisor')
  for (const guess of [wrong, aCard().right])
    expect(await fix({ card_number: guess })).toMatchObject({ status: 403, body: { code: 'access_denied' } })
  expect((await rowsToFix(system, source_filekey, 'supervisor')).rows[0]?.masked).toEqual(['card_number'])
  expect((await fix({ reference_no: 'B' })).status).toBe(200)
})

test.each([
  ['a masked value', 1, { card_number: '•••• 0011' }, 'items.0.values.card_number', 'masked'],
  ['a shortened value', 1, { reference_no: `${'x'.repeat(100)}…` }, 'items.0.values.reference_no', 'masked'],
  ['a field without a column', 1, { other: 'x' }, 'items.0.values.other', 'unknown_field'],
  ['a column that is not of the template', 1, { note: 'x' }, 'items.0.values.note', 'unknown_field'],
  ['a name of the prototype', 1, { constructor: 'x' }, 'items.0.values.constructor', 'unknown_field'],
  ['a line break', 1, { reference_no: 'a\nb' }, 'items.0.values.reference_no', 'invalid'],
  ['a NUL', 1, { reference_no: 'a\0' }, 'items.0.values.reference_no', 'invalid'],
  ['half a character', 1, { reference_no: 'a\ud800' }, 'items.0.values.reference_no', 'invalid'],
  ['a long value', 1, { reference_no: 'y'.repeat(501) }, 'items.0.values.reference_no', 'max'],
  ['a malformed line', 2, { reference_no: 'y' }, 'items.0.row', 'malformed'],
  ['a valid row', 3, { reference_no: 'y' }, 'items.0.row', 'unknown_row'],
  ['a row beyond the file', 99, { reference_no: 'y' }, 'items.0.row', 'unknown_row'],
])('refuses %s', async (_, row, values, field, code) => {
  const { right, wrong } = aCard()
  const { source_filekey, version } = await inquiry(
    `${'x'.repeat(120)},${wrong},2026-10-01,2026-10-02,x`,
    'D,"1"2,,,',
    `A,${right},2026-10-01,2026-10-02,`,
  )
  const reply = await sendFixes(system, source_filekey, [{ row, values }])
  expect(reply).toMatchObject({ status: 422, body: { errors: [{ field, code }] } })
  const file = await system.call(api.files.get, { query: { source_filekey } }, 'agent')
  expect(file).toMatchObject({ state: 'AWAITING_CONFIRMATION', version, fixed_rows: 0 })
})

test('every corrected cell is in the audit trail', async () => {
  const { source_filekey } = await inquiry(...Array.from({ length: 210 }, () => 'A,1,,,'))
  const items = Array.from({ length: 210 }, (_, index) => ({ row: index + 1, values: { reference_no: 'Z' } }))
  expect(await sendFixes(system, source_filekey, items)).toMatchObject({ status: 200 })
  const { rows: events } = await system.pool.query(
    "SELECT changes FROM audit_events WHERE resource_id = $1 AND action = 'file.fix'",
    [source_filekey],
  )
  const cells = events.map(({ changes }) => Object.keys(changes).filter((name) => name.startsWith('row ')))
  expect(cells.map(({ length }) => length).sort()).toEqual([10, 200])
  expect(new Set(cells.flat()).size).toBe(210)
})

test('refuses too many cells, a row twice and a polluted prototype', async () => {
  const { source_filekey } = await inquiry('A,1,,,', 'B,1,,,')
  const many = Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`f${index}`, 'x']))
  expect(await sendFixes(system, source_filekey, [{ row: 1, values: many }])).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'items' }] },
  })
  const twice = [1, 1].map((row) => ({ row, values: { reference_no: 'x' } }))
  expect(await sendFixes(system, source_filekey, twice)).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'items.1.row', code: 'duplicate' }] },
  })
  const polluted = JSON.parse('[{"row":1,"values":{"__proto__":"x"}}]')
  expect((await sendFixes(system, source_filekey, polluted)).status).toBeGreaterThanOrEqual(400)
  expect((await sendFixes(system, source_filekey, [])).status).toBe(422)
})

test('refuses other users, agents without the permission, and other states', async () => {
  const { source_filekey, version } = await inquiry('A,1,,,', `B,${aCard().right},,,`)
  const items = [{ row: 1, values: { card_number: aCard().right } }]
  const read = (as: string) => system.send(api.fixes.rows, { query: { source_filekey } }, as)
  expect([(await read('lookup')).status, (await read('supervisor')).status]).toEqual([404, 403])
  expect((await sendFixes(system, source_filekey, items, 'lookup')).status).toBe(404)
  expect((await sendFixes(system, source_filekey, items, 'supervisor')).status).toBe(403)
  const send = (seen: number) =>
    system.send(api.fixes.save, { body: { source_filekey, version: seen, items } }, 'agent')
  expect(await send(version - 1)).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
  await system.boss.offWork('validate-file', { wait: true })
  expect((await send(version)).status).toBe(200)
  expect(await send(version)).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
  expect(await sendFixes(system, source_filekey, items)).toMatchObject({
    status: 409,
    body: { code: 'file_state_conflict' },
  })
  await changeFile(system, 'cancel', source_filekey)
  expect(await sendFixes(system, source_filekey, items)).toMatchObject({
    status: 409,
    body: { code: 'file_state_conflict' },
  })
})
