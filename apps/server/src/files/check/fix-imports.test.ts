import { api } from '@backoffice/contract/api'
import { isFinalState } from '@backoffice/contract/file-states'
import { branches } from '@backoffice/contract/tables/branches'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveAccess } from '../../testing/access.ts'
import { approve, requestIn, statusOf, switchRule } from '../../testing/approvals.ts'
import { candidates } from '../../testing/candidates.ts'
import { changeFile, dryRun, waitFor } from '../../testing/file-actions.ts'
import { fixCells, rowsToFix, sendFixes } from '../../testing/fixes.ts'
import { addMasters, fileOf, storedRow, type Texts, validRow } from '../../testing/table-rows.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { expireFiles } from '../clean-up.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
  await addMasters(system.pool)
  await giveAccess(
    system,
    'lookup',
    ['Files', 'Glass'],
    ['file:upload', 'file:cancel', 'file:retry', 'glass-branch:*'],
  )
  await giveAccess(system, 'viewer', ['Files', 'Glass'], ['file:*', 'glass-branch:view'])
})
afterAll(() => system.stop())

const LOOKUP = 'lookup'
const aBranch = (changes: Texts = {}) => ({ ...validRow(branches), ...changes })
const upload = (...rows: Texts[]) => dryRun(system, fileOf(branches, rows), LOOKUP, { category: 'BRANCHES' })
const confirm = (source_filekey: string, partial = false, version?: number) =>
  system.send(
    api.branches.import,
    { body: { source_filekey, partial, ...(version !== undefined && { version }) } },
    LOOKUP,
  )

async function storedRows(source_filekey: string): Promise<number> {
  const { rows } = await system.pool.query('SELECT FROM rows_to_fix WHERE source_filekey = $1', [
    source_filekey,
  ])
  return rows.length
}

test('suggests codes, options, places and dates, which solve the problems', async () => {
  const first = aBranch()
  const { source_filekey, counts } = await upload(
    aBranch({ company_code: 'NFL' }),
    aBranch({ establishment_code: 'FUELSTM', city: 'Atlantis' }),
    aBranch({ status: 'Activ', opened_on: '31/12/2025' }),
    aBranch({ opened_on: '02/03/2025', province: `${first.province}x` }),
    aBranch({ status: ' Active ', branch_code: '0 1B7' }),
    { ...first, branch_name: 'One' },
    { ...first, branch_name: 'Two' },
  )
  expect(counts).toMatchObject({ total: 7, error: 6 })
  const { rows, fields } = await rowsToFix(system, source_filekey, LOOKUP)
  expect(fields.slice(0, 3)).toEqual(['company_code', 'branch_code', 'branch_name'])
  const suggested = rows.flatMap(({ row_number, problems }) =>
    problems.flatMap(({ field, suggestion }) =>
      suggestion ? [[row_number, field, suggestion.value, suggestion.kind]] : [],
    ),
  )
  expect(suggested).toEqual([
    [1, 'company_code', 'NLF', 'nearest'],
    [2, 'establishment_code', 'FUELSTN', 'nearest'],
    [3, 'opened_on', '2025-12-31', 'date'],
    [3, 'status', 'ACTIVE', 'option'],
    [4, 'opened_on', '2025-03-02', 'date'],
    [4, 'province', first.province, 'nearest'],
    [5, 'branch_code', '01B7', 'trimmed'],
    [5, 'status', 'ACTIVE', 'option'],
  ])
  const items = Map.groupBy(suggested, ([row]) => Number(row))
  const file = await fixCells(
    system,
    source_filekey,
    [...items].map(([row, of]) => ({
      row,
      values: Object.fromEntries(of.map(([, field, value]) => [String(field), String(value)])),
    })),
    LOOKUP,
  )
  const left = await rowsToFix(system, source_filekey, LOOKUP)
  expect(left.rows.map(({ row_number, problems }) => [row_number, problems.map(({ code }) => code)])).toEqual(
    [
      [2, ['E010']],
      [7, ['E008']],
    ],
  )
  expect(file).toMatchObject({ counts: { valid: 5, error: 2 }, fixed_rows: 5, preview: { new: 5 } })
})

test('a lost leading zero is found among the branches of the company', async () => {
  const { source_filekey } = await upload(aBranch({ company_code: 'NLF', branch_code: '17' }))
  expect((await rowsToFix(system, source_filekey, LOOKUP)).rows[0]?.problems[0]?.suggestion).toBeNull()
  await system.pool.query("UPDATE branches SET branch_code = '0017' WHERE branch_code = '0419'")
  const again = await upload(aBranch({ company_code: 'NLF', branch_code: '17' }))
  const [row] = (await rowsToFix(system, again.source_filekey, LOOKUP)).rows
  expect(row?.problems[0]).toMatchObject({ code: 'E004', suggestion: { value: '0017', kind: 'zeros' } })
})

