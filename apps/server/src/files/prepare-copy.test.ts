import { api } from '@backoffice/contract/api'
import type { CallInput } from '@backoffice/contract/endpoint'
import { isFinalState } from '@backoffice/contract/file-states'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { userIdOf } from '../testing/access.ts'
import { downloadText, downloadWorkbook, dryRun, waitFor } from '../testing/file-actions.ts'
import { type ReadCell, readWorkbook, textsOf } from '../testing/read-workbook.ts'
import { addCash } from '../testing/tenders.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { storedBytes } from './tracked/file-writes.store.ts'
import { STYLES } from './xlsx/write/columns.ts'

const AS = 'lookup'
const endpoints = api.tenders
const HEADER =
  'source_system,Tender_ID,tender_name,payment_method_code,company_code,status,effective_from,effective_to'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
  await addCash(system.pool)
})
afterAll(() => system.stop())
beforeEach(async () => {
  await system.pool.query('DELETE FROM tenders')
  await system.pool.query(`
    INSERT INTO tenders (source_system, tender_id, tender_name, payment_method_code, company_code, status, effective_to,
      updated_at)
    VALUES ('POS', '0021', '=cmd()', 'CSH', '*', 'ACTIVE', '2027-06-30', '2026-11-22T00:20:00Z')`)
})

type ExportBody = CallInput<typeof endpoints.export>['body']
async function exported(body: ExportBody) {
  const { source_filekey } = await system.call(endpoints.export, { body }, AS)
  await waitFor(system, source_filekey, AS, (each) => isFinalState(each.state))
  const [sheet = []] = await readWorkbook(await downloadWorkbook(system, source_filekey, 'result', AS))
  return { source_filekey, sheet }
}

const check = (content: string) => dryRun(system, content, AS, { category: 'TENDERS' })

/** The CSV that a person saves from the workbook. */
function csvOf(sheet: (ReadCell | undefined)[][]): string {
  const text = (cell: ReadCell | undefined) =>
    cell?.style === STYLES.date && cell.type === undefined
      ? new Date(Date.UTC(1899, 11, 30 + Number(cell.text))).toISOString().slice(0, 10)
      : (cell?.text ?? '')
  return sheet
    .map((row) => `${Array.from(row, (cell) => `"${text(cell).replaceAll('"', '""')}"`).join(',')}\n`)
    .join('')
}

test('the workbook of an export has the kinds of its list, and no guards against formulas', async () => {
  const columns: ExportBody['columns'] = ['tender_id', 'tender_name', 'effective_to', 'updated_at']
  const { sheet, source_filekey } = await exported({ form: 'view', columns })
  expect(textsOf(sheet)[0]).toEqual(['Tender ID', 'Tender name', 'To', 'Changed'])
  expect(sheet[1]).toEqual([
    { text: '0021', type: 'inlineStr', style: STYLES.code },
    { text: '=cmd()', type: 'inlineStr', style: STYLES.general },
    { text: '46568', type: undefined, style: STYLES.date },
    { text: '46348.34722222224', type: undefined, style: STYLES.time },
  ])
  // The stored CSV stays as it is.
  expect(await downloadText(system, source_filekey, 'result', AS)).toContain("0021,'=cmd(),2027-06-30")
})

test('an exported template imports unchanged from its workbook', async () => {
  const { sheet } = await exported({ form: 'template' })
  expect((await check(csvOf(sheet))).preview).toMatchObject({ new: 0, changed: 0, unchanged: 1, rejected: 0 })
})

test('rejected rows come back from a workbook with the same errors, whatever is in their cells', async () => {
  const rows = [
    'POS,007,"=1+1",CSH,*,ACTIVE,2026-12-01,2026-02-30',
    'POS,0022,a,NONE,*,ACTIVE,2026-12-31,2026-12-01',
  ]
  const first = await check(`${HEADER}\n${rows.join('\n')}\n`)
  const [sheet = []] = await readWorkbook(
    await downloadWorkbook(system, first.source_filekey, 'rejected', AS),
  )
  expect(sheet[1]?.slice(1, 3).map((cell) => cell?.text)).toEqual(['007', '=1+1'])
  expect(sheet[1]?.[6]).toMatchObject({ type: undefined, style: STYLES.date })
  expect(sheet[1]?.[7]).toMatchObject({ text: '2026-02-30', type: 'inlineStr' })
  const second = await check(csvOf(sheet))
  const errorsOf = ({ source_filekey }: typeof first) =>
    system.call(api.files.errors, { query: { source_filekey } }, AS)
  expect(await errorsOf(second)).toEqual(await errorsOf(first))
})

test('a copy is made once for a version of the file, and again for a later one', async () => {
  const { source_filekey } = await check(`${HEADER}\nPOS,0023,New,CSH,*,ACTIVE,,\n`)
  const [first, second] = await Promise.all(
    [0, 1].map(() => downloadWorkbook(system, source_filekey, 'preview', AS)),
  )
  expect(first).toEqual(second)
  const madeFor = async () => {
    const { rows } = await system.pool.query<{ made: boolean; bytes: string }>(
      `SELECT file_version = version AS made, bytes FROM file_copies JOIN files USING (source_filekey)
       WHERE source_filekey = $1`,
      [source_filekey],
    )
    return rows
  }
  expect(await madeFor()).toEqual([{ made: true, bytes: String(first?.length) }])
  await system.call(endpoints.import, { body: { source_filekey } }, AS)
  await waitFor(system, source_filekey, AS, (file) => file.state === 'COMPLETED')
  expect((await madeFor())[0]?.made).toBe(false)
  await downloadWorkbook(system, source_filekey, 'preview', AS)
  expect(await madeFor()).toMatchObject([{ made: true }])
})

test('copies count toward the stored bytes of their owner', async () => {
  const { source_filekey } = await check(`${HEADER}\nPOS,0023,New,CSH,*,ACTIVE,,\n`)
  const owner = await userIdOf(system, AS)
  const bytes = () => system.db.transaction().execute((tx) => storedBytes(tx, owner))
  const before = await bytes()
  const workbook = await downloadWorkbook(system, source_filekey, 'preview', AS)
  expect(await bytes()).toBe(before + workbook.length)
})

test('the template of an import is a workbook too, with its codes as text', async () => {
  const { content, workbook } = await system.call(endpoints.template, {}, AS)
  const [sheet = []] = await readWorkbook(Buffer.from(workbook, 'base64'))
  expect(textsOf(sheet)[0]?.join(',')).toBe(content.split('\n')[0])
  expect(sheet[1]?.[1]).toEqual({ text: '0021', type: 'inlineStr', style: STYLES.code })
  expect((await check(csvOf(sheet))).preview).toMatchObject({ unchanged: 1, rejected: 0 })
})
