import { api } from '@backoffice/contract/api'
import { isFinalState } from '@backoffice/contract/file-states'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { dryRun, waitFor } from '../../testing/file-actions.ts'
import { addCash } from '../../testing/tenders.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
  await addCash(system.pool)
  await system.pool.query(`
    INSERT INTO tenders (source_system, tender_id, tender_name, payment_method_code, company_code)
    VALUES ('POS', '0001', 'Before', 'CSH', '*')`)
})
afterAll(() => system.stop())

test('an import waits for a call that holds a row without deadlocking', async () => {
  const text =
    'source_system,tender_id,tender_name,payment_method_code,company_code\nPOS,0001,Imported,CSH,*\n'
  const { source_filekey } = await dryRun(system, text, 'lookup', { category: 'TENDERS' })
  const call = await system.pool.connect()
  try {
    await call.query('BEGIN')
    await call.query('SELECT id FROM tenders FOR UPDATE')
    await system.call(api.tenders.import, { body: { source_filekey } }, 'lookup')
    await vi.waitFor(
      async () => {
        const { rows } = await system.pool.query(
          `SELECT FROM pg_locks WHERE NOT granted AND relation = 'tenders'::regclass
           UNION ALL SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'`,
        )
        expect(rows).not.toHaveLength(0)
      },
      { timeout: 10_000 },
    )
    await call.query(`UPDATE tenders SET tender_name = 'Called', version = version + 1`)
    await call.query('COMMIT')
  } finally {
    call.release()
  }
  const file = await waitFor(system, source_filekey, 'lookup', (each) => isFinalState(each.state))
  expect(file.preview?.written).toEqual({ new: 0, changed: 0, conflicts: 1 })
  expect(system.failures).toEqual([])
})

test('reading rows of another user’s import requires file:view-all and the table’s permission', async () => {
  const text = 'source_system,tender_id,tender_name,payment_method_code,company_code\nPOS,0002,New,CSH,*\n'
  const { source_filekey } = await dryRun(system, text, 'lookup', { category: 'TENDERS' })
  const body = { source_filekey, outcome: 'new' as const }
  const download = { body: { source_filekey, artifact: 'preview_new' as const } }
  expect(await system.call(api.files.get, { query: { source_filekey } }, 'supervisor')).toMatchObject({
    may: { download: false },
  })
  for (const as of ['supervisor', 'auditor'] as const) {
    const status = as === 'auditor' ? 200 : 403
    expect([as, (await system.send(api.files.preview, { body }, as)).status]).toEqual([as, status])
    const errors = await system.send(api.files.errors, { query: { source_filekey } }, as)
    expect([as, errors.status]).toEqual([as, status])
  }
  expect((await system.send(api.files.presign, download, 'supervisor')).status).toBe(403)
})
