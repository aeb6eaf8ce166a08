import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { seedDemo } from '../../../apps/server/src/accounts/seed-demo.ts'
import { openBenchDatabase } from '../database.ts'
import { inputFile } from '../input-file.ts'
import { prepare } from '../prepare.ts'
import { type Line, printLines } from '../report.ts'
import { runServed, type Served, serve } from '../served.ts'
import { cpuSeconds, familySeconds, parentOf } from './cpu.ts'
import { storageLines } from './storage.ts'

const DATA_DIR = join(import.meta.dirname, '../../../.data/bench/scaling')
const CLIENTS = 50
const SECONDS = 5
const IDLE_MS = 10_000

/**
 * What one process does and takes: calls and rows for each second of a processor, which other work on the machine does not
 * change much; connections; storage for a million rows. The figures of docs/scaling.md.
 */
export async function benchScaling(cards: number, transactions: number, rows: number): Promise<void> {
  const { url, stop } = await openBenchDatabase(cards, transactions)
  try {
    prepare(url, DATA_DIR)
    await seedDemo({ databaseUrl: url, dataDir: DATA_DIR })
    const server = await serverOf(url)
    const lines = [...(await callLines(url, server)), ...(await rowLines(url, server, cards, rows))]
    lines.push(...(await storageLines(url)))
    printLines(lines)
  } finally {
    await stop()
  }
}

const start = (databaseUrl: string, workers: number) =>
  serve({ databaseUrl, ownerUrl: databaseUrl, dataDir: DATA_DIR, workers })

const figure = (what: string, measured: string): Line => ({ what, measured, target: 'a figure', met: true })

async function callLines(url: string, server: number): Promise<Line[]> {
  const served = await start(url, 0)
  try {
    const token = await served.desk.signIn('admin@backoffice.test')
    const [role] = await readRoles(served, token)
    const calls: [string, string, object | null][] = [
      ['a page without a database', '/health/live', null],
      ['the access check and the caller’s own access', '/api/user/role/access-policy', null],
      ['a keyed read (a role)', `/api/user/role/${role}`, null],
      ['a list (users)', '/api/user/list', { page: 1, page_size: 25 }],
    ]
    const lines: Line[] = []
    for (const [what, path, body] of calls) {
      await flood(served, server, [path, body, token], 1)
      const busy = await flood(served, server, [path, body, token], SECONDS)
      const shown = `${perSecond(busy.calls, busy.web)} by the web process, ${perSecond(busy.calls, busy.database)} by the database; here ${Math.round(busy.calls / SECONDS)}/s`
      lines.push(figure(`${what}, calls for a second of processor`, shown))
    }
    return [...lines, figure('connections of a web process, busy', String(await connections(url)))]
  } finally {
    await served.stop()
  }
}

/** The process of the database, which must be on this machine. */
async function serverOf(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const server = parentOf(rows[0]?.pid ?? 0)
  await client.end()
  return server
}

const perSecond = (count: number, seconds: number) => Math.round(count / seconds).toLocaleString('en')

async function readRoles({ address }: Served, token: string): Promise<string[]> {
  const reply = await fetch(`${address}/api/user/role?page=1&page_size=10`, request(null, token))
  const { resource } = (await reply.json()) as { resource: { items: { id: string }[] } }
  return resource.items.map(({ id }) => id)
}

function request(body: object | null, token: string): RequestInit {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
}

/** Many clients without a pause; what the web process and the database spent on it. */
async function flood(
  served: Served,
  server: number,
  [path, body, token]: [string, object | null, string],
  seconds: number,
) {
  const end = performance.now() + seconds * 1_000
  const [web] = served.pids as [number]
  const before = { web: cpuSeconds(web), database: familySeconds(server) }
  let calls = 0
  const client = async () => {
    while (performance.now() < end) {
      const reply = await fetch(`${served.address}${path}`, request(body, token))
      await reply.arrayBuffer()
      if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
      calls += 1
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return { calls, web: cpuSeconds(web) - before.web, database: familySeconds(server) - before.database }
}

async function rowLines(url: string, server: number, cards: number, rows: number): Promise<Line[]> {
  const served = await start(url, 1)
  try {
    const content = readFileSync(inputFile(rows, cards))
    await runServed(served, readFileSync(inputFile(1_000, cards)), 1_000)
    const idle = familySeconds(server)
    await sleep(IDLE_MS)
    const idleShare = (familySeconds(server) - idle) / (IDLE_MS / 1_000)
    const worker = served.pids[1] ?? 0
    const before = { worker: cpuSeconds(worker), database: familySeconds(server) }
    const run = await runServed(served, content, rows)
    const spent = {
      worker: cpuSeconds(worker) - before.worker,
      database: familySeconds(server) - before.database,
    }
    const seconds = (run.dryRunMs + run.confirmMs) / 1_000
    return [
      figure(
        `rows of a file of ${rows.toLocaleString('en')}, for a second of processor`,
        `${perSecond(rows, spent.worker)} by the worker, ${perSecond(rows, spent.database)} by the database; here ${perSecond(rows, seconds)}/s`,
      ),
      figure(
        'an idle web process and an idle worker, of a processor of the database',
        `${(idleShare * 100).toFixed(1)} %`,
      ),
    ]
  } finally {
    await served.stop()
  }
}

async function connections(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  )
  await client.end()
  return rows[0]?.n ?? 0
}
