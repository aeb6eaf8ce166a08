import { api } from '@backoffice/contract/api'
import { branches } from '@backoffice/contract/tables/branches'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LocalStorage } from '../../adapters/storage/local-storage.ts'
import { objectKey } from '../../adapters/storage/object-keys.ts'
import { candidates, cardFile } from '../../testing/candidates.ts'
import { changeFile, downloadText, uploadFile } from '../../testing/file-actions.ts'
import { checkFile, rowsToFix, sendFixes } from '../../testing/fixes.ts'
import { addMasters, fileOf, validRow } from '../../testing/table-rows.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { cleanFile, failAfterRetries } from '../clean-up.ts'
import { validateFile } from '../validate-file.ts'

/** Writes no object while full. */
class FullStorage extends LocalStorage {
  isFull = false
  beforeRead: (() => Promise<void>) | undefined

  override write(key: string, content: AsyncIterable<Uint8Array>) {
    if (this.isFull) throw new Error('full')
    return super.write(key, content)
  }

  override read(...of: Parameters<LocalStorage['read']>) {
    return this.beforeRead ? after(this.beforeRead, super.read(...of)) : super.read(...of)
  }
}

async function* after(step: () => Promise<void>, content: AsyncIterable<Uint8Array>) {
  await step()
  yield* content
}

// Checks run when a test calls them.
let system: TestSystem
let storage: FullStorage
beforeAll(async () => {
  system = await startTestSystem({
    createStorage: (folder, secret) => {
      storage = new FullStorage(folder, secret)
      return storage
    },
  })
  await addMasters(system.pool)
})
afterAll(() => system.stop())

const check = (filekey: string) => checkFile(system, filekey)
const get = (source_filekey: string) => system.call(api.files.get, { query: { source_filekey } }, 'admin')

async function checkedFile(content: string, as = 'agent', category = 'SMAC_INQUIRY'): Promise<string> {
  const { source_filekey } = await uploadFile(system, content, as, { category })
  await check(source_filekey)
  return source_filekey
}

async function fix(filekey: string, row: number, values: Record<string, string>, as = 'agent') {
  expect((await sendFixes(system, filekey, [{ row, values }], as)).status).toBe(200)
}

test('corrections stay if a worker dies', async () => {
  const cards = candidates('5001', 3)
  const filekey = await checkedFile(cardFile([...cards, '1', '2']))
  const [more = '', other = ''] = [...candidates('5001', 1, 3), ...candidates('5002', 1)]
  await fix(filekey, 4, { card_number: more })
  storage.isFull = true
  await expect(check(filekey)).rejects.toThrow('full')
  storage.isFull = false
  expect(await get(filekey)).toMatchObject({ state: 'VALIDATING', fixed_rows: 1 })
  expect((await rowsToFix(system, filekey)).rows).toHaveLength(2)
  await check(filekey)
  await fix(filekey, 5, { card_number: other })
  await check(filekey)
  await check(filekey)
  expect(await get(filekey)).toMatchObject({ counts: { total: 5, valid: 5 }, artifacts: ['source'] })
})

test('columns can be matched again with another header row', async () => {
  const rows = candidates('5006', 3).map((card) => `${card};x\n`)
  const filekey = await checkedFile(`Card No.;Old\nMember ID;Note\n${rows.join('')}`)
  const columns = [{ field: 'card_number', column: 0 }]
  const match = async (change: { header_row: number; columns?: typeof columns }) => {
    const { version } = await get(filekey)
    const body = { source_filekey: filekey, version, sheet: null, ...change }
    await system.call(api.columns.match, { body }, 'agent')
    await check(filekey)
    return (await get(filekey)).state
  }
  const { header_row } = await system.call(api.columns.get, { query: { source_filekey: filekey } }, 'agent')
  expect(await match({ header_row, columns })).toBe('AWAITING_CONFIRMATION')
  expect(await match({ header_row: 3 - header_row })).toBe('MATCHING')
  expect(await match({ header_row: 3 - header_row, columns })).toBe('AWAITING_CONFIRMATION')
})

