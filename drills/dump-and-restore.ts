import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { notDurable } from '../dev/postgres/server-settings.ts'
import { type Postgres, startPostgres } from '../dev/postgres/start.ts'
import type { Drill } from './drill.ts'

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
 * Restores into an empty database as its owner. Staging tables come last: they belong to the application, which has no
 * rights on their schema before. Uses a list, because --exclude-schema would also omit the rights in `public`.
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
