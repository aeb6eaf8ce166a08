import { api } from '@backoffice/contract/api'
import { passesLuhn } from '@backoffice/contract/card-number'
import { isFinalState } from '@backoffice/contract/file-states'
import { branches } from '@backoffice/contract/tables/branches'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { downloadText, dryRun, waitFor } from '../../testing/file-actions.ts'
import { addMasters, createRow, fileOf, validRow } from '../../testing/table-rows.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
  await addMasters(system.pool)
})
afterAll(() => system.stop())

/** 15 digits that pass the check digit of cards, like one in ten merchant ids. */
const MERCHANT = '999000000417009'
const CARD = '9990000000000011'

test('shows a whole merchant id that looks like a card in the preview of an import and in the history', async () => {
  expect(passesLuhn(MERCHANT)).toBe(true)
  const row = { ...validRow(branches), merchant_id: MERCHANT }
  const file = await dryRun(system, fileOf(branches, [row]), 'admin', { category: branches.category })
  const { source_filekey } = file
  const { items } = await system.call(
    api.files.preview,
    { body: { source_filekey, outcome: 'new', page: 1, page_size: 25 } },
    'admin',
  )
  expect(items[0]?.changes).toContainEqual({ field: 'merchant_id', from: null, to: MERCHANT })
  await system.call(api.branches.import, { body: { source_filekey } }, 'admin')
  await waitFor(system, source_filekey, 'admin', ({ state }) => isFinalState(state))

  const called = await createRow(system, branches, { ...validRow(branches), merchant_id: MERCHANT })
  expect(called.status).toBe(201)
  const { rows } = await system.pool.query(
    `SELECT changes->'merchant_id' AS change FROM audit_events WHERE action = 'glass-branch.create'`,
  )
  expect(rows).toEqual([{ change: [null, MERCHANT] }, { change: [null, MERCHANT] }])
})

test('errors of an import show it whole, but mask cards in any column', async () => {
  const [merchant, tooLong, named] = [
    { ...validRow(branches), merchant_id: ` ${MERCHANT}` },
    { ...validRow(branches), merchant_id: CARD },
    { ...validRow(branches), branch_name: CARD },
  ]
  const content = fileOf(branches, [merchant, tooLong, named])
  const file = await dryRun(system, content, 'admin', { category: branches.category })
  const errors = await downloadText(system, file.source_filekey, 'errors', 'admin')
  expect(errors).toContain(MERCHANT)
  expect(errors).toContain('•••• 0011')
  expect(errors).not.toContain(CARD)
  const { items } = await system.call(
    api.files.preview,
    { body: { source_filekey: file.source_filekey, outcome: 'new', page: 1, page_size: 25 } },
    'admin',
  )
  expect(JSON.stringify(items)).not.toContain(CARD)
})
