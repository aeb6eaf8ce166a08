import { api } from '@backoffice/contract/api'
import type { CallInput } from '@backoffice/contract/endpoint'
import { isFinalState } from '@backoffice/contract/file-states'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { downloadText, dryRun, waitFor } from '../../testing/file-actions.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

const endpoints = api.tenders
const HEADER =
  'source_system,tender_id,tender_name,payment_method_code,bin_from,bin_to,card_scheme,company_code,status,effective_from,effective_to'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
  await system.pool.query(`
    INSERT INTO payment_methods (payment_method_code, name, type, earns_points, requires_reference, settlement_days, sort_order)
    SELECT code, code, 'CARD', true, false, 0, 0 FROM unnest(ARRAY['CSH', 'CRD', 'DBT']) AS code`)
  await system.pool.query(`
    INSERT INTO company_groups (company_code, company_name, group_code, group_name)
    SELECT code, code, 'G', 'G' FROM unnest(ARRAY['NLF', 'NLR']) AS code`)
})
afterAll(() => system.stop())

beforeEach(async () => {
  await system.pool.query('DELETE FROM tenders')
  await system.pool.query(`
    INSERT INTO tenders (source_system, tender_id, tender_name, payment_method_code, bin_from, bin_to, company_code,
      status, effective_to)
    VALUES ('FUEL', '0021', 'Fuel fleet account', 'CSH', NULL, NULL, 'NLF', 'ACTIVE', NULL),
      ('FUEL', '0036', 'Debit, fuel', 'DBT', '999350', '999399', 'NLF', 'ACTIVE', '2027-06-30'),
      ('POS', '0012', 'QR wallet', 'CSH', NULL, NULL, '*', 'ACTIVE', NULL)`)
})

