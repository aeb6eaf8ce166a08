import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadFile } from '../../testing/file-actions.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { findFile } from '../tracked/files.store.ts'
import { type TestSheet, writeWorkbook } from '../xlsx/read/testing/write-workbook.ts'
import { matchUpload } from './match-upload.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())

const rows = [['Member ID'], ['9990000000000011']]

/** Input to match an upload of these sheets. */
async function inputOf(sheets: readonly TestSheet[]) {
  const path = join(tmpdir(), `${crypto.randomUUID()}.xlsx`)
  await writeWorkbook(path, { sheets })
  const content = await readFile(path)
  await rm(path)
  const { source_filekey } = await uploadFile(system, content, 'agent', {
    file_name: 'list.xlsx',
    content_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    category: 'SMAC_INQUIRY',
  })
  const { db, storage, clock } = system.workerDeps
  const file = await findFile(db, source_filekey)
  if (!file) throw new Error('The file is missing')
  const { signal } = new AbortController()
  return { db, storage, file, now: clock.now(), maxRows: 1_000, onProgress: () => {}, signal }
}

test('a cancelled file ends while its sheets are looked at', async () => {
  const sheets = Array.from({ length: 20 }, (_, i) => ({ name: `Sheet${i}`, rows }))
  const abort = new AbortController()
  const reason = new Error('cancelled')
  let reports = 0
  const onProgress = () => {
    if (++reports === 3) abort.abort(reason)
  }
  const input = { ...(await inputOf(sheets)), onProgress, signal: abort.signal }
  await expect(matchUpload(input)).rejects.toBe(reason)
  expect(reports).toBe(3)
})

test('names of sheets are masked and cut', async () => {
  const names = ['9990000000000011', 'Cards 9990-0000-0000-0029', 'x'.repeat(500_000)]
  const { columns } = await matchUpload(await inputOf(names.map((name) => ({ name, rows }))))
  expect(columns?.found.sheets.map(({ name }) => name)).toEqual([
    '•••• 0011',
    'Cards •••• 0029',
    `${'x'.repeat(100)}…`,
  ])
})

test('counts the rows of a template before any is checked', async () => {
  const cards = [['card_number'], ...Array.from({ length: 5 }, () => ['9990000000000011'])]
  const input = await inputOf([{ name: 'Cards', rows: cards }])
  expect(await matchUpload({ ...input, maxRows: 5 })).toMatchObject({ isOpen: false })
  await expect(matchUpload({ ...input, maxRows: 4 })).rejects.toMatchObject({
    code: 'F003',
    message: 'The file has more than 4 rows. Split it and upload the parts.',
  })
})
