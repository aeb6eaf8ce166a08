import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import * as fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedger } from '../../db/ledger.ts'
import { yearsBefore } from '../../db/retention-periods.ts'
import { FailingStorage } from '../../testing/failing-storage.ts'
import { arrange, clear, files, look, type OldFile } from '../../testing/old-files.ts'
import { expected } from '../../testing/old-files-model.ts'
import { untilBlocked } from '../../testing/paused-work.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { removeOldFiles } from './remove-old-files.ts'

const NOW = new Date('2026-11-24T18:17:00.123Z')
const RECORDS_UNTIL = yearsBefore(NOW, 5)
const DAY_MS = 86_400_000

let system: TestSystem
let storage: FailingStorage
beforeAll(async () => {
  system = await startTestSystem({
    createStorage: (folder, secret) => (storage = new FailingStorage(folder, secret)),
  })
})
afterAll(() => system.stop())

const run = () => removeOldFiles({ ...system.workerDeps, clock: { now: () => NOW } })

const lastEvent = async () =>
  (await system.pool.query('SELECT coalesce(max(id), 0) AS id FROM audit_events')).rows[0].id as string

async function eventsSince(id: string) {
  const { rows } = await system.pool.query<{ action: string; resource_id: string; changes: object }>(
    'SELECT action, resource_id, changes FROM audit_events WHERE id > $1 ORDER BY id',
    [id],
  )
  return {
    removals: rows
      .filter(({ action }) => action === 'file.remove')
      .map(({ resource_id, changes }) => `${resource_id} ${Object.keys(changes)}`)
      .sort(),
    summaries: rows.filter(({ action }) => action === 'retention.finish').map(({ changes }) => changes),
  }
}

function expectedOf(list: readonly OldFile[]) {
  const each = list.map((file) => ({ file, ...expected(file, NOW, RECORDS_UNTIL) }))
  const counts: Record<string, [number, number]> = {}
  for (const subject of each.flatMap(({ subjects }) => subjects))
    counts[subject] = [(counts[subject]?.[0] ?? 0) + 1, 0]
  return {
    kept: new Map(each.map(({ file, kept }) => [file.filekey, kept])),
    removals: each.flatMap(({ file, events }) => events.map((what) => `${file.filekey} ${what}`)).sort(),
    summary: counts,
  }
}

test('removes exactly the due data, with an event for each file and one for the night', async () => {
  await fc.assert(
    fc.asyncProperty(files, async (list) => {
      await arrange(system, list, NOW)
      const since = await lastEvent()
      await run()
      const model = expectedOf(list)
      expect(await look(system, list)).toEqual(model.kept)
      expect(await eventsSince(since)).toEqual({ removals: model.removals, summaries: [model.summary] })
      const second = await lastEvent()
      await run()
      expect(await look(system, list)).toEqual(model.kept)
      expect((await eventsSince(second)).removals).toEqual([])
      await clear(system, list)
    }),
    { numRuns: propertyRuns(40) },
  )
})

test('failed removals are left for the next night, and others continue', async () => {
  const failing = files.chain((list) => fc.tuple(fc.constant(list), fc.subarray(list)))
  await fc.assert(
    fc.asyncProperty(failing, async ([list, broken]) => {
      await arrange(system, list, NOW)
      const since = await lastEvent()
      const keys = new Set(broken.map(({ filekey }) => filekey))
      // Fails on its last object, after the others are removed.
      storage.beforeRemoval = async (key) => {
        if (/^(chunks|reports)/.test(key) && keys.has(key.split('/')[1] ?? '')) throw new Error('503')
      }
      const hasFailed = await run().then(
        () => false,
        () => true,
      )
      storage.beforeRemoval = async () => {}
      const model = expectedOf(list)
      const after = await look(system, list)
      for (const { filekey } of list) {
        if (keys.has(filekey)) expect(after.get(filekey)).toContain('row')
        else expect(after.get(filekey)).toEqual(model.kept.get(filekey))
      }
      const { removals } = await eventsSince(since)
      expect(removals.filter((each) => keys.has(each.split(' ')[0] ?? ''))).toEqual([])
      if (!hasFailed) expect(after).toEqual(model.kept)
      await run()
      expect(await look(system, list)).toEqual(model.kept)
      expect((await eventsSince(since)).removals).toEqual(model.removals)
      await clear(system, list)
    }),
    { numRuns: propertyRuns(40) },
  )
})

