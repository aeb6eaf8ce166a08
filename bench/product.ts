import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { freePort } from '../dev/ports.ts'
import { NODE_ARGUMENTS, NODE_ENVIRONMENT } from '../dev/start/memory-settings.ts'
import { Driver } from '../drills/driver.ts'
import type { BenchDatabase } from './database.ts'

const START_MS = 120_000

/** The web process, then the workers. */
export type Product = { address: string; processes: readonly ChildProcess[] }

export async function withProduct<Result>(
  { url, dataDir }: BenchDatabase,
  workers: number,
  use: (product: Product) => Promise<Result>,
): Promise<Result> {
  const port = await freePort()
  const env = {
    ...process.env,
    ...NODE_ENVIRONMENT,
    DATABASE_URL: url,
    DATABASE_OWNER_URL: url,
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '1000000',
    NOT_FOUND_REPLIES_PER_DAY: '1000000',
  }
  const entries = ['main.ts', ...Array.from({ length: workers }, () => 'worker.ts')]
  const processes = entries.map((entry) =>
    spawn(process.execPath, [...NODE_ARGUMENTS, join('apps/server/src', entry)], {
      cwd: join(import.meta.dirname, '..'),
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  )
  const address = `http://127.0.0.1:${port}`
  try {
    await untilReady(address)
    return await use({ address, processes })
  } finally {
    await Promise.all(processes.map(end))
  }
}

async function untilReady(address: string): Promise<void> {
  const deadline = Date.now() + START_MS
  for (;;) {
    const reply = await fetch(`${address}/health/ready`).catch(() => undefined)
    if (reply?.ok) return
    if (Date.now() > deadline) throw new Error('The server did not become ready')
    await sleep(100)
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

export async function signIn({ address }: Product, user: string): Promise<{ driver: Driver; token: string }> {
  const driver = new Driver(address)
  return { driver, token: await driver.signIn(`${user}@backoffice.test`) }
}

/** Text of a 200 reply. Uses `node:http`, because `fetch` needs as much processor time as the server. */
export function send(agent: Agent, url: string, token: string, body?: string): Promise<string> {
  const headers = {
    authorization: `Bearer ${token}`,
    // The headers of a browser.
    ...(body && { 'accept-encoding': 'gzip, br', 'content-type': 'application/json' }),
  }
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, headers, method: body ? 'POST' : 'GET' }, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.once('end', () => {
        const text = decoded(Buffer.concat(parts), reply.headers['content-encoding'])
        if (reply.statusCode === 200) resolve(text)
        else reject(new Error(`${url}: ${reply.statusCode} ${text.slice(0, 200)}`))
      })
    })
    call.once('error', reject).end(body)
  })
}

function decoded(bytes: Buffer, encoding: string | undefined): string {
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}
