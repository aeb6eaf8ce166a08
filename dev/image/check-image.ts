import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Driver } from '../../drills/driver.ts'
import { runInquiry } from '../../drills/files.ts'
import { DEMO } from '../../drills/product.ts'
import { ROWS_OF_TWENTY } from '../../drills/sample-file.ts'
import { createServices, until } from '../../drills/services.ts'
import { createBucket, SWIFT_CREDENTIALS, startSwift } from '../../drills/swift.ts'
import { freePort } from '../ports.ts'
import { notDurable } from '../postgres/server-settings.ts'
import { type Postgres, startPostgres } from '../postgres/start.ts'
import { query } from '../postgres/testing.ts'
import { runScript } from '../start/run-script.ts'
import { type Container, type Containers, createContainers, statusOf } from './containers.ts'

const ROWS = 20_000
/** It takes a few seconds on an idle machine. */
const READY_TIMEOUT_MS = 120_000
const USER = '1000'

/** Runs the main job through a web and a worker container. `hasBucket`: stores files in Swift, not in a folder. */
export async function checkImage({ hasBucket }: { hasBucket: boolean }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'backoffice-image-'))
  // PostgreSQL and Swift run as other accounts.
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'data'))
  const services = createServices(folder)
  let postgres: Postgres | undefined
  let containers: Containers | undefined
  try {
    postgres = await startPostgres({ dataDir: join(folder, 'postgres'), settings: notDurable })
    const address = `http://127.0.0.1:${await freePort()}`
    const env = {
      DATABASE_URL: postgres.urlFor('backoffice'),
      PORT: new URL(address).port,
      ...(hasBucket && (await bucketOf(folder, services, address))),
    }
    containers = createContainers({ folder, env })
    const ownerUrl = postgres.urlFor('backoffice', 'backoffice_owner')
    await prepareDatabase(containers, join(folder, 'data'), { ...env, DATABASE_OWNER_URL: ownerUrl })
    await runSystem(containers, address, postgres.adminUrl)
  } catch (error) {
    console.error((await containers?.logs())?.join('\n'))
    throw error
  } finally {
    await containers?.remove()
    await services.stop()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function bucketOf(folder: string, services: ReturnType<typeof createServices>, webOrigin: string) {
  const swift = join(folder, 'swift')
  mkdirSync(swift)
  const endpoint = await startSwift(swift, services, webOrigin)
  await until('the bucket', () => createBucket(endpoint, 'backoffice'))
  return { ...SWIFT_CREDENTIALS, S3_BUCKET: 'backoffice', S3_REGION: 'us-east-1', S3_ENDPOINT: endpoint }
}

async function prepareDatabase(containers: Containers, data: string, env: Record<string, string>) {
  giveTo(USER, data)
  const migrated = await timed(() => containers.once('apps/server/src/migrate.ts', env))
  line('migrations, as a container', migrated.seconds, `${migrated.result.split(', ').length} files`)
  // The image cannot create demo accounts.
  const demoEnv = { ...process.env, ...env, DATA_DIR: data }
  await runScript('Loading the demo data', DEMO, demoEnv, new AbortController().signal)
  giveTo(USER, data)
}

const giveTo = (user: string, folder: string) => execFileSync('chown', ['-R', `${user}:${user}`, folder])

async function runSystem(containers: Containers, address: string, adminUrl: string): Promise<void> {
  const readyWeb = () => fetch(`${address}/health/ready`).then(({ ok }) => ok)
  const readyWorker = () => hasWorker(adminUrl)
  const web = await startReady(containers, 'web', 'apps/server/src/main.ts', readyWeb)
  const worker = await startReady(containers, 'worker', 'apps/server/src/worker.ts', readyWorker)
  for (const container of [web, worker]) await assertLocked(containers, container)
  const agent = new Driver(address)
  await agent.signIn('agent@backoffice.test')
  const { result, seconds } = await timed(() => runInquiry(agent, ROWS))
  assert.equal(result.final.counts.found, (ROWS / 20) * ROWS_OF_TWENTY.known)
  assert.ok(result.content.length > ROWS, 'the result has fewer bytes than rows')
  const bytes = result.content.length.toLocaleString('en')
  line('main job', seconds, `${ROWS.toLocaleString('en')} rows, ${bytes} bytes`)
  for (const [name, container] of Object.entries({ web, worker })) {
    const memory = `${Math.round(Number.parseInt(statusOf(container).VmHWM ?? '', 10) / 1024)} MB at most`
    const stopped = await timed(() => containers.stop(container))
    line(`${name} stopped`, stopped.seconds, `exit code ${stopped.result}, ${memory}`)
    assert.equal(stopped.result, 0, `${name} ended with ${stopped.result}`)
  }
}

/** True once a worker takes jobs: its heartbeat is then in the database. */
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
