import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chownToOwnerOf } from './access-file.ts'
import type { Account } from './account.ts'
import { fullDiskMessage } from './disk-space.ts'

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
    // Detached: Ctrl-C must reach only the supervisor, which stops PostgreSQL last.
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