test('a colleague who may import corrects the file, and its rows are imported', async () => {
  const card = candidates('4001', 1)[0] ?? ''
  const wrong = aBranch({ company_code: 'XXX', branch_name: `Shop ${card}`, merchant_id: '999000000004001' })
  const { source_filekey } = await upload(wrong, aBranch())
  for (const as of ['viewer', 'agent']) {
    const reply = await system.send(api.fixes.rows, { query: { source_filekey } }, as)
    expect([as, reply.status]).toEqual([as, as === 'viewer' ? 403 : 404])
    const refused = await sendFixes(system, source_filekey, [{ row: 1, values: { company_code: 'NLF' } }], as)
    expect(refused.status).toBe(reply.status)
  }
  const [row] = (await rowsToFix(system, source_filekey, 'admin')).rows
  expect(row).toMatchObject({
    cells: { branch_name: 'Shop •••• 4001', merchant_id: '999000000004001' },
    masked: ['branch_name'],
  })
  const cell = { source_filekey, row: 1, field: 'branch_name' }
  expect((await system.send(api.fixes.cell, { body: cell }, 'admin')).status).toBe(403)
  expect((await system.call(api.fixes.cell, { body: cell }, LOOKUP)).value).toBe(`Shop ${card}`)
  // A refusal only of other numbers would confirm the right one.
  for (const guess of [`Shop ${card}`, 'Shop 4111111111111111', null])
    expect(
      await sendFixes(system, source_filekey, [{ row: 1, values: { branch_name: guess } }], 'admin'),
    ).toMatchObject({ status: 403, body: { code: 'access_denied' } })
  const items = [{ row: 1, values: { company_code: 'NLF', branch_name: 'Shop' } }]
  await fixCells(system, source_filekey, items, LOOKUP)
  // The upload still has the number.
  expect(
    (await sendFixes(system, source_filekey, [{ row: 1, values: { branch_name: null } }], 'admin')).status,
  ).toBe(403)
  const corrected = [{ row: 1, values: { company_code: null } }]
  expect(await fixCells(system, source_filekey, corrected, 'admin')).toMatchObject({
    counts: { error: 1 },
    runs_for: { name: 'Alma Dizon' },
  })
  const file = await fixCells(system, source_filekey, [{ row: 1, values: { company_code: 'NLF' } }], 'admin')
  expect(file.counts.error).toBe(0)
  expect((await confirm(source_filekey, false, file.version)).status).toBe(202)
  await waitFor(system, source_filekey, LOOKUP, ({ state }) => isFinalState(state))
  expect(await storedRow(system, branches, wrong.branch_code)).toMatchObject([{ branch_name: 'Shop' }])
  expect((await sendFixes(system, source_filekey, items, LOOKUP)).status).toBe(409)
})

test('a confirmation applies only to the outcome that its user has seen', async () => {
  const { source_filekey, version } = await upload(aBranch({ company_code: 'XXX' }), aBranch())
  const values = { company_code: 'NLF' }
  const file = await fixCells(system, source_filekey, [{ row: 1, values }], 'admin')
  for (const seen of [version, undefined])
    expect(await confirm(source_filekey, true, seen)).toMatchObject({
      status: 409,
      body: { code: 'version_conflict', current: { version: file.version, fixed_rows: 1 } },
    })
  expect((await confirm(source_filekey, true, file.version)).status).toBe(202)
  const single = await upload(aBranch())
  expect((await confirm(single.source_filekey, true, single.version - 1)).status).toBe(409)
  expect((await confirm(single.source_filekey)).status).toBe(202)
})

test('users who uploaded or corrected the rows cannot approve their import', async () => {
  await switchRule(system, 'MASS_CHANGE', true, 1)
  const { source_filekey } = await upload(aBranch({ company_code: 'XXX' }), aBranch(), aBranch())
  const file = await fixCells(system, source_filekey, [{ row: 1, values: { company_code: 'NLF' } }], 'admin')
  const id = requestIn(await confirm(source_filekey, false, file.version))
  expect(await approve(system, id, 'admin')).toMatchObject({ status: 409, body: { code: 'own_request' } })
  expect(await approve(system, id, 'leonora.santiago')).toMatchObject({ status: 200 })
  expect(await statusOf(system, id)).toBe('EXECUTED')
  await switchRule(system, 'MASS_CHANGE', false)
})

test('a correction ends a pending request', async () => {
  await switchRule(system, 'MASS_CHANGE', true, 1)
  const { source_filekey } = await upload(aBranch({ company_code: 'XXX' }), aBranch(), aBranch())
  const id = requestIn(await confirm(source_filekey, true))
  expect(await storedRows(source_filekey)).toBe(1)
  const file = await fixCells(system, source_filekey, [{ row: 1, values: { company_code: 'NLF' } }], LOOKUP)
  const reason = 'Cells of the file were corrected.'
  expect(file).toMatchObject({
    ...{ approval: { status: 'WITHDRAWN', decision_reason: reason }, may: { confirm: true, fix: true } },
  })
  expect(await statusOf(system, id)).toBe('WITHDRAWN')
  await switchRule(system, 'MASS_CHANGE', false)
})

const ENDS: Record<string, (filekey: string) => Promise<unknown>> = {
  cancelled: (filekey) => changeFile(system, 'cancel', filekey, LOOKUP),
  confirmed: (filekey) => confirm(filekey, true),
  expired: async () => {
    system.clock.offsetMs = 73 * 3_600_000
    await expireFiles(system.workerDeps)
    system.clock.offsetMs = 0
  },
}
test.each(Object.keys(ENDS))('rows to correct are removed when the file is %s', async (end) => {
  const { source_filekey } = await upload(aBranch({ company_code: 'XXX' }), aBranch())
  expect(await storedRows(source_filekey)).toBe(1)
  await ENDS[end]?.(source_filekey)
  expect(await storedRows(source_filekey)).toBe(0)
})
