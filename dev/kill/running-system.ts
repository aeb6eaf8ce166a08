import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../ports.ts'

const root = join(import.meta.dirname, '../..')

export const DEMO_CARDS = 5_000

export type ProcessKind = 'web' | 'worker' | 'postgres'
type Run = { web?: number; workers: number[]; postgres?: number }

/** Starts the product under its supervisor with its own data folder. */
export async function startSystem(dataDir: string) {
  const port = await freePort(0, '127.0.0.1')
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    WORKERS: '2',
    LOG_LEVEL: 'warn',
    // Every round sends the same cards.
    HELD_SAME_LAST_FOUR_ROWS: '1000000000',
  }
  delete (env as NodeJS.ProcessEnv).DATABASE_URL
  const supervisor = spawn(
    process.execPath,
    ['dev/supervise.ts', '--cards', String(DEMO_CARDS), '--as-of', '2026-11-19'],
    {
      cwd: root,
      env,
      // The supervisor stops when the IPC channel closes, i.e. when the test run itself is killed.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  const output: string[] = []
  supervisor.stdout?.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  supervisor.stderr?.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  const address = `http://127.0.0.1:${port}`
  await untilReady(address, supervisor, output)
  return {
    address,
    output,
    /** Sends SIGKILL to one process; false when it was not running. */
    kill(kind: ProcessKind, pick: number): boolean {
      const run = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as Run
      const pid = kind === 'worker' ? run.workers[pick % run.workers.length] : run[kind]
      if (!pid) return false
      try {
        process.kill(pid, 'SIGKILL')
        return true
      } catch {
        return false
      }
    },
    async stop() {
      supervisor.kill('SIGTERM')
      if (supervisor.exitCode === null) await new Promise((resolve) => supervisor.once('exit', resolve))
    },
  }
}

async function untilReady(address: string, supervisor: ChildProcess, output: string[]) {
  const deadline = Date.now() + 180_000
  for (;;) {
    const isReady = await fetch(`${address}/health/ready`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (isReady) return
    if (supervisor.exitCode !== null || Date.now() > deadline)
      throw new Error(`did not start:\n${output.join('')}`)
    await sleep(100)
  }
}
