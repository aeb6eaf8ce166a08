import { execFile } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isFinalState } from '@backoffice/contract/file-states'
import { recordMeasured } from '../dev/measured.ts'
import { notDurable } from '../dev/postgres/server-settings.ts'
import { type Postgres, startPostgres } from '../dev/postgres/start.ts'
import { type Drill, runDrill } from './drill.ts'
import { Driver } from './driver.ts'
import { confirm, runInquiry } from './files.ts'
import { DEMO_CARDS, startProduct } from './product.ts'
import { createSampleFile } from './sample-file.ts'
import { requirePrograms } from './services.ts'

/**
 * `npm run drill:restore`: backs up a running system, restores it into an empty one and compares rows, files and schema;
 * then finishes an unfinished file there. Needs root and PostgreSQL 15 from Debian.
 */
const ROWS = 10_000
/** The embedded PostgreSQL has no pg_dump, and Debian's dumps its own version only. */
const BINARIES = '/usr/lib/postgresql/15'
const run = promisify(execFile)
const pgRestore = (...args: string[]) => run(join(BINARIES, 'bin/pg_restore'), args)

await runDrill('restore', async (drill) => {
  requirePrograms([join(BINARIES, 'bin/pg_dump')], 'postgresql-15')
  const place = (name: string) => join(drill.folder, name)
  const [source, target] = [await startDebian(drill, 'source'), await startDebian(drill, 'target')]
  const agent = await startSystem(drill, place('source-data'), source)
  const { key: finished, content } = await runInquiry(agent, ROWS)
  // This file awaits confirmation during the backup, with its rows in a staging table.
  const begun = await agent.upload(createSampleFile(ROWS / 2, DEMO_CARDS))
  await agent.until(begun, ({ state }) => state === 'AWAITING_CONFIRMATION')

  // The commands of docs/operations.md on the running system: files after the database, so that no file it names is missing.
  console.time('back-up')
  await dump(source, place('source.dump'))
  await copyFolder(place('source-data'), place('copy'))
  console.timeEnd('back-up')
  console.time('restore')
  await restore(target, place('source.dump'))
  await copyFolder(place('copy'), place('target-data'))
  console.timeEnd('restore')
  console.log(`${(statSync(place('source.dump')).size / 1e6).toFixed(1)} MB of dump`)

  await dump(target, place('target.dump'))
  const lines = await compare(
    drill,
    'schema and rows',
    await textOf(place('source.dump')),
    await textOf(place('target.dump')),
  )
  await compare(drill, 'files', place('copy'), place('target-data'))

  const there = await startSystem(drill, place('target-data'), target, true)
  const again = await there.download(finished)
  drill.check('sign-in, and the result from before', again.equals(content), `${again.length} bytes`)
  await confirm(there, begun)
  const { state, counts } = await there.until(begun, (file) => isFinalState(file.state))
  const isComplete = state === 'COMPLETED_WITH_ERRORS' && counts.processed === ROWS / 2
  drill.check('the file from before', isComplete, `${state}, ${counts.processed} rows`)
  recordMeasured('restore.differences', drill.failures(), `${lines.toLocaleString('en')} lines of SQL`)
})

async function startDebian(drill: Drill, name: string): Promise<Postgres> {
  const postgres = await startPostgres({
    dataDir: join(drill.folder, name),
    binaries: BINARIES,
    settings: notDurable,
  })
  drill.onStop(postgres.stop)
  return postgres
}

async function startSystem(
  drill: Drill,
  dataDir: string,
  { urlFor }: Postgres,
  hasData = false,
): Promise<Driver> {
  const [url, ownerUrl] = [urlFor('backoffice'), urlFor('backoffice', 'backoffice_owner')]
  const { addresses } = await startProduct(drill, { url, ownerUrl, dataDir, hasData })
  return Driver.as('agent', addresses)
}

function dump({ urlFor }: Postgres, file: string) {
  const args = ['--format=custom', `--file=${file}`, urlFor('backoffice', 'postgres')]
  return run(join(BINARIES, 'bin/pg_dump'), args)
}

/**
 * Restores into an empty database as its owner. Staging tables come last: they belong to the application, which has no
 * rights on their schema before. Uses a list, because --exclude-schema would also omit the rights in `public`.
 */
async function restore({ urlFor }: Postgres, file: string): Promise<void> {
  const list = `${file}.list`
  const { stdout } = await pgRestore('--list', file)
  writeFileSync(list, stdout.replace(/^.* staging f_.*\n/gm, ''))
  const into = `--dbname=${urlFor('backoffice', 'backoffice_owner')}`
  for (const part of [`--use-list=${list}`, '--schema=staging'])
    await pgRestore(part, '--exit-on-error', '--jobs=2', into, file)
}

/** A dump as SQL: tables, constraints, functions, triggers, grants and rows, without the random key of each dump. */
async function textOf(file: string): Promise<string> {
  const text = `${file}.sql`
  await pgRestore(`--file=${text}`, file)
  writeFileSync(text, readFileSync(text, 'utf8').replace(/^\\(?:un)?restrict .*$/gm, ''))
  return text
}

/** Compares files or folders; returns the number of lines of a file. */
async function compare(drill: Drill, what: string, before: string, after: string): Promise<number> {
  const differing = (error: { code: number; stdout: string }) => {
    if (error.code !== 1) throw error
    return error
  }
  const { stdout } = await run('diff', ['--recursive', before, after]).catch(differing)
  const lines = statSync(before).isFile() ? readFileSync(before, 'utf8').split('\n').length : 0
  const shown = stdout.split('\n').slice(0, 20).join('\n      ')
  drill.check(`${what} are the same`, stdout === '', shown || (lines ? `${lines} lines` : 'no difference'))
  return lines
}

function copyFolder(from: string, to: string): Promise<void> {
  return cp(from, to, { recursive: true, preserveTimestamps: true, errorOnExist: true, force: false })
}