test('reports of the earlier check are removed', async () => {
  const filekey = await checkedFile(cardFile(['1', candidates('5003', 1)[0] ?? '']))
  expect(await downloadText(system, filekey, 'rejected')).toContain('1,2026-10-01')
  await fix(filekey, 1, { card_number: candidates('5004', 1)[0] ?? '' })
  await check(filekey)
  expect(await storage.size(objectKey.rejected(filekey))).toBeNull()
  expect(await storage.size(objectKey.errors(filekey))).toBeNull()
})

test('a failed check is retried with the corrections', async () => {
  const rows = [1, 2].map(() => ({ ...validRow(branches), company_code: 'XXX' }))
  const filekey = await checkedFile(fileOf(branches, rows), 'admin', 'BRANCHES')
  await fix(filekey, 1, { company_code: 'NLF' }, 'admin')
  expect(await get(filekey)).toMatchObject({ state: 'VALIDATING', counts: { total: 0 } })
  await failAfterRetries(system.workerDeps, { filekey, attempt: 2 })
  expect((await rowsToFix(system, filekey, 'admin')).rows).toEqual([])
  await changeFile(system, 'retry', filekey, 'admin')
  await check(filekey)
  expect(await get(filekey)).toMatchObject({
    state: 'AWAITING_CONFIRMATION',
    counts: { valid: 1, error: 1 },
    fixed_rows: 1,
  })
})

test('a job of an earlier check neither runs nor fails the later one', async () => {
  const filekey = await checkedFile(cardFile(['1', '2']))
  const earlier = { filekey, attempt: 1 }
  await fix(filekey, 1, { card_number: candidates('5007', 1)[0] ?? '' })
  await validateFile(system.workerDeps, earlier)
  await failAfterRetries(system.workerDeps, earlier)
  expect(await get(filekey)).toMatchObject({ state: 'VALIDATING', attempt: 2 })
  await check(filekey)
  expect(await get(filekey)).toMatchObject({ state: 'AWAITING_CONFIRMATION', counts: { valid: 1 } })
})

test('a job whose file is checked again meanwhile stores no outcome', async () => {
  const filekey = await checkedFile(cardFile(['1', '2']))
  await fix(filekey, 1, { card_number: candidates('5008', 1)[0] ?? '' })
  storage.beforeRead = async () => {
    await system.pool.query('UPDATE files SET attempt = 3 WHERE source_filekey = $1', [filekey])
  }
  await validateFile(system.workerDeps, { filekey, attempt: 2 })
  storage.beforeRead = undefined
  expect(await get(filekey)).toMatchObject({ state: 'VALIDATING', counts: { total: 0, valid: 0 } })
  await check(filekey)
  expect(await get(filekey)).toMatchObject({ state: 'AWAITING_CONFIRMATION', counts: { valid: 1 } })
})

test('a file that is cancelled while it is checked again ends', async () => {
  const filekey = await checkedFile(cardFile(['1', '2']))
  await fix(filekey, 1, { card_number: candidates('5005', 1)[0] ?? '' })
  await changeFile(system, 'cancel', filekey)
  await check(filekey)
  await cleanFile(system.workerDeps, { filekey })
  expect(await get(filekey)).toMatchObject({ state: 'CANCELLED' })
  expect((await rowsToFix(system, filekey)).rows).toEqual([])
})

test('stores at most 1,000 rows, rejected ones first, with room for rows with warnings', async () => {
  const text = cardFile(candidates('6001', 50)).replaceAll(',2026-10-01', ', 2026-10-01')
  const filekey = await checkedFile(`${text}${'1,,\n'.repeat(990)}`)
  const found = await rowsToFix(system, filekey)
  expect(found).toMatchObject({ total_rejected: 990, total_warned: 50 })
  expect(found.rows.map(({ outcome }) => outcome)).toEqual([
    ...Array(950).fill('rejected'),
    ...Array(50).fill('warned'),
  ])
  const many = await rowsToFix(system, await checkedFile(`${text}${'1,,\n'.repeat(5_000)}`))
  expect(many).toMatchObject({ total_rejected: 5_000, total_warned: 50 })
  expect([0, 949, 950, 999].map((at) => many.rows[at]?.row_number)).toEqual([51, 1_000, 1, 50])
  expect(many.rows).toHaveLength(1_000)
})

