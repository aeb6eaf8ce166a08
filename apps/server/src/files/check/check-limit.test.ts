import { afterAll, beforeAll, expect, test } from 'vitest'
import { cardFile } from '../../testing/candidates.ts'
import { dryRun } from '../../testing/file-actions.ts'
import { fixCells, sendFixes } from '../../testing/fixes.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true, limits: { checksPerHour: 2 } })
})
afterAll(() => system.stop())

test('a user corrects files only so often per hour', async () => {
  const { source_filekey } = await dryRun(system, cardFile(['1', '2']))
  const items = (card_number: string) => [{ row: 1, values: { card_number } }]
  for (const value of ['3', '4']) await fixCells(system, source_filekey, items(value))
  expect(await sendFixes(system, source_filekey, items('5'))).toMatchObject({
    status: 429,
    body: { code: 'too_many_checks' },
  })
})