const due = (count: number): OldFile[] =>
  Array.from({ length: count }, () => ({
    filekey: crypto.randomUUID(),
    kind: 'inquiry',
    state: 'COMPLETED',
    uploaded: 91 * DAY_MS,
    validated: 91 * DAY_MS,
    finished: 91 * DAY_MS,
  }))

test('a ledger that is away does not keep other leftovers', async () => {
  const list = due(1).map((file) => ({ ...file, uploaded: DAY_MS, validated: DAY_MS, finished: DAY_MS }))
  await arrange(system, list, NOW)
  const away = new pg.Pool({ host: '127.0.0.1', port: 1 })
  const deps = { ...system.workerDeps, ledger: createLedger(system, away), clock: { now: () => NOW } }
  await expect(removeOldFiles(deps)).rejects.toThrow('ECONNREFUSED')
  expect([...(await look(system, list)).values()]).toEqual([expect.not.arrayContaining(['chunks'])])
  await run()
  expect(await look(system, list)).toEqual(expectedOf(list).kept)
  await clear(system, list)
})

test('a killed worker loses no removal and repeats no event', async () => {
  const list = due(6)
  await arrange(system, list, NOW)
  const since = await lastEvent()
  let removed = 0
  let isHanging = false
  let endHanging = () => {}
  storage.beforeRemoval = (key) => {
    if (key.startsWith('chunks/')) removed += 1
    isHanging = removed === 4
    return isHanging
      ? new Promise((_, reject) => (endHanging = () => reject(new Error('killed'))))
      : Promise.resolve()
  }
  const killed = run().catch(() => {})
  await expect.poll(() => isHanging).toBe(true)
  storage.beforeRemoval = async () => {}
  await terminateHolder()
  expect((await eventsSince(since)).removals).toHaveLength(3)
  await run()
  const model = expectedOf(list)
  expect(await look(system, list)).toEqual(model.kept)
  const { removals, summaries } = await eventsSince(since)
  expect(removals).toEqual(model.removals)
  // The killed run recorded no summary, so the next one includes its removals.
  expect(summaries).toEqual([model.summary])
  endHanging()
  await killed
  await clear(system, list)
})

/** Ends the connection of the hanging removal, like the end of its process. */
async function terminateHolder() {
  const admin = new pg.Client({ connectionString: system.url })
  await admin.connect()
  const { rowCount } = await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND state = 'idle in transaction'`,
  )
  await admin.end()
  expect(rowCount).toBe(1)
}

test('removes more than one page of files in a night', async () => {
  await system.pool.query(
    `INSERT INTO files (source_filekey, category, file_name, size, state, uploaded_by, link_expires_at, finished_at)
     SELECT gen_random_uuid(), 'SMAC_INQUIRY', 'f.csv', 1, 'EXPIRED', (SELECT id FROM users LIMIT 1), now(),
       $1::timestamptz - interval '2 days' FROM generate_series(1, 123)`,
    [NOW],
  )
  const since = await lastEvent()
  await run()
  expect((await eventsSince(since)).summaries).toEqual([{ unregistered_uploads: [123, 0] }])
})

test('a file that is retried while its data is due keeps the data', async () => {
  const [file] = due(1) as [OldFile]
  await arrange(system, [file], NOW)
  const before = await look(system, [file])
  const client = await system.pool.connect()
  await client.query('BEGIN')
  await client.query(`UPDATE files SET state = 'QUEUED', finished_at = NULL WHERE source_filekey = $1`, [
    file.filekey,
  ])
  const removal = run()
  await untilBlocked(system)
  await client.query('COMMIT')
  client.release()
  await removal
  expect(await look(system, [file])).toEqual(before)
  await clear(system, [file])
})