test('cells are stored with their masked text, as masking takes too long when they are read', async () => {
  const columns = Object.keys(branches.fields)
  const digits = 'Ａ１'.repeat(300)
  const content = `${columns.join()}\n${`${columns.map(() => digits).join()}\n`.repeat(100)}`
  const filekey = await checkedFile(content, 'admin', 'BRANCHES')
  await system.pool.query(
    `INSERT INTO rows_to_fix SELECT source_filekey, row_no + 100 * n, line_no, outcome, is_malformed, cells, problems
     FROM rows_to_fix, generate_series(1, 9) n WHERE source_filekey = $1`,
    [filekey],
  )
  const found = await rowsToFix(system, filekey, 'admin')
  expect([found.rows.length, found.rows[0]?.masked]).toEqual([1_000, columns])
  expect(JSON.stringify(found.rows[0]?.cells)).toContain(`${'Ａ１'.repeat(50)}…`)
  const { rows } = await system.pool.query<{ cells: string[][] }>(
    'SELECT cells FROM rows_to_fix WHERE source_filekey = $1',
    [filekey],
  )
  expect(rows.every(({ cells }) => cells.every(([, text, shown]) => text?.length === 502 && shown))).toBe(
    true,
  )
})

test('a file has at most 50,000 corrected cells', async () => {
  const filekey = await checkedFile(cardFile(['1', '2']))
  await system.pool.query(
    `INSERT INTO cell_fixes SELECT $1, row_no, 'x', '', '', uploaded_by, now()
     FROM files, generate_series(11, 50010) row_no WHERE source_filekey = $1`,
    [filekey],
  )
  const items = [{ row: 1, values: { card_number: '5' } }]
  expect(await sendFixes(system, filekey, items)).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'items', code: 'max' }] },
  })
  await system.pool.query('DELETE FROM cell_fixes WHERE source_filekey = $1 AND row_no = 11', [filekey])
  expect((await sendFixes(system, filekey, items)).status).toBe(200)
})

test('refuses a correction that changes nothing', async () => {
  const filekey = await checkedFile(cardFile(['1', '2']))
  for (const value of ['1', null])
    expect(await sendFixes(system, filekey, [{ row: 1, values: { card_number: value } }])).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'items', code: 'unchanged' }] },
    })
  expect(await get(filekey)).toMatchObject({ state: 'AWAITING_CONFIRMATION', attempt: 1 })
})

test('corrects 4,000 cells in one call, of which the trail lists the first', async () => {
  const filekey = await checkedFile(
    `card_number,date_from,date_to,reference_no,note\n${'1,,,,\n'.repeat(1_100)}`,
  )
  const { version } = await get(filekey)
  const items = candidates('5006', 1_000).map((card_number, index) => ({
    row: index + 1,
    values: { card_number, date_from: '2026-10-01', date_to: '2026-10-31', reference_no: 'x'.repeat(200) },
  }))
  await system.call(api.fixes.save, { body: { source_filekey: filekey, version, items } }, 'agent')
  await check(filekey)
  expect(await get(filekey)).toMatchObject({ counts: { valid: 1_000, error: 100 }, fixed_rows: 1_000 })
  const { rows } = await system.pool.query<{ changes: object }>(
    "SELECT changes FROM audit_events WHERE resource_id = $1 AND action = 'file.fix'",
    [filekey],
  )
  expect(rows[0]?.changes).toMatchObject({ rows: [null, 1_000], cells: [null, 4_000] })
  expect(Object.keys(rows[0]?.changes ?? {}).filter((name) => name.startsWith('row '))).toHaveLength(200)
  expect(JSON.stringify(rows[0]?.changes)).not.toMatch(/\d{16}/)
})
