import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasEnded, isAlive } from '../processes.ts'
import { query } from './query.ts'
import { notDurable } from './server-settings.ts'
import { type Postgres, startPostgres } from './start.ts'
import { createTempFolder } from './testing.ts'

let place: ReturnType<typeof createTempFolder>
let dataDir: string

// Creating a cluster takes longest, so all tests use one, and each leaves it stopped.
beforeAll(() => {
  place = createTempFolder()
  dataDir = join(place.folder, 'data')
})

afterAll(() => place.remove())

const start = (onExit?: (reason: string) => void) =>
  startPostgres({ dataDir, settings: notDurable, ...(onExit && { onExit }) })

/** Another program that starts the server, creates a table and waits. */
async function starter(): Promise<{ child: ChildProcess; pid: number }> {
  const script = `
    import { startPostgres } from '${join(import.meta.dirname, 'start.ts')}'
    const { pid } = await startPostgres({ dataDir: '${dataDir}', settings: { fsync: 'off' } })
    process.send(pid)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [pid] = (await once(child, 'message')) as [number]
  return { child, pid }
}

test('stops the server of a killed starter and keeps its data', async () => {
  const { child, pid } = await starter()
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isAlive(pid)).toBe(true)
  const postgres = await start()
  expect(isAlive(pid)).toBe(false)
  expect(await query(postgres.urlFor('backoffice'), 'select 1 as one')).toEqual([{ one: 1 }])
  await postgres.stop()
})

test('rejects a second start while the starter is alive', async () => {
  const { child, pid } = await starter()
  await expect(start()).rejects.toThrow(`already in use by process ${child.pid}`)
  expect(isAlive(pid)).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await (await start()).stop()
})

test('starts despite a stale postmaster.pid with the pid of another program', async () => {
  await (await start()).stop()
  writeFileSync(join(dataDir, 'postmaster.pid'), `${process.pid}\n${dataDir}\n1\n5432\n\n127.0.0.1\n`)
  await (await start()).stop()
})

test('restarts after a kill although a backend is still running', async () => {
  let died: (reason: string) => void = () => {}
  const death = new Promise<string>((resolve) => {
    died = resolve
  })
  const first = await start(died)
  // A session in a loop does not notice that the postmaster is gone.
  const busy = query(first.adminUrl, `do $$ begin loop null; end loop; end $$`).catch((error: Error) => error)
  await untilBusy(first)
  process.kill(first.pid, 'SIGKILL')
  expect(await death).toContain('SIGKILL')
  const second = await start()
  expect(await query(second.adminUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await busy).toBeInstanceOf(Error)
  await second.stop()
  expect(await hasEnded(second.pid, 0)).toBe(true)
})

async function untilBusy(postgres: Postgres): Promise<void> {
  for (;;) {
    const rows = await query(
      postgres.adminUrl,
      `select 1 from pg_stat_activity where query like 'do %' and state = 'active'`,
    )
    if (rows.length > 0) return
  }
}
