import { api } from '@backoffice/contract/api'
import { tenders } from '@backoffice/contract/tables/tenders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestIn, statusOf, switchRule } from '../../testing/approvals.ts'
import { dryRun, waitFor } from '../../testing/file-actions.ts'
import { addMasters, fileOf, validRow } from '../../testing/table-rows.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
  await addMasters(system.pool)
  await switchRule(system, 'MASS_CHANGE', true, 1)
})
afterAll(() => system.stop())

const REASON = 'The columns of the file were matched again.'

test('matching a file again ends its request for approval and removes its corrected cells', async () => {
  const content = fileOf(tenders, [validRow(tenders), validRow(tenders)])
  const [header = '', ...rows] = content.split('\n')
  const foreign = [header.replace('tender_id', 'Tender no.'), ...rows].join('\n')
  const { source_filekey, version } = await dryRun(system, foreign, 'lookup', { category: 'TENDERS' })
  const { columns } = await system.call(api.columns.get, { query: { source_filekey } }, 'lookup')
  const fields = columns.flatMap(({ index, suggestion }) =>
    suggestion ? [{ field: suggestion.field, column: index }] : [],
  )
  const match = async (seen: number) => {
    const body = { source_filekey, version: seen, sheet: null, header_row: 1, columns: fields }
    await system.call(api.columns.match, { body }, 'lookup')
    return waitFor(system, source_filekey, 'lookup', ({ state }) => state === 'AWAITING_CONFIRMATION')
  }
  const matched = await match(version)
  await system.pool.query(
    `INSERT INTO cell_fixes SELECT $1, 1, 'tender_name', 'x', 'y', id, now() FROM users LIMIT 1`,
    [source_filekey],
  )
  const body = { source_filekey, version: matched.version }
  const id = requestIn(await system.send(api.tenders.import, { body }, 'lookup'))
  const waiting = await system.call(api.files.get, { query: { source_filekey } }, 'lookup')
  const again = await match(waiting.version)
  expect(await statusOf(system, id)).toBe('WITHDRAWN')
  expect(again).toMatchObject({
    approval: { status: 'WITHDRAWN', decision_reason: REASON },
    may: { confirm: true, match: true },
  })
  const { rows: fixes } = await system.pool.query('SELECT FROM cell_fixes WHERE source_filekey = $1', [
    source_filekey,
  ])
  expect(fixes).toEqual([])
})
