import { api } from '@backoffice/contract/api'
import { tenders } from '@backoffice/contract/tables/tenders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { candidates, cardFile } from '../../testing/candidates.ts'
import { downloadText, dryRun } from '../../testing/file-actions.ts'
import { addMasters, fileOf, validRow } from '../../testing/table-rows.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

/** A card list is what it holds, whatever category its uploader gives. */
let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
  await addMasters(system.pool)
})
afterAll(() => system.stop())

const [NUMBER = ''] = candidates('0073', 1)
const CATEGORY = { category: tenders.category, file_name: 'rows.csv' }

const importOf = (text: string) => dryRun(system, text, 'admin', CATEGORY)
const download = (source_filekey: string, artifact: 'source' | 'rejected', as: string) =>
  system.send(api.files.presign, { body: { source_filekey, artifact, format: 'csv' } }, as)

test('an import without card numbers needs no reason', async () => {
  const { source_filekey } = await importOf(fileOf(tenders, [validRow(tenders)]))
  expect(await download(source_filekey, 'source', 'leonora.santiago')).toMatchObject({ status: 200 })
})

const header = fileOf(tenders, []).trim()
const row = () => fileOf(tenders, [validRow(tenders)]).split('\n')[1]

test.each([
  ['another column', () => `${header},card_number\n${row()},${NUMBER}\n`, ['source']],
  ['the name of a column', () => `${header},${NUMBER}\n${row()},x\n`, ['source']],
  ['a field', () => fileOf(tenders, [{ ...validRow(tenders), tender_name: NUMBER }]), ['source', 'rejected']],
  ['an upload with other columns', () => cardFile([NUMBER]), ['source']],
] as const)(
  'an import with a card number in %s needs a reason for others',
  async (_where, text, artifacts) => {
    const { source_filekey } = await importOf(text())
    for (const artifact of artifacts) {
      expect(await download(source_filekey, artifact, 'leonora.santiago')).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'reason' }, { field: 'ticket_no' }] },
      })
      expect(await downloadText(system, source_filekey, artifact, 'admin')).toContain(NUMBER)
    }
  },
)
