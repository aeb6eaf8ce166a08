import { setTimeout as sleep } from 'node:timers/promises'
import { isFinalState } from '@backoffice/contract/file-states'
import { Client } from 'pg'
import { Driver } from '../../kill/driver.ts'
import { p99 } from '../measure.ts'
import { listLatencies, serve, watchMemory } from '../served.ts'

/** `overIdle`: bytes above what the processes held before. `idleP99` and `busyP99`: another user's list call. */
export type LargeJob = {
  what: string
  tookMs: number
  overIdle: number | null
  idleP99: number
  busyP99: number
}

const IDLE_MS = 5_000
const LIMIT_MS = 300_000
const IMPORTED_ROWS = 50_000
const PAYMENT_METHOD = '0001'
/** Of the tenders that are imported, and of no other. */
const PREFIX = 'Z'

/** The largest import, and an export of all 1,000,000 tenders, while another user reads the list. */
export async function measureLargeJobs(url: string, dataDir: string): Promise<LargeJob[]> {
  const owner = new Client({ connectionString: url })
  await owner.connect()
  const removeImported = () => owner.query('DELETE FROM tenders WHERE tender_id LIKE $1', [`${PREFIX}%`])
  await removeImported()
  await owner.query(
    `INSERT INTO payment_methods (payment_method_code, name, type, earns_points, requires_reference, settlement_days,
       sort_order)
     VALUES ($1, 'Cash', 'CASH', true, false, 0, 0) ON CONFLICT DO NOTHING`,
    [PAYMENT_METHOD],
  )
  const served = await serve({ databaseUrl: url, ownerUrl: url, dataDir, workers: 1 })
  try {
    const [desk, reader] = [new Driver(served.address), new Driver(served.address)]
    await desk.signIn('lookup@backoffice.test')
    await reader.signIn('admin@backoffice.test')
    const list = () =>
      reader.call('/lookup/tenders', { page_size: 25, filters: { status: { in: ['ACTIVE'] } } })
    const finished = async (filekey: string) => {
      const file = await desk.until(filekey, ({ state }) => isFinalState(state), LIMIT_MS)
      if (file.state !== 'COMPLETED') throw new Error(`the job ended ${file.state}`)
    }
    // Warm-up: cold code is not the usual case.
    await listLatencies(list, sleep(IDLE_MS))
    const idleP99 = p99(await listLatencies(list, sleep(IDLE_MS)))

    const watched = async (what: string, work: () => Promise<unknown>): Promise<LargeJob> => {
      const began = performance.now()
      const watching = watchMemory(served, work)
      const busyP99 = p99(await listLatencies(list, watching))
      const { overIdle } = await watching
      return { what, tookMs: performance.now() - began, overIdle, idleP99, busyP99 }
    }
    let imported = ''
    return [
      await watched('export of 1,000,000 rows', async () =>
        finished((await desk.call('/lookup/tenders/export', { form: 'view' })).body.resource.source_filekey),
      ),
      await watched('dry run of 50,000 rows', async () => {
        imported = await desk.upload(importFile(), undefined, 'TENDERS')
        await desk.until(imported, ({ validated_at }) => validated_at !== null, LIMIT_MS)
      }),
      await watched('import of 50,000 rows', async () => {
        const { status } = await desk.call('/lookup/tenders/import', { source_filekey: imported })
        if (status >= 400) throw new Error(`the import was refused with ${status}`)
        await finished(imported)
      }),
    ]
  } finally {
    await served.stop()
    await removeImported()
    await owner.end()
  }
}

function importFile(): Buffer {
  const lines = Array.from({ length: IMPORTED_ROWS }, (_, n) => {
    const id = PREFIX + (n >> 1).toString(36).toUpperCase().padStart(3, '0')
    return `${n % 2 ? 'POS' : 'FUEL'},${id},Tender ${n},${PAYMENT_METHOD},*`
  })
  return Buffer.from(
    `source_system,tender_id,tender_name,payment_method_code,company_code\n${lines.join('\n')}\n`,
  )
}
