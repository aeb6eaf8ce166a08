import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@backoffice/contract/api'
import type pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { connectClient } from './db/client.ts'
import { callOver, openEvents } from './testing/http-call.ts'
import { type Entry, startProcess } from './testing/start-process.ts'
import { databaseVariables } from './testing/test-database.ts'
import { startTestSystem, type TestSystem } from './testing/test-system.ts'

// Processes take seconds to start on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let system: TestSystem
let owner: pg.Client
beforeAll(async () => {
  system = await startTestSystem()
  owner = await connectClient(system.url)
})
afterAll(async () => {
  await owner.end()
  await system.stop()
})

async function start(entry: Entry) {
  const started = await startProcess(entry, { ...databaseVariables(system), MAX_EVENT_LOOP_DELAY_MS: '0' })
  onTestFinished(async () => {
    started.child.kill('SIGKILL')
    await started.stop()
  })
  return started
}

const NEW = {
  body: { file_name: 'cards.csv', content_type: 'text/csv', size: 10, category: 'SMAC_INQUIRY' },
} as const

/** Locks a new file until `release`; `begin` starts the work that waits for it. */
async function holdFile(begin: (filekey: string) => Promise<unknown>) {
  const { source_filekey } = await system.call(api.files.presign, NEW, 'agent')
  await owner.query('BEGIN')
  const { rows } = await owner.query(
    'SELECT pg_backend_pid() AS pid FROM files WHERE source_filekey = $1 FOR UPDATE',
    [source_filekey],
  )
  const begun = begin(source_filekey)
  const waiting = () =>
    system.pool.query('SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))', [rows[0].pid])
  while ((await waiting()).rowCount === 0);
  return { filekey: source_filekey, begun, release: () => owner.query('ROLLBACK') }
}

/** A web process with a call that waits. */
async function holdCall() {
  const web = await start('main')
  const token = await system.tokenOf('agent')
  const held = await holdFile((source_filekey) =>
    callOver(web.address, api.files.cancel, { body: { source_filekey, version: 1 } }, token),
  )
  return { web, token, held }
}

test('a stopping web process is not live, finishes its calls, ends its streams and exits with 0', async () => {
  const { web, token, held } = await holdCall()
  const stream = await openEvents(web.address, token)
  const probed = () =>
    fetch(`${web.address}/health/live`).then(
      ({ status }) => status,
      () => 'closed',
    )
  // Probes repeatedly, like a balancer.
  expect([await probed(), await probed()]).toEqual([200, 200])
  web.child.kill('SIGTERM')
  let state = await probed()
  while (state === 200) state = await probed()
  // On a slow machine it may have closed already.
  expect([503, 'closed']).toContain(state)
  await held.release()
  expect(await held.begun).toMatchObject({ status: 200 })
  await stream.ended
  expect(await web.exited).toEqual({ code: 0, signal: null })
})

test('a second signal ends a process at once', async () => {
  const { web, held } = await holdCall()
  held.begun.catch(() => {})
  // Simultaneous signals, as from a terminal and a supervisor, count as one.
  while (web.isAlive()) {
    web.child.kill('SIGTERM')
    await sleep(50)
  }
  expect(await web.exited).toEqual({ code: 1, signal: null })
  await held.release()
})

test('a stopping worker returns a job that it cannot finish', async () => {
  const worker = await start('worker')
  const { filekey, release } = await holdFile((key) =>
    system.db
      .transaction()
      .execute((tx) => system.workerDeps.sendJob(tx, 'validate-file', { filekey: key, attempt: 1 })),
  )
  worker.child.kill('SIGTERM')
  expect(await worker.exited).toEqual({ code: 0, signal: null })
  const { rows } = await system.pool.query(`SELECT state FROM pgboss.job WHERE data->>'filekey' = $1`, [
    filekey,
  ])
  expect(rows).toEqual([{ state: 'retry' }])
  await release()
})

test('an idle worker exits with 0', async () => {
  const worker = await start('worker')
  expect(await worker.stop()).toEqual({ code: 0, signal: null })
})
