import { api } from '@backoffice/contract/api'
import { INQUIRY_LAYOUT } from '@backoffice/contract/columns'
import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadFile } from '../../testing/file-actions.ts'
import { checkFile } from '../../testing/fixes.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { hasTemplateColumns } from './template-columns.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ limits: { uploadsAtOnce: 10_000 } })
})
afterAll(() => system.stop())

const NAMES = ['card_number', 'Card No.', 'date_from', 'date_to', 'reference_no', 'Ref', 'Colour']
const upload = fc.record({
  names: fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }),
  as: fc.constantFrom('agent', 'supervisor'),
  confirms: fc.boolean(),
})

test('a file is open for matching unless its header is the template’s or confirmed by the same user', async () => {
  const confirmed = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(upload, { minLength: 1, maxLength: 4 }), async (uploads) => {
      for (const { names, as, confirms } of uploads) {
        const content = `${names.join()}\n${names.map(() => '9990000000000011').join()}\n`
        const { source_filekey } = await uploadFile(system, content, as)
        await checkFile(system, source_filekey)
        const query = { source_filekey }
        const { state } = await system.call(api.files.get, { query }, as)
        const key = JSON.stringify([as, names.map((name) => name.toLowerCase())])
        if (state === 'AWAITING_CONFIRMATION')
          expect(confirmed.has(key) || hasTemplateColumns(names, INQUIRY_LAYOUT)).toBe(true)
        if (state !== 'MATCHING' || !confirms) continue
        const { version, header_row } = await system.call(api.columns.get, { query }, as)
        const columns = [{ field: 'card_number', column: 0 }]
        const body = { source_filekey, version, sheet: null, header_row, columns }
        await system.call(api.columns.match, { body }, as)
        confirmed.add(key)
      }
    }),
    { numRuns: propertyRuns(60), endOnFailure: true },
  )
  expect(confirmed.size).toBeGreaterThan(0)
})
