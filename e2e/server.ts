import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../dev/ports.ts'

const root = join(import.meta.dirname, '..')
const START_MS = 180_000

/** Runs something against a server of its own, or the one that E2E_BASE_URL names. */
export async function withServer(run: (baseURL: string) => Promise<void>): Promise<void> {
  const given = process.env.E2E_BASE_URL
  const baseURL = given ?? `http://127.0.0.1:${await freePort()}`
  const stop = given ? undefined : await startServer(baseURL)
  try {
    await run(baseURL)
  } finally {
    await stop?.()
  }
}

/** Starts everything on fresh data of its own, and gives back how to stop it and take the data away. */
export async function startServer(baseURL: string): Promise<() => Promise<void>> {
  mkdirSync(join(root, '.data'), { recursive: true })
  const dataDir = mkdtempSync(join(root, '.data/e2e-'))
  const server = spawn(process.execPath, ['dev/supervise.ts', '--cards', '2000'], {
    cwd: root,
    env: { ...process.env, PORT: new URL(baseURL).port, DATA_DIR: dataDir },
    // With a channel to us it stops when we are killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let said = ''
  for (const stream of [server.stdout, server.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const stop = async () => {
    await ended(server)
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await untilAnswering(`${baseURL}/login`, server)
  } catch (error) {
    await stop()
    throw new Error(`The server did not start:\n${said}`, { cause: error })
  }
  return stop
}

async function untilAnswering(address: string, server: ChildProcess): Promise<void> {
  const until = Date.now() + START_MS
  while (Date.now() < until) {
    if (server.exitCode !== null) throw new Error(`It ended with code ${server.exitCode}.`)
    const answer = await fetch(address).catch(() => undefined)
    if (answer?.ok) return
    await sleep(300)
  }
  throw new Error('It took too long.')
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}
