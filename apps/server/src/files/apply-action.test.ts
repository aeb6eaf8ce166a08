import { api } from '@backoffice/contract/api'
import { isFinalState } from '@backoffice/contract/file-states'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { downloadText, waitFor } from '../testing/file-actions.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'

/** Three chunks; without FULL=1 one full chunk and a partial one. */
const ROWS = process.env.FULL ? 1_200 : 520

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
})
afterAll(() => system.stop())

beforeEach(async () => {
  await system.pool.query('DELETE FROM tenders')
  // Row 7 has the range of row 8, so it is inactive.
  await system.pool.query(`
    INSERT INTO tenders (source_system, tender_id, tender_name, payment_method_code, company_code, status, bin_from, bin_to)
    SELECT 'POS', to_char(n, 'FM0000'), 'Tender ' || n, 'CSH', '*', CASE WHEN n = 8 THEN 'ACTIVE' ELSE 'INACTIVE' END,
      CASE WHEN n IN (7, 8) THEN '999100' END, CASE WHEN n IN (7, 8) THEN '999199' END
    FROM generate_series(1, ${ROWS}) AS n`)
  await system.pool.query(`
    INSERT INTO tenders (source_system, tender_id, tender_name, payment_method_code, company_code, status)
    VALUES ('FUEL', '0001', 'Another', 'CSH', '*', 'INACTIVE')`)
})

const inWords = (count: number) => count.toLocaleString('en')
const selection = { filters: { source_system: { in: ['POS'] } } }

async function apply(action: 'activate' | 'deactivate' | 'delete', count: number) {
  const { source_filekey } = await system.call(
    api.tenders.all,
    { body: { action, selection, count } },
    'lookup',
  )
  return waitFor(system, source_filekey, 'lookup', (each) => isFinalState(each.state))
}

async function counts() {
  const { rows } = await system.pool.query(`
    SELECT count(*) FILTER (WHERE status = 'ACTIVE' AND deleted_at IS NULL)::int AS active,
      count(*) FILTER (WHERE deleted_at IS NOT NULL)::int AS deleted,
      count(*) FILTER (WHERE version > 1)::int AS written FROM tenders`)
  return rows[0]
}

test('applies to all matching rows, with an outcome and an audit event for each', async () => {
  const file = await apply('activate', ROWS)
  expect(file).toMatchObject({
    state: 'COMPLETED_WITH_ERRORS',
    kind: 'action',
    action: { action: 'activate' },
    counts: { total: ROWS, processed: ROWS, valid: ROWS - 2, skipped: 1, error: 1 },
  })
  expect(await counts()).toEqual({ active: ROWS - 1, deleted: 0, written: ROWS - 2 })
  const lines = (await downloadText(system, file.source_filekey, 'result', 'lookup')).split('\n')
  expect(lines.slice(6, 9)).toEqual([
    'POS 0006 * Tender 6,done,',
    expect.stringMatching(/^POS 0007 \* Tender 7,refused,".*Overlaps POS 0008, Tender 8/),
    'POS 0008 * Tender 8,unchanged,',
  ])
  const { rows } = await system.pool.query(
    `SELECT count(*)::int AS events FROM audit_events WHERE action = 'tender.update' AND outcome = 'done'
       AND actor_name = 'Carla Lim' AND changes = '{"status": ["INACTIVE", "ACTIVE"]}'`,
  )
  expect(rows).toEqual([{ events: ROWS - 2 }])
}, 120_000)

test('deletes all matching rows', async () => {
  const file = await apply('delete', ROWS)
  expect(file.state).toBe('COMPLETED')
  expect(await counts()).toEqual({ active: 0, deleted: ROWS, written: ROWS })
}, 120_000)

test('a single refused row is an outcome too', async () => {
  const one = { filters: { tender_id: { in: ['0007'] } } }
  const body = { action: 'activate' as const, selection: one, count: 1 }
  const { source_filekey } = await system.call(api.tenders.all, { body }, 'lookup')
  const file = await waitFor(system, source_filekey, 'lookup', (each) => isFinalState(each.state))
  expect(file).toMatchObject({ state: 'COMPLETED_WITH_ERRORS', counts: { total: 1, error: 1 } })
})

test('is refused when the number of matching rows has changed', async () => {
  const body = { action: 'delete' as const, selection, count: ROWS - 1 }
  const refused = await system.expectProblem(api.tenders.all, { body }, 'lookup')
  expect(refused).toMatchObject({
    status: 409,
    code: 'selection_changed',
    detail: `Not started: you selected ${inWords(ROWS - 1)} rows, and now ${inWords(ROWS)} rows match. Check the list again.`,
  })
})