const check = (content: string, as = 'lookup') => dryRun(system, content, as, { category: 'TENDERS' })
const lines = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`

type PreviewBody = CallInput<typeof api.files.preview>['body']
const preview = (source_filekey: string, more: Omit<PreviewBody, 'source_filekey'>) =>
  system.call(api.files.preview, { body: { source_filekey, ...more } }, 'lookup')

const errorsOf = (source_filekey: string) =>
  system.call(api.files.errors, { query: { source_filekey } }, 'lookup')

async function confirm(source_filekey: string, partial?: boolean) {
  const body = { source_filekey, ...(partial !== undefined && { partial }) }
  await system.call(endpoints.import, { body }, 'lookup')
  return waitFor(system, source_filekey, 'lookup', (file) => isFinalState(file.state))
}

async function rows() {
  const { rows: found } = await system.pool.query(
    `SELECT source_system, tender_id, tender_name, payment_method_code AS method, bin_from, bin_to, version
     FROM tenders WHERE deleted_at IS NULL ORDER BY source_system, tender_id`,
  )
  return found.map((row) => Object.values(row).join(' '))
}

test('previews an import and applies it', async () => {
  const file = await check(
    lines(
      'FUEL,0021,Fuel fleet account,CSH,,,,NLF,ACTIVE,,2027-12-31',
      'FUEL,0036,"Debit, fuel",CRD,999350,999379,,NLF,ACTIVE,,2027-06-30',
      'POS,0012,QR wallet,CSH,,,,*,ACTIVE,,',
      'pos, 0077 ,New,csh,,,,nlr,active,,',
    ),
  )
  expect(file).toMatchObject({
    state: 'AWAITING_CONFIRMATION',
    kind: 'import',
    category: 'TENDERS',
    counts: { total: 4, valid: 4, error: 0, warning: 1 },
    preview: {
      new: 1,
      changed: 2,
      unchanged: 1,
      rejected: 0,
      moved: 0,
      tidied: 1,
      by_field: [
        { field: 'bin_from', count: 1 },
        { field: 'effective_to', count: 1 },
        { field: 'payment_method_code', count: 1 },
      ],
      by_code: [],
      written: null,
    },
    may: { confirm: true },
  })
  const changed = await preview(file.source_filekey, { outcome: 'changed', field: 'bin_from' })
  expect(changed).toMatchObject({
    total: 1,
    items: [
      {
        line_number: 3,
        key: 'FUEL 0036 NLF',
        name: 'Debit, fuel',
        changes: [
          { field: 'bin_to', from: '999399', to: '999379' },
          { field: 'payment_method_code', from: 'DBT', to: 'CRD' },
        ],
        errors: [],
      },
    ],
  })
  expect(await confirm(file.source_filekey)).toMatchObject({
    state: 'COMPLETED',
    preview: { written: { new: 1, changed: 2, conflicts: 0 } },
    import: { partial: false, confirmed_by: { name: 'Carla Lim' } },
  })
  expect(await rows()).toEqual([
    'FUEL 0021 Fuel fleet account CSH   2',
    'FUEL 0036 Debit, fuel CRD 999350 999379 2',
    'POS 0012 QR wallet CSH   1',
    'POS 0077 New CSH   1',
  ])
  const { rows: events } = await system.pool.query(
    `SELECT action, actor_name, changes, reason FROM audit_events WHERE reason = $1 ORDER BY id`,
    [`import ${file.source_filekey}`],
  )
  expect(events).toMatchObject([
    { action: 'tender.update', actor_name: 'Carla Lim', changes: { effective_to: [null, '2027-12-31'] } },
    { action: 'tender.update' },
    { action: 'tender.create', changes: { tender_id: [null, '0077'], status: [null, 'ACTIVE'] } },
  ])
  const again = await system.expectProblem(
    endpoints.import,
    { body: { source_filekey: file.source_filekey } },
    'lookup',
  )
  expect(again).toMatchObject({ status: 409, code: 'file_state_conflict' })
})

test.each([
  ['E001 a required value', 'FUEL,0099,,CSH,,,,NLF,ACTIVE,,', 'E001', 'tender_name'],
  ['E001 one end of a range', 'FUEL,0099,N,CSH,999100,,,NLF,ACTIVE,,', 'E001', 'bin_to'],
  ['E004 a longer value', 'FUEL,00999,N,CSH,,,,NLF,ACTIVE,,', 'E004', 'tender_id'],
  ['E004 other characters', 'FUEL,0-9,N,CSH,,,,NLF,ACTIVE,,', 'E004', 'tender_id'],
  ['E004 a line break', 'FUEL,0099,"N\nM",CSH,,,,NLF,ACTIVE,,', 'E004', 'tender_name'],
  ['E004 letters that upper case would change', 'FUEL,00ß,N,CSH,,,,NLF,ACTIVE,,', 'E004', 'tender_id'],
  ['E005 no date', 'FUEL,0099,N,CSH,,,,NLF,ACTIVE,31/12/2026,', 'E005', 'effective_from'],
  ['E006 reversed dates', 'FUEL,0099,N,CSH,,,,NLF,ACTIVE,2026-12-31,2026-01-01', 'E006', 'effective_to'],
  ['E006 a reversed range', 'FUEL,0099,N,CSH,999200,999100,,NLF,ACTIVE,,', 'E006', 'bin_to'],
  ['E007 an unknown code', 'FUEL,0099,N,ZZZ,,,,NLF,ACTIVE,,', 'E007', 'payment_method_code'],
  ['E010 no choice', 'SHOP,0099,N,CSH,,,,NLF,ACTIVE,,', 'E010', 'source_system'],
  ['E011 a range of the table', 'FUEL,0099,N,CSH,99935012,99935013,,NLF,ACTIVE,,', 'E011', 'bin_from'],
])('rejects %s', async (_what, row, code, column) => {
  const file = await check(lines(row))
  expect(file).toMatchObject({ counts: { valid: 0, error: 1 }, preview: { by_code: [{ code, count: 1 }] } })
  const { items } = await preview(file.source_filekey, { outcome: 'rejected' })
  expect(items[0]?.errors).toMatchObject([{ code, column }])
})

test('rejects repeated keys (E008) and overlapping ranges (E011) of the file, naming the kept row', async () => {
  const file = await check(
    lines(
      'POS,0101,A,CSH,888100,888199,,NLF,ACTIVE,,',
      'POS,0102,B,CSH,888150,888250,,NLF,ACTIVE,,',
      'POS,0103,C,CSH,888200,888250,,NLF,ACTIVE,,',
      'pos,0101,D,CSH,,,,nlf,ACTIVE,,',
      'POS,0104,E,CSH,888100,888199,,NLF,INACTIVE,,',
      'POS,0105,F,CSH,888100,888199,,NLR,ACTIVE,,',
    ),
  )
  const { items } = await preview(file.source_filekey, { outcome: 'rejected' })
  expect(items.map(({ line_number, errors }) => [line_number, errors[0]?.code, errors[0]?.message])).toEqual([
    [3, 'E011', 'Overlaps 888100–888199 of row 1 (line 2)'],
    [5, 'E008', 'Same key as row 1 (line 2)'],
  ])
  const report = await downloadText(system, file.source_filekey, 'preview', 'lookup')
  const [head, , overlapping] = report.replace('\ufeff', '').split(/\r?\n/)
  expect(head).toMatch(/^row_number,line_number,outcome,/)
  expect(overlapping).toMatch(/^2,3,rejected,/)
})

test('a row may take a range that another row of the file releases', async () => {
  const file = await check(
    lines(
      'FUEL,0021,Fuel fleet account,CSH,999350,999399,,NLF,ACTIVE,,',
      'FUEL,0036,"Debit, fuel",DBT,888350,888399,,NLF,ACTIVE,,2027-06-30',
    ),
  )
  expect(file.preview).toMatchObject({ changed: 2, rejected: 0 })
  expect((await confirm(file.source_filekey)).state).toBe('COMPLETED')
  expect((await rows()).slice(0, 2)).toEqual([
    'FUEL 0021 Fuel fleet account CSH 999350 999399 2',
    'FUEL 0036 Debit, fuel DBT 888350 888399 2',
  ])
})

test('keeps values of missing columns, accepts any order and case of columns, and warns about unknown ones at the header’s line', async () => {
  const text = 'sep=,\nCompany_Code,TENDER_ID,source_system,Note,tender_name\nNLF,0021,FUEL,x,Fleet\n'
  const file = await check(text)
  expect(file).toMatchObject({
    counts: { total: 1, warning: 1 },
    preview: { changed: 1, rejected: 0, tidied: 0 },
  })
  const { items } = await errorsOf(file.source_filekey)
  expect(items).toMatchObject([{ code: 'W001', column: 'Note', line_number: 2, severity: 'warning' }])
  await confirm(file.source_filekey)
  expect((await rows())[0]).toBe('FUEL 0021 Fleet CSH   2')
})

test('a reference of an existing row stays valid when it is no longer in force', async () => {
  await system.pool.query(`UPDATE payment_methods SET status = 'INACTIVE' WHERE payment_method_code = 'DBT'`)
  const file = await check(lines('FUEL,0036,Renamed,DBT,999350,999399,,NLF,ACTIVE,,2027-06-30'))
  await system.pool.query(`UPDATE payment_methods SET status = 'ACTIVE' WHERE payment_method_code = 'DBT'`)
  expect(file.preview).toMatchObject({ changed: 1, rejected: 0 })
})

test('a file without any known column is rejected, and one without the key is matched', async () => {
  expect(await check('colour,size\nred,1\n')).toMatchObject({
    state: 'REJECTED',
    failure: {
      code: 'F002',
      detail: expect.stringMatching(/source_system, tender_id, company_code are missing/),
    },
  })
  expect(await check('tender_id,tender_name\n1,x\n')).toMatchObject({ state: 'MATCHING', failure: null })
  expect(await check('card_number\n9990000000000011\n')).toMatchObject({ state: 'MATCHING', failure: null })
})

test('rejected rows require a choice, are downloadable, and import once corrected', async () => {
  const file = await check(
    lines(
      'FUEL,0021,Fleet,CSH,,,,NLF,ACTIVE,,',
      'FUEL,0098,=1+1,ZZZ,,,,NLF,ACTIVE,,',
      'POS,0088,OK,CSH,,,,NLR,ACTIVE,,',
    ),
  )
  const body = { source_filekey: file.source_filekey }
  const unchosen = await system.expectProblem(endpoints.import, { body }, 'lookup')
  expect(unchosen).toMatchObject({ status: 422, errors: [{ field: 'partial', message: /choose/ }] })
  const all = await system.expectProblem(endpoints.import, { body: { ...body, partial: false } }, 'lookup')
  expect(all.detail).toMatch(/One row is rejected, so nothing can be imported/)
  expect(await confirm(file.source_filekey, true)).toMatchObject({
    state: 'COMPLETED_WITH_ERRORS',
    preview: { written: { new: 1, changed: 1, conflicts: 0 } },
  })
  const rejected = await downloadText(system, file.source_filekey, 'rejected', 'lookup')
  expect(rejected).toBe(
    `${HEADER},_errors\nFUEL,0098,'=1+1,ZZZ,,,,NLF,ACTIVE,,,E007 payment_method_code: ZZZ is unknown or inactive\n`,
  )
  const fixed = await check(rejected.replace('ZZZ,', 'CSH,'))
  expect(fixed.preview).toMatchObject({ new: 1, rejected: 0, tidied: 0 })
  await confirm(fixed.source_filekey)
  expect((await rows())[2]).toBe('FUEL 0098 =1+1 CSH   1')
})

