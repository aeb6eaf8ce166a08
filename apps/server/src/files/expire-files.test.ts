import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { expireFiles } from './clean-up.ts'

const NOW = new Date('2026-11-24T18:17:00.123Z')
const HOUR_MS = 3_600_000

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())

const age = fc.oneof(
  fc.tuple(fc.constantFrom(24, 72), fc.constantFrom(-1, 0, 1)).map(([hours, ms]) => hours * HOUR_MS + ms),
  fc.integer({ min: 0, max: 100 * HOUR_MS }),
)
const file = fc.record({
  filekey: fc.uuid({ version: 4 }),
  state: fc.constantFrom(
    'PENDING_UPLOAD',
    'AWAITING_CONFIRMATION',
    'UPLOADED',
    'QUEUED',
    'FAILED',
    'COMPLETED',
  ),
  created: age,
  changed: age,
})

test('expires pending uploads after 24 hours and dry runs after 72, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(file, { maxLength: 20, selector: ({ filekey }) => filekey }),
      async (files) => {
        await system.pool.query('DELETE FROM files')
        const at = (ms: number) => new Date(NOW.getTime() - ms)
        for (const { filekey, state, created, changed } of files)
          await system.pool.query(
            `INSERT INTO files (source_filekey, category, file_name, size, state, uploaded_by, link_expires_at, created_at, state_changed_at)
           SELECT $1, 'SMAC_INQUIRY', 'f.csv', 1, $2, id, now(), $3, $4 FROM users LIMIT 1`,
            [filekey, state, at(created), at(changed)],
          )
        await expireFiles({ ...system.workerDeps, clock: { now: () => NOW } })
        const { rows } = await system.pool.query<{ filekey: string; state: string }>(
          'SELECT source_filekey AS filekey, state FROM files',
        )
        const found = new Map(rows.map(({ filekey, state }) => [filekey, state]))
        const model = files.map(({ filekey, state, created, changed }): [string, string] => {
          const isOver =
            (state === 'PENDING_UPLOAD' && created >= 24 * HOUR_MS) ||
            (state === 'AWAITING_CONFIRMATION' && changed >= 72 * HOUR_MS)
          return [filekey, isOver ? 'EXPIRED' : state]
        })
        expect(found).toEqual(new Map(model))
      },
    ),
    { numRuns: propertyRuns(40) },
  )
})
