import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isFinalState } from '@backoffice/contract/file-states'
import { Driver } from '../kill/driver.ts'
import { createSampleFile } from '../kill/sample-file.ts'
import { recordMeasured } from '../measured.ts'
import { freePort } from '../ports.ts'
import { NODE_ARGUMENTS, NODE_ENVIRONMENT } from '../start/memory-settings.ts'
import { runScript } from '../start/run-script.ts'
import { backUp, copyFolder, restore, schemaOf, sumsOf } from './restore/back-up.ts'
import { differences, sumFiles, total } from './restore/checksums.ts'
import { startDebianPostgres, type Urls } from './restore/debian-postgres.ts'
import { type Drill, runDrill } from './run-drill.ts'
import { until } from './services.ts'

/**
 * `npm run drill:restore`: backs a running system up, restores it into an empty one and compares every row, every file
 * and the schema; then goes on there with what was begun before. As root; PostgreSQL 15 from Debian.
 */
const root = join(import.meta.dirname, '../..')
const CARDS = 20_000
const ROWS = 10_000
const CONFIRMATION = {
  mode: 'FILE',
  purpose: 'OTHER',
  ticket_no: 'OPS-1',
  date_from: '2026-10-01',
  date_to: '2026-10-31',
}

async function backUpAndRestore(drill: Drill): Promise<boolean> {
  const [source, target] = [
    await startDebianPostgres(drill, 'source'),
    await startDebianPostgres(drill, 'target'),
  ]
  const [sourceData, targetData] = [join(drill.folder, 'source-data'), join(drill.folder, 'target-data')]
  const found: boolean[] = []
  const check = (what: string, problems: readonly string[], more: string) => {
    console.log(`${problems.length === 0 ? 'good' : 'BAD '}  ${what}: ${more}`)
    for (const each of problems.slice(0, 20)) console.log(`      ${each}`)
    found.push(problems.length === 0)
  }

  const demo = ['apps/server/src/demo.ts', '--cards', `${CARDS}`, '--as-of', '2026-11-19']
  await runOnce(source, sourceData, ['apps/server/src/migrate.ts'])
  await runOnce(source, sourceData, demo)
  const agent = await startSystem(drill, 'before', source, sourceData)
  const answered = await agent.upload(createSampleFile(ROWS, CARDS))
  await agent.until(answered, (file) => file.state === 'AWAITING_CONFIRMATION', 120_000)
  await agent.call('/smac_inquiry', { ...CONFIRMATION, source_filekey: answered })
  await agent.until(answered, (file) => isFinalState(file.state), 120_000)
  const result = sha256(await agent.download(answered, 'result'))
  // Waits for its confirmation while the back-up is taken: its rows are staged in a table of its own.
  const begun = await agent.upload(createSampleFile(ROWS / 2, CARDS))
  await agent.until(begun, (file) => file.state === 'AWAITING_CONFIRMATION', 120_000)

  const dump = join(drill.folder, 'backoffice.dump')
  const copy = join(drill.folder, 'copy')
  const backedUp = await timed(async () => {
    const database = await backUp(source, dump)
    await copyFolder(sourceData, copy)
    return database
  })
  const { tables, schema } = backedUp.result
  const bytes = statSync(dump).size
  const files = await sumFiles(copy)

  const restored = await timed(async () => {
    await restore(target, dump)
    await copyFolder(copy, targetData)
  })
  const after = await sumsOf(target)
  const amount = `${after.size} tables and sequences, ${total(after).toLocaleString('en')} rows`
  check('every row is the same', differences(tables, after), amount)
  check(
    'the schema is the same',
    schema === (await schemaOf(target)) ? [] : ['pg_dump --schema-only differs'],
    `${schema.split('\n').length} lines`,
  )
  const restoredFiles = await sumFiles(targetData)
  const size = `${restoredFiles.size} files, ${total(restoredFiles).toLocaleString('en')} bytes`
  check('every file is the same', differences(files, restoredFiles), size)

  await runOnce(target, targetData, ['apps/server/src/migrate.ts'])
  const there = await startSystem(drill, 'after', target, targetData)
  const again = sha256(await there.download(answered, 'result'))
  check('sign-in, and the result of before', again === result ? [] : ['another result'], again.slice(0, 12))
  await there.call('/smac_inquiry', { ...CONFIRMATION, source_filekey: begun })
  const done = await there.until(begun, (file) => isFinalState(file.state), 120_000)
  const isComplete = done.state === 'COMPLETED_WITH_ERRORS' && done.counts.processed === ROWS / 2
  check(
    'what was begun is confirmed and answered',
    isComplete ? [] : [done.state],
    `${done.counts.processed} rows`,
  )
  console.log(
    `back-up ${backedUp.seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(1)} MB of dump; restore ${restored.seconds.toFixed(1)} s`,
  )
  recordMeasured('restore.differences', found.filter((isGood) => !isGood).length, amount)
  return found.every(Boolean)
}

const environment = (urls: Urls, dataDir: string) => ({
  ...process.env,
  ...NODE_ENVIRONMENT,
  DATABASE_URL: urls.application,
  DATA_DIR: dataDir,
  LOG_LEVEL: 'warn',
  RATE_LIMIT_PER_MINUTE: '1000000',
})

/** As the owner of the tables. */
async function runOnce(urls: Urls, dataDir: string, script: string[]): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const env = { ...environment(urls, dataDir), DATABASE_OWNER_URL: urls.owner }
  await runScript(script[0] ?? '', script, env, new AbortController().signal)
}

/** A web process and a worker; an agent who has signed in there. */
async function startSystem({ services }: Drill, name: string, urls: Urls, dataDir: string): Promise<Driver> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const env = { ...environment(urls, dataDir), PORT: `${port}` }
  for (const entry of ['main', 'worker'])
    services.start(`${name}-${entry}`, [process.execPath, ...NODE_ARGUMENTS, `apps/server/src/${entry}.ts`], {
      env,
      cwd: root,
    })
  await until(`the system ${name}`, async () => (await fetch(`${address}/health/ready`)).ok, 120_000)
  const agent = new Driver(address)
  await agent.signIn('agent@backoffice.test')
  return agent
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const began = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - began) / 1_000 }
}

await runDrill('restore', backUpAndRestore)
