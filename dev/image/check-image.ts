import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isInProgress } from '@backoffice/contract/file-states'
import { runDrill } from '../../drills/drill.ts'
import { Driver } from '../../drills/driver.ts'
import { ROWS_OF_TWENTY, runInquiry } from '../../drills/files.ts'
import { DEMO } from '../../drills/product.ts'
import { until } from '../../drills/services.ts'
import { startBucket } from '../../drills/swift.ts'
import { root } from '../check/source-files.ts'
import { freePort } from '../ports.ts'
import { query } from '../postgres/query.ts'
import { notDurable } from '../postgres/server-settings.ts'
import { startPostgres } from '../postgres/start.ts'
import { prepareDatabase } from '../start/service.ts'
import { type Container, type Containers, createContainers, statusOf } from './containers.ts'

const ROWS = 20_000
/** It takes a few seconds on an idle machine. */
const READY_TIMEOUT_MS = 120_000
const USER = '1000'

/** Runs the main job through a web and a worker container. `hasBucket`: stores files in Swift, not in a folder. */
export function checkImage({ hasBucket }: { hasBucket: boolean }): Promise<void> {
  return runDrill('image', async (drill) => {
    const { folder, onStop } = drill
    const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), settings: notDurable })
    onStop(postgres.stop)
    const address = `http://127.0.0.1:${await freePort()}`
    const env = {
      DATABASE_URL: postgres.urlFor('backoffice'),
      PORT: new URL(address).port,
      ...(hasBucket && (await startBucket(drill, 'backoffice', { webOrigin: address })).env),
    }
    const containers = createContainers({ folder, env })
    onStop(containers.remove)
    try {
      const ownerUrl = postgres.urlFor('backoffice', 'backoffice_owner')
      await fillDatabase(containers, join(folder, 'data'), { ...env, DATABASE_OWNER_URL: ownerUrl })
      await runSystem(containers, address, postgres.adminUrl)
    } catch (error) {
      console.error((await containers.logs()).join('\n'))
      throw error
    }
    console.log('The image works.')
  })
}

async function fillDatabase(containers: Containers, data: string, env: Record<string, string>) {
  mkdirSync(data)
  giveTo(USER, data)
  const migrated = await timed(() => containers.once('apps/server/src/migrate.ts', env))
  line('migrations, as a container', migrated.seconds, `${migrated.result.split(', ').length} files`)
  // The image cannot create demo accounts.
  await prepareDatabase({ ...process.env, ...env, DATA_DIR: data }, { demoArgs: DEMO })
  giveTo(USER, data)
}

const giveTo = (user: string, folder: string) => execFileSync('chown', ['-R', `${user}:${user}`, folder])

async function runSystem(containers: Containers, address: string, adminUrl: string): Promise<void> {
  const readyWeb = () => fetch(`${address}/health/ready`).then(({ ok }) => ok)
  const readyWorker = () => hasWorker(adminUrl)
  const web = await startReady(containers, 'web', 'apps/server/src/main.ts', readyWeb)
  const worker = await startReady(containers, 'worker', 'apps/server/src/worker.ts', readyWorker)
  for (const container of [web, worker]) await assertLocked(containers, container)
  const agent = await Driver.as('agent', [address])
  const { result, seconds } = await timed(() => runInquiry(agent, ROWS))
  assert.equal(result.final.counts.found, (ROWS / 20) * ROWS_OF_TWENTY.known)
  assert.ok(result.content.length > ROWS, 'the result has fewer bytes than rows')
  const bytes = result.content.length.toLocaleString('en')
  line('main job', seconds, `${ROWS.toLocaleString('en')} rows, ${bytes} bytes`)
  const opened = await timed(() => uploadWorkbook(agent))
  line('workbook', opened.seconds, 'unpacked in the scratch volume')
  for (const [name, container] of Object.entries({ web, worker })) {
    const memory = `${Math.round(Number.parseInt(statusOf(container).VmHWM ?? '', 10) / 1024)} MB at most`
    const stopped = await timed(() => containers.stop(container))
    line(`${name} stopped`, stopped.seconds, `exit code ${stopped.result}, ${memory}`)
    assert.equal(stopped.result, 0, `${name} ended with ${stopped.result}`)
  }
}

/** A workbook of LibreOffice whose columns a user matches. */
async function uploadWorkbook(agent: Driver): Promise<void> {
  const file = join(root, 'apps/server/src/files/xlsx/read/testing/fixtures/libreoffice.xlsx')
  const key = await agent.upload(readFileSync(file))
  const read = await agent.until(key, ({ state }) => !isInProgress(state))
  assert.equal(read.state, 'MATCHING', read.failure?.detail)
}

/** True once a worker takes jobs, when its heartbeat is in the database. */
async function hasWorker(adminUrl: string): Promise<boolean> {
  const url = adminUrl.replace(/[^/]*$/, 'backoffice')
  return (await query(url, "select from processes where kind = 'worker'")).length > 0
}

async function startReady(
  containers: Containers,
  name: string,
  entry: string,
  isReady: () => Promise<boolean>,
): Promise<Container> {
  const started = await timed(() => containers.start(name, entry))
  const ready = await timed(() => until(`${name} ready`, isReady, READY_TIMEOUT_MS))
  line(`${name} started`, started.seconds, `ready after ${(started.seconds + ready.seconds).toFixed(2)} s`)
  return started.result
}

async function assertLocked(containers: Containers, container: Container): Promise<void> {
  const status = statusOf(container)
  assert.match(status.Uid ?? '', new RegExp(`^${USER}\\b`))
  for (const set of ['CapEff', 'CapPrm', 'CapBnd']) assert.equal(Number(`0x${status[set]}`), 0, set)
  assert.equal(status.NoNewPrivs, '1')
  for (const path of ['/app/x', '/tmp/x', '/x'])
    await assert.rejects(
      containers.evaluate(container, `fs.writeFileSync('${path}', '')`),
      /EROFS|ENOENT|EACCES/,
      `${path} can be written`,
    )
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const began = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - began) / 1_000 }
}

function line(what: string, seconds: number, more: string): void {
  console.log(`${what.padEnd(28)} ${seconds.toFixed(2).padStart(6)} s   ${more}`)
}
