import { type ChildProcess, spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runProgram } from '../processes.ts'
import { chownToOwnerOf, newPasswords, writeAccess } from './access-file.ts'
import type { Account } from './account.ts'

/** Crash recovery replays up to max_wal_size of log before the server is ready. */
const readyTimeoutMs = 120_000
/** Wait for the shared memory or lock of a killed server to disappear. */
const lingeringMs = 15_000

export type Launch = {
  binaries: string
  account: Account
  dataDir: string
  logFile: string
  args: string[]
}

export async function launch(options: Launch): Promise<ChildProcess> {
  const deadline = Date.now() + lingeringMs
  for (;;) {
    const logFrom = statSync(options.logFile, { throwIfNoEntry: false })?.size ?? 0
    const child = spawnServer(options)
    const outcome = await untilReady(child, options.dataDir)
    if (outcome === 'ready') return child
    const output = readFileSync(options.logFile, 'utf8').slice(logFrom)
    const isLingering = /shared memory block .* still in use|lock file .* already exists|could not bind/.test(
      output,
    )
    if (isLingering && Date.now() < deadline) {
      await sleep(250)
      continue
    }
    if (/No space left|Disk quota/i.test(output)) throw new Error(fullDiskMessage(options.dataDir))
    const reason = output.split('\n').filter((line) => /FATAL|PANIC|ERROR|HINT/.test(line))
    throw new Error(
      `PostgreSQL did not start (${outcome}): ${reason.slice(-3).join('\n') || output.trim()}\nIts log is ${options.logFile}.`,
    )
  }
}

function spawnServer({ binaries, account, dataDir, args, logFile }: Launch): ChildProcess {
  const log = openSync(logFile, 'a', 0o600)
  chownToOwnerOf(dataDir, logFile)
  try {
    // Detached, because Ctrl-C must reach only the supervisor, which stops PostgreSQL last.
    return spawn(join(binaries, 'bin/postgres'), args, {
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      ...account,
    })
  } finally {
    closeSync(log)
  }
}

async function untilReady(child: ChildProcess, dataDir: string): Promise<string> {
  let ended: string | undefined
  child.once('error', (error) => {
    ended = error.message
  })
  child.once('exit', (code, signal) => {
    ended ??= `it ended with ${signal ?? `code ${code}`}`
  })
  const deadline = Date.now() + readyTimeoutMs
  while (Date.now() < deadline) {
    if (ended !== undefined) return ended
    if (isReady(join(dataDir, 'postmaster.pid'), child.pid)) return 'ready'
    await sleep(20)
  }
  child.kill('SIGQUIT')
  return `not ready after ${readyTimeoutMs / 1000} s`
}

/** Line 1 of postmaster.pid is the server's pid, line 8 its state (PostgreSQL: src/include/utils/pidfile.h). */
function isReady(file: string, pid: number | undefined): boolean {
  if (!existsSync(file)) return false
  const lines = readFileSync(file, 'utf8').split('\n')
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

const neededBytes = 128 * 1024 ** 2

export const C_LOCALE = ['--locale=C']
/** Code point order with Unicode case rules, which is fastest and independent of the machine. From PostgreSQL 17 on. */
export const UNICODE_LOCALE = [...C_LOCALE, '--locale-provider=builtin', '--builtin-locale=C.UTF-8']

/** Creates the cluster under a temporary name and renames it, so that an interruption leaves no partial one. */
export async function initialise(
  dataDir: string,
  binaries: string,
  account: Account,
  locale: readonly string[],
): Promise<void> {
  const { bavail, bsize } = statfsSync(join(dataDir, '..'))
  if (bavail * bsize < neededBytes) throw new Error(fullDiskMessage(dataDir))

  const unfinished = `${dataDir}.new`
  const passwordFile = `${dataDir}.password`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  const passwords = newPasswords()
  writeFileSync(passwordFile, passwords.postgres, { mode: 0o600 })
  if (account) for (const path of [unfinished, passwordFile]) chownSync(path, account.uid, account.gid)
  try {
    await runInitdb(binaries, account, ['-D', unfinished, `--pwfile=${passwordFile}`, ...locale])
    writeAccess(unfinished, { passwords })
    // Only an empty folder is removed.
    if (existsSync(dataDir)) rmSync(dataDir, { recursive: false, force: true })
    renameSync(unfinished, dataDir)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    const message = error instanceof Error ? error.message : String(error)
    throw new Error(/No space left|Disk quota/i.test(message) ? fullDiskMessage(dataDir) : message)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

async function runInitdb(binaries: string, account: Account, args: string[]): Promise<void> {
  const fixed = ['-U', 'postgres', '-A', 'scram-sha-256', '-E', 'UTF8', '--no-instructions', '--no-sync']
  const options = { cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...account }
  const { error, output } = await runProgram(join(binaries, 'bin/initdb'), [...args, ...fixed], options)
  if (error) throw new Error(`PostgreSQL could not create its data folder: ${output}`)
}

export function fullDiskMessage(path: string): string {
  let folder = path
  while (!existsSync(folder)) folder = dirname(folder)
  const { bavail, bsize } = statfsSync(folder)
  const freeMb = Math.floor((bavail * bsize) / 1024 ** 2)
  return `The disk that holds ${path} is full (${freeMb} MB free). Free some space, or set DATA_DIR to a folder on another disk, and start again.`
}