const CARLA = `(SELECT id FROM users WHERE email = 'lookup@backoffice.test')`

test('does not overwrite a row that was changed after the check', async () => {
  const content = lines(
    'FUEL,0036,"Debit, fuel",DBT,999350,999399,,NLF,ACTIVE,,2027-12-31',
    'FUEL,0021,Fleet,CSH,,,,NLF,ACTIVE,,',
    'POS,0012,QR wallet,CSH,,,,*,ACTIVE,,',
    'POS,0055,Mine,CSH,,,,NLR,ACTIVE,,',
  )
  const meanwhile = async () => {
    await system.pool.query(`UPDATE tenders SET effective_to = '2028-06-30', version = version + 1, updated_by = ${CARLA},
      updated_at = '2026-11-22T00:20:00Z' WHERE tender_id = '0036'`)
    await system.pool.query(`UPDATE tenders SET deleted_at = now(), version = version + 1, updated_by = ${CARLA}
      WHERE tender_id = '0012'`)
    await system.pool.query(`INSERT INTO tenders (source_system, tender_id, tender_name, payment_method_code,
      company_code, status, updated_by) VALUES ('POS', '0055', 'Theirs', 'CSH', 'NLR', 'ACTIVE', ${CARLA})`)
  }
  const file = await check(content)
  await meanwhile()
  expect(await confirm(file.source_filekey)).toMatchObject({
    state: 'COMPLETED_WITH_ERRORS',
    failure: { code: 'conflict', detail: /Nothing was imported: 3 rows/ },
    preview: { written: { new: 0, changed: 0, conflicts: 3 } },
  })
  const { items } = await errorsOf(file.source_filekey)
  expect(items.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    'conflict: Changed by Carla Lim at 08:20, after the check: now 30 Jun 2028, in the file 31 Dec 2027.',
    expect.stringMatching(/^conflict: Deleted by Carla Lim at \d\d:\d\d, after the check\.$/),
    expect.stringMatching(
      /^conflict: Created by Carla Lim at \d\d:\d\d, after the check: now Theirs, in the file Mine\.$/,
    ),
  ])
  expect((await rows())[0]).toBe('FUEL 0021 Fuel fleet account CSH   1')

  const again = await check(content)
  await system.pool.query(
    `UPDATE tenders SET version = version + 1, tender_name = 'Other' WHERE tender_id = '0055'`,
  )
  expect(await confirm(again.source_filekey, true)).toMatchObject({
    state: 'COMPLETED_WITH_ERRORS',
    // The deleted tender comes back.
    preview: { written: { new: 0, changed: 3, conflicts: 1 } },
  })
  const rejected = await downloadText(system, again.source_filekey, 'rejected', 'lookup')
  expect(rejected).toMatch(
    /^[^\n]+,_errors\nPOS,0055,Mine,CSH,,,,NLR,ACTIVE,,,"conflict tender_name: Changed [^\n]+"\n$/,
  )
})
