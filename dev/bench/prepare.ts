import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Brings the database to the current version. */
export function prepare(url: string, dataDir: string) {
  const env = { ...process.env, DATABASE_URL: url, DATABASE_OWNER_URL: url, DATA_DIR: dataDir }
  const done = spawnSync(process.execPath, ['apps/server/src/migrate.ts'], {
    cwd: root,
    env,
    stdio: 'inherit',
  })
  if (done.status !== 0) throw new Error('the benchmark’s database could not be migrated')
}
