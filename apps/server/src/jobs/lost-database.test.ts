import { api } from '@backoffice/contract/api'
import { expect, test } from 'vitest'
import { runJobs } from '../app/run-jobs.ts'
import { startDatabaseProxy } from '../testing/database-proxy.ts'
import { uploadFile } from '../testing/file-actions.ts'
import { startTestSystem } from '../testing/test-system.ts'
import { createQueue } from './queue.ts'

test('a job that lost the database runs again when that is back, before its heartbeat ends', async () => {
  const system = await startTestSystem()
  const proxy = await startDatabaseProxy(system.url)
  const boss = createQueue(proxy.url, 'work', () => {})
  const { storage } = system.workerDeps
  let reads = 0
  const losing = {
    ...storage,
    read(key: string) {
      if (reads++ > 0) return storage.read(key)
      proxy.become('away')
      setTimeout(() => proxy.become('there'), 1_000)
      throw new Error('connection lost')
    },
  }
  try {
    await boss.start()
    await runJobs(boss, { ...system.workerDeps, storage: losing }, () => {})
    const file = await uploadFile(system, 'card_number,date_from,date_to\n', 'agent')
    const query = { source_filekey: file.source_filekey }
    const state = async () => (await system.call(api.files.get, { query }, 'agent')).state
    await expect.poll(() => reads, { timeout: 5_000 }).toBe(1)
    await expect.poll(state, { timeout: 7_000 }).not.toBe('VALIDATING')
    expect(reads).toBeGreaterThan(1)
  } finally {
    await boss.stop({ graceful: false })
    await proxy.stop()
    await system.stop()
  }
}, 30_000)
