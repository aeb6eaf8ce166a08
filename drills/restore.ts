import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isFinalState } from '@backoffice/contract/file-states'
import { Client } from 'pg'
import { recordMeasured } from '../dev/measured.ts'
import { differences, type Sum, sumFiles, sumTables, total } from './checksums.ts'
import { BINARIES, startDebianPostgres, type Urls } from './debian-postgres.ts'
import { type Drill, runDrill } from './drill.ts'
import { Driver } from './driver.ts'
import { confirm, digestOf, runInquiry } from './files.ts'
import { DEMO_CARDS, startProduct } from './product.ts'
import { createSampleFile } from './sample-file.ts'

/**
 * `npm run drill:restore`: backs up a running system, restores it into an empty one and compares rows, files and schema;
 * then finishes an unfinished file there. Needs root and PostgreSQL 15 from Debian.
 */
const ROWS = 10_000
const LIMIT_MS = 120_000
const run = promisify(execFile)

await runDrill('restore', async (drill) => {
  const source = await startDebianPostgres(drill, 'source')
  const target = await startDebianPostgres(drill, 'target')
  const agent = await startSystem(drill, 'source-data', source)
  const { key: finished, content } = await runInquiry(agent, ROWS)
  // This file awaits confirmation during the backup, with its rows in a staging table.
  const begun = await agent.upload(createSampleFile(ROWS / 2, DEMO_CARDS))
  await agent.until(begun, ({ state }) => state === 'AWAITING_CONFIRMATION', LIMIT_MS)

  const [dump, copy] = [join(drill.folder, 'backoffice.dump'), join(drill.folder, 'copy')]
  const backUpSeconds = stopwatch()
  const { tables, schema } = await backUp(source, dump)
  await copyFolder(join(drill.folder, 'source-data'), copy)
  const took = `back-up ${backUpSeconds()}, ${(statSync(dump).size / 1e6).toFixed(1)} MB of dump`
  const restoreSeconds = stopwatch()
  await restore(target, dump)
  await copyFolder(copy, join(drill.folder, 'target-data'))
  console.log(`${took}; restore ${restoreSeconds()}`)

  const restoredTables = await sumsOf(target)
  const rows = `${restoredTables.size} tables and sequences, ${total(restoredTables).toLocaleString('en')} rows`
  compare(drill, 'every row is the same', differences(tables, restoredTables), rows)
  const isSame = schema === (await schemaOf(target))
  compare(
    drill,
    'the schema is the same',
    isSame ? [] : ['pg_dump --schema-only differs'],
    `${schema.split('\n').length} lines`,
  )
  const files = await sumFiles(join(drill.folder, 'target-data'))
  const bytes = `${files.size} files, ${total(files).toLocaleString('en')} bytes`
  compare(drill, 'every file is the same', differences(await sumFiles(copy), files), bytes)

  const there = await startSystem(drill, 'target-data', target, true)
  const again = await there.download(finished, 'result')
  drill.check('sign-in, and the result from before', again.equals(content), digestOf(again).slice(0, 12))
  await confirm(there, begun)
  const { state, counts } = await there.until(begun, (file) => isFinalState(file.state), LIMIT_MS)
  const isComplete = state === 'COMPLETED_WITH_ERRORS' && counts.processed === ROWS / 2
  drill.check(
    'the file from before is confirmed and finished',
    isComplete,
    `${state}, ${counts.processed} rows`,
  )
  recordMeasured('restore.differences', drill.failures(), rows)
})

function compare(drill: Drill, what: string, problems: readonly string[], found: string): void {
  drill.check(what, problems.length === 0, [found, ...problems.slice(0, 20)].join('\n      '))
}

async function startSystem(drill: Drill, name: string, urls: Urls, isRestored = false): Promise<Driver> {
  const { application: url, owner: ownerUrl } = urls
  const { address } = await startProduct(drill, { url, ownerUrl, name, isRestored })
  const agent = new Driver(address)
  await agent.signIn('agent@backoffice.test')
  return agent
}

function stopwatch(): () => string {
  const began = performance.now()
  return () => `${((performance.now() - began) / 1_000).toFixed(1)} s`
}

/**
 * Runs the commands of docs/operations.md on the running system: files after the database, so that no file it names is
 * missing. The checksums are taken from the dumped snapshot.
 */
async function backUp(urls: Urls, dump: string): Promise<{ tables: Map<string, Sum>; schema: string }> {
  const client = new Client({ connectionString: urls.admin })
  await client.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const { rows } = await client.query<{ id: string }>('SELECT pg_export_snapshot() AS id')
    const snapshot = `--snapshot=${rows[0]?.id}`
    await run(join(BINARIES, 'pg_dump'), ['--format=custom', snapshot, `--file=${dump}`, urls.admin])
    return { tables: await sumTables(client), schema: await schemaOf(urls, [snapshot]) }
  } finally {
    await client.end()
  }
}

/**
 * Restores into an empty database as its owner. Staging tables come last: they belong to the application, which has no
 * rights on their schema before. Uses a list, because --exclude-schema would also omit the rights in `public`.
 */
async function restore(urls: Urls, dump: string): Promise<void> {
  const list = `${dump}.list`
  const { stdout } = await run(join(BINARIES, 'pg_restore'), ['--list', dump])
  await writeFile(list, stdout.replace(/^.* staging f_.*\n/gm, ''))
  const args = ['--exit-on-error', '--jobs=2', `--dbname=${urls.owner}`, dump]
  for (const part of [`--use-list=${list}`, '--schema=staging'])
    await run(join(BINARIES, 'pg_restore'), [part, ...args])
}

async function sumsOf(urls: Urls): Promise<Map<string, Sum>> {
  const client = new Client({ connectionString: urls.admin })
  await client.connect()
  return sumTables(client).finally(() => client.end())
}

/** Tables, constraints, functions, triggers and grants as SQL, without the random key of each dump. */
async function schemaOf(urls: Urls, args: readonly string[] = []): Promise<string> {
  const options = { maxBuffer: 64 * 1024 ** 2 }
  const { stdout } = await run(join(BINARIES, 'pg_dump'), ['--schema-only', ...args, urls.admin], options)
  return stdout.replace(/^\\(?:un)?restrict .*$/gm, '')
}

function copyFolder(from: string, to: string): Promise<void> {
  return cp(from, to, { recursive: true, preserveTimestamps: true, errorOnExist: true, force: false })
}
