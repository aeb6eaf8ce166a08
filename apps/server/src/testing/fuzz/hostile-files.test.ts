import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzzFiles } from './fuzz-files.ts'
import { type FuzzSystem, startFuzzSystem } from './fuzz-system.ts'

let system: FuzzSystem
beforeAll(async () => {
  system = await startFuzzSystem({ workers: true })
})
afterAll(() => system.stop())

// `npm run fuzz` uploads them in the other categories too.
test('hostile files are read or refused in clear words, and leave nothing behind', async () => {
  const results = await fuzzFiles(system, ['SMAC_INQUIRY', 'CASES', 'TENDERS'])
  expect(results.filter(({ flaws }) => flaws.length > 0)).toEqual([])
  expect(system.failures).toEqual([])
}, 120_000)
