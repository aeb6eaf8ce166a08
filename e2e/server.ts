import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../dev/ports.ts'

const root = join(import.meta.dirname, '..')
const START_MS = 180_000
/** Longer than the tests run. */
const RUN_MS = 30 * 60_000

/** Runs against a new server, or the one that E2E_BASE_URL names. */
export async function withServer(run: (baseURL: string) => Promise<void>): Promise<void> {
  const running = process.env.E2E_BASE_URL
  const baseURL = running ?? `http://127.0.0.1:${await freePort()}`
  const server = running ? undefined : await startServer(baseURL)
  try {
    await run(baseURL)
  } finally {
    await server?.stop()
  }
}

export type RunningServer = {
  dataDir: string
  output: () => string
  /** Ends the server and deletes its data. `inspect` runs in between. */
  stop: (inspect?: () => Promise<void>) => Promise<void>
}

export async function startServer(baseURL: string): Promise<RunningServer> {
  mkdirSync(join(root, '.data'), { recursive: true })
  const dataDir = mkdtempSync(join(root, '.data/e2e-'))
  // The day in Manila on which the tests end, so that yesterday has transactions also after midnight.
  const asOf = new Date(Date.now() + RUN_MS).toLocaleDateString('en-CA', { timeZone: 'Asia/Manila' })
  const options = ['--cards', '2000', '--as-of', asOf, '--no-history']
  const server = spawn(process.execPath, ['dev/supervise.ts', ...options], {
    cwd: root,
    env: {
      ...process.env,
      PORT: new URL(baseURL).port,
      DATA_DIR: dataDir,
      // Tests move the clock by hours. Tests of the lock set their own limit.
      LOCK_AFTER_MINUTES: '1000',
      // The tests also run on a busy machine.
      MAX_EVENT_LOOP_DELAY_MS: '0',
      // All browsers sign in from the same address.
      SIGN_IN_CALLS_PER_MINUTE: '100000',
      // Many tests share one account.
      FILE_CHECKS_PER_HOUR: '10000',
      CARD_REVEALS_PER_DAY: '1000',
      CARD_FILES_PER_DAY: '1000',
      NOT_FOUND_REPLIES_PER_DAY: '1000',
    },
    // With an IPC channel, the server stops if this process is killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [server.stdout, server.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const stop: RunningServer['stop'] = async (inspect) => {
    await ended(server)
    try {
      await inspect?.()
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  try {
    await waitUntilReady(`${baseURL}/login`, server)
  } catch (error) {
    await stop()
    throw new Error(`The server did not start:\n${output}`, { cause: error })
  }
  return { dataDir, output: () => output, stop }
}

async function waitUntilReady(address: string, server: ChildProcess): Promise<void> {
  const until = Date.now() + START_MS
  while (Date.now() < until) {
    if (server.exitCode !== null) throw new Error(`It ended with code ${server.exitCode}.`)
    const reply = await fetch(address).catch(() => undefined)
    if (reply?.ok) return
    await sleep(300)
  }
  throw new Error('It took too long.')
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}
