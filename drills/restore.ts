import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isFinalState } from '@backoffice/contract/file-states'
import { recordMeasured } from '../dev/measured.ts'
import type { Postgres } from '../dev/postgres/start.ts'
import { type Drill, runDrill } from './drill.ts'
import { Driver } from './driver.ts'
import { confirm, createSampleFile, runInquiry } from './files.ts'
import { DEMO_CARDS, isApart, startProduct } from './product.ts'
import {
  BINARIES,
  copyFolder,
  dump,
  pgRestore,
  restore,
  restoreApart,
  run,
  startDebian,
} from './restore-apart.ts'
import { requirePrograms } from './services.ts'

/**
 * `npm run drill:restore`: backs up a running system, restores it into an empty one and compares rows, files and schema;
 * then finishes an unfinished file there. `-- --ledger apart` restores two databases to different moments. Needs root and
 * PostgreSQL 15 from Debian.
 */
const ROWS = 10_000
const { values } = parseArgs({ options: { ledger: { type: 'string', default: 'main' } } })

await runDrill('restore', async (drill) => {
  requirePrograms([join(BINARIES, 'bin/pg_dump')], 'postgresql-15')
  if (isApart(values.ledger)) return restoreApart(drill)
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
