import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isFinalState } from '@backoffice/contract/file-states'
import type { TrackedFile } from '@backoffice/contract/files'
import { createPool } from '../apps/server/src/db/client.ts'
import { notDurable } from '../dev/postgres/server-settings.ts'
import { type Postgres, startPostgres } from '../dev/postgres/start.ts'
import type { Drill } from './drill.ts'
import { Driver } from './driver.ts'
import { confirm, createSampleFile, runInquiry } from './files.ts'
import { readAllSums, readStaging } from './ledger-state.ts'
import { loadTransactions, writeWaiting } from './mapped-codes.ts'
import { type DatabaseAddresses, DEMO_CARDS, ownerVariables, startProduct } from './product.ts'
import { until } from './services.ts'

const ROWS = 10_000

type Servers = { main: Postgres; ledger: Postgres }

/**
 * Backs up the main database once, and the ledger before and after it, with a load and unfinished files between them.
 * Then restores each pair and finishes the files.
 */
export async function restoreApart(drill: Drill): Promise<void> {
  const place = (name: string) => join(drill.folder, name)
  const source = await startServers(drill, 'source')
  const agent = await startSystem(drill, source, 'source', false)
  const { content } = await runInquiry(agent, ROWS)
  const [early, late] = [await uploadChecked(agent), { key: '' }]
  const env = { ...process.env, ...ownerVariables(addressesOf(source)) }
  const load = (round: number) => loadTransactions(writeWaiting(drill.folder, round).path, env)

  await dump(source.ledger, place('older.dump'))
  await load(1)
  late.key = await uploadChecked(agent)
  await dump(source.main, place('main.dump'))
  await copyFolder(place('source-data'), place('copy'))
  await load(2)
  for (const key of [early, late.key]) {
    await confirm(agent, key)
    await untilFinal(agent, key)
  }
  const ledger = createPool(addressesOf(source).ledger.ownerUrl, { max: 1 })
  await until('staged rows to go', async () => (await readStaging(ledger)).length === 0)
  await ledger.end()
  await dump(source.ledger, place('newer.dump'))

  for (const [moment, lost] of [
    ['older', [late.key]],
    ['newer', [early, late.key]],
  ] as const) {
    const target = await startServers(drill, moment)
    await restore(target.main, place('main.dump'))
    await restore(target.ledger, place(`${moment}.dump`))
    await copyFolder(place('copy'), place(`${moment}-data`))
    const there = await startSystem(drill, target, moment, true)
    for (const key of [early, late.key]) {
      await confirm(there, key)
      const first = await untilFinal(there, key)
      const isLost = lost.some((each) => each === key)
      const what = `${moment} ledger, ${key === early ? 'early' : 'late'} file`
      drill.check(
        what,
        (first.failure?.code === 'staging_lost') === isLost,
        `${first.state}, ${first.failure?.detail ?? 'no failure'}`,
      )
      if (isLost)
        await there.expect(200, '/file_tracker/retry', { source_filekey: key, version: first.version })
      const last = await there.until(key, ({ state }) => isFinalState(state) && state !== 'FAILED')
      const bytes = await there.download(key)
      drill.check(`${what}, finished`, bytes.equals(content), `${last.state}, ${bytes.length} bytes`)
    }
    await checkCopies(drill, `${moment} ledger`, addressesOf(target))
  }
}

/** Sums and cases follow the restored ledger, whatever they were before. */
async function checkCopies(drill: Drill, what: string, { ownerUrl, ledger: { ownerUrl: ledgerUrl } }: Apart) {
  const [main, ledger] = [createPool(ownerUrl, { max: 1 }), createPool(ledgerUrl, { max: 1 })]
  const shown = async () =>
    [await readAllSums(main), await readAllSums(ledger)].map((each) => JSON.stringify(each))
  const areSame = async () => new Set(await shown()).size === 1
  await until('sums to follow', areSame, 120_000).catch(() => {})
  drill.check(`${what}, sums`, await areSame(), (await shown()).join(' : '))
  const behind = async () => {
    const { rows } = await ledger.query<{ version: string }>('SELECT version FROM ledger_version')
    const readers = await main.query('SELECT name FROM ledger_readers WHERE version <> $1', [
      rows[0]?.version,
    ])
    return readers.rows.map(({ name }) => name)
  }
  await until('jobs to follow', async () => (await behind()).length === 0, 120_000).catch(() => {})
  drill.check(`${what}, jobs behind it`, (await behind()).length === 0, (await behind()).join() || 'none')
  drill.check(
    `${what}, staged rows left`,
    (await readStaging(main, ledger)).length === 0,
    (await readStaging(main, ledger)).join() || 'none',
  )
  await Promise.all([main.end(), ledger.end()])
}

async function uploadChecked(agent: Driver): Promise<string> {
  const key = await agent.upload(createSampleFile(ROWS, DEMO_CARDS))
  await agent.until(key, ({ state }) => state === 'AWAITING_CONFIRMATION')
  return key
}

const untilFinal = (agent: Driver, key: string): Promise<TrackedFile> =>
  agent.until(key, ({ state }) => isFinalState(state))

async function startServers(drill: Drill, name: string): Promise<Servers> {
  return { main: await startDebian(drill, name), ledger: await startDebian(drill, `${name}-ledger`) }
}

type Apart = DatabaseAddresses & { ledger: { url: string; ownerUrl: string } }

function addressesOf({ main, ledger }: Servers): Apart {
  const of = ({ urlFor }: Postgres) => ({
    url: urlFor('backoffice'),
    ownerUrl: urlFor('backoffice', 'backoffice_owner'),
  })
  return { ...of(main), ledger: of(ledger) }
}

async function startSystem(drill: Drill, servers: Servers, name: string, hasData: boolean): Promise<Driver> {
  const dataDir = join(drill.folder, `${name}-data`)
  const options = { dataDir, hasData, webs: 1, workers: 1 }
  const { addresses } = await startProduct(drill, { ...addressesOf(servers), ...options })
  return Driver.as('agent', addresses)
}

/** The embedded PostgreSQL has no pg_dump, and Debian's dumps its own version only. */
export const BINARIES = '/usr/lib/postgresql/15'
export const run = promisify(execFile)
export const pgRestore = (...args: string[]) => run(join(BINARIES, 'bin/pg_restore'), args)

export async function startDebian(drill: Drill, name: string): Promise<Postgres> {
  const postgres = await startPostgres({
    dataDir: join(drill.folder, name),
    binaries: BINARIES,
    settings: notDurable,
  })
  drill.onStop(postgres.stop)
  return postgres
}

export function dump({ urlFor }: Postgres, file: string) {
  const args = ['--format=custom', `--file=${file}`, urlFor('backoffice', 'postgres')]
  return run(join(BINARIES, 'bin/pg_dump'), args)
}

/**
 * Restores into an empty database as its owner. Staging tables come last, because they belong to the application, which
 * has no rights on their schema before. Uses a list, because --exclude-schema would also omit the rights in `public`.
 */
export async function restore({ urlFor }: Postgres, file: string): Promise<void> {
  const list = `${file}.list`
  const { stdout } = await pgRestore('--list', file)
  writeFileSync(list, stdout.replace(/^.* staging f_.*\n/gm, ''))
  const into = `--dbname=${urlFor('backoffice', 'backoffice_owner')}`
  for (const part of [`--use-list=${list}`, '--schema=staging'])
    await pgRestore(part, '--exit-on-error', '--jobs=2', into, file)
}

export function copyFolder(from: string, to: string): Promise<void> {
  return cp(from, to, { recursive: true, preserveTimestamps: true, errorOnExist: true, force: false })
}
