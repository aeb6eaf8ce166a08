import { api } from '@backoffice/contract/api'
import { expect, test } from 'vitest'
import { filekeyOfUpload } from '../adapters/storage/object-keys.ts'
import { runJobs } from '../app/run-jobs.ts'
import { createQueue } from '../jobs/queue.ts'
import { uploadFile } from '../testing/file-actions.ts'
import { startTestSystem } from '../testing/test-system.ts'

test('a user with many files keeps one worker, and other users the next', async () => {
  const system = await startTestSystem()
  const { storage } = system.workerDeps
  const open = Promise.withResolvers<void>()
  const reading = new Set<string>()
  const waiting = {
    ...storage,
    async *read(...args: Parameters<typeof storage.read>) {
      reading.add(filekeyOfUpload(args[0]) ?? '')
      await open.promise
      yield* storage.read(...args)
    },
  }
  const queues = [createQueue(system.url, 'work', () => {}), createQueue(system.url, 'work', () => {})]
  const upload = (as: string) => uploadFile(system, 'card_number,date_from,date_to\n', as)
  try {
    const first = await upload('agent')
    const second = await upload('agent')
    const other = await upload('supervisor')
    for (const boss of queues) {
      await boss.start()
      await runJobs(boss, { ...system.workerDeps, storage: waiting }, () => {})
      // Two workers that ask at the same moment may take two files of a user.
      await expect.poll(() => reading, { timeout: 10_000 }).toContain(first.source_filekey)
    }
    await expect.poll(() => reading, { timeout: 10_000 }).toContain(other.source_filekey)
    expect(reading).toEqual(new Set([first.source_filekey, other.source_filekey]))
    open.resolve()
    const query = { source_filekey: second.source_filekey }
    const state = async () => (await system.call(api.files.get, { query }, 'agent')).state
    await expect.poll(state, { timeout: 10_000 }).toBe('REJECTED')
  } finally {
    open.resolve()
    for (const boss of queues) await boss.stop({ graceful: false })
    await system.stop()
  }
}, 40_000)
