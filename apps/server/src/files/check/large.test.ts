import { api } from '@backoffice/contract/api'
import { isFinalState } from '@backoffice/contract/file-states'
import type { TrackedFile } from '@backoffice/contract/files'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadFile } from '../../testing/file-actions.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

/** The largest import, and an export of a million rows; at most a tenth without FULL=1. */
const IMPORTED_ROWS = process.env.FULL ? 50_000 : 2_500
const EXPORTED_ROWS = process.env.FULL ? 1_000_000 : 20_000
/** Memory growth of the process, including garbage. A row in memory takes about a kilobyte. */
const MAX_GROWTH_MB = 600
const SOURCES = ['POS', 'FUEL', 'ONLINE', 'KIOSK']

let system: TestSystem
let owner: pg.Client
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
  owner = new pg.Client({ connectionString: system.url })
  await owner.connect()
  await owner.query(`
    INSERT INTO payment_methods (payment_method_code, name, type, earns_points, requires_reference, settlement_days,
      sort_order)
    VALUES ('CSH', 'Cash', 'CASH', true, false, 0, 0) ON CONFLICT DO NOTHING`)
})
afterAll(async () => {
  await owner.end()
  await system.stop()
})

function content(version: string) {
  const lines = Array.from({ length: IMPORTED_ROWS }, (_, n) => {
    const id = Math.floor(n / 4)
      .toString(36)
      .toUpperCase()
      .padStart(4, '0')
    const low = 10_000_000 + n * 1_000
    return `${SOURCES[n % 4]},${id},Tender ${version} ${n},CSH,${low},${low + 999},*`
  })
  const header = 'source_system,tender_id,tender_name,payment_method_code,bin_from,bin_to,company_code'
  return `${header}\n${lines.join('\n')}\n`
}

async function until(source_filekey: string, isReached: (file: TrackedFile) => boolean) {
  for (;;) {
    const file = await system.call(api.files.get, { query: { source_filekey } }, 'lookup')
    if (isReached(file)) return file
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Measures time and growth of resident memory of `work`. */
async function measured<T>(what: string, work: () => Promise<T>): Promise<T> {
  const before = process.memoryUsage.rss()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 20)
  const start = performance.now()
  try {
    return await work()
  } finally {
    clearInterval(timer)
    const grown = Math.round((peak - before) / 1024 ** 2)
    console.log(
      `${what}: ${Math.round(performance.now() - start)} ms, ${grown} MB over ${Math.round(before / 1024 ** 2)}`,
    )
    expect(grown).toBeLessThan(MAX_GROWTH_MB)
  }
}

test.each([
  ['new rows', '1', { new: IMPORTED_ROWS, changed: 0, conflicts: 0 }],
  ['changed rows', '2', { new: 0, changed: IMPORTED_ROWS, conflicts: 0 }],
])(
  `imports ${IMPORTED_ROWS} %s in bounded memory`,
  async (what, version, written) => {
    const text = content(version)
    const { source_filekey } = await measured(`dry run of ${what}`, async () => {
      const file = await uploadFile(system, text, 'lookup', { category: 'TENDERS' })
      return until(file.source_filekey, (each) => each.validated_at !== null || isFinalState(each.state))
    })
    const file = await measured(`import of ${what}`, async () => {
      await system.call(api.tenders.import, { body: { source_filekey } }, 'lookup')
      return until(source_filekey, (each) => isFinalState(each.state))
    })
    expect(file).toMatchObject({ state: 'COMPLETED', preview: { written } })
    const { rows } = await owner.query("SELECT reltuples FROM pg_class WHERE relname = 'tenders'")
    expect(rows[0].reltuples, 'the planner’s estimate').toBeGreaterThanOrEqual(IMPORTED_ROWS)
  },
  300_000,
)

test(`exports ${EXPORTED_ROWS} rows in bounded memory`, async () => {
  // Inserting rows is faster without the other indexes.
  await owner.query('TRUNCATE tenders')
  const { rows } = await owner.query<{ indexname: string }>(
    `SELECT indexname FROM pg_indexes WHERE tablename = 'tenders' AND indexname ~ '^tenders_(by|search)'`,
  )
  for (const { indexname } of rows) await owner.query(`DROP INDEX ${indexname}`)
  await owner.query(
    `INSERT INTO tenders (source_system, tender_id, tender_name, payment_method_code, company_code)
     SELECT 'POS', upper(lpad(to_hex(n % 65536), 4, '0')), 'Tender ' || n, 'CSH', 'C' || (n / 65536)
     FROM generate_series(1, $1::int) AS n`,
    [EXPORTED_ROWS],
  )
  const file = await measured('export', async () => {
    const { source_filekey } = await system.call(api.tenders.export, { body: { form: 'view' } }, 'lookup')
    return until(source_filekey, (each) => isFinalState(each.state))
  })
  expect(file).toMatchObject({ state: 'COMPLETED', counts: { total: EXPORTED_ROWS } })
}, 300_000)
