import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { tenders } from '@backoffice/contract/tables/tenders'
import { replyRows } from '../../apps/server/src/features/lookup-tables/table-source.ts'
import { Driver } from '../../drills/driver.ts'
import { type BenchDatabase, withProduct } from '../database.ts'
import { type Figure, inTurns, median, percentile, thousands } from '../figures.ts'

const CLIENTS = 50
const LIST_SECONDS = 10
const READ_ROUNDS = 7
const READ_SECONDS = 2

/** Lists and keyed reads of tenders by 50 clients, the reads against a bare Fastify route with the same query. */
export function measureServed(database: BenchDatabase): Promise<Figure[]> {
  return withProduct(database, 0, async ({ addresses }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
    try {
      const tokens = await Promise.all(
        ['lookup', 'admin'].map(async (user) => (await Driver.as(user, addresses)).token),
      )
      const send = (client: number, url: string, query?: object) =>
        sendAs(agent, tokens[client % tokens.length] ?? '', url, query)
      const address = `${addresses[0]}/api/operations/lookup/tenders`
      const visit = (client: number) => visitPages((query) => send(client, address, query))
      await run(visit, 0, 3)
      const calm = await run(visit, 1_000, LIST_SECONDS)
      const flood = await run(visit, 0, LIST_SECONDS)
      return [
        { row: 'list.p99', value: percentile(calm.took, 0.99), note: '50 clients, each a call a second' },
        { what: 'list as served, 50 clients, each a call a second', shown: textOf(calm) },
        { what: 'list as served, 50 clients without a pause', shown: textOf(flood) },
        await compareReads(database, address, send),
      ]
    } finally {
      agent.destroy()
    }
  })
}

type Page = { next: string | null; previous: string | null }
type List = (query: object) => Promise<Page>
type Visit = (client: number) => AsyncGenerator<number>
/** `took`: milliseconds of each call. */
type Run = { took: number[]; callsPerSecond: number }

const textOf = ({ took, callsPerSecond }: Run) =>
  `p50 ${median(took).toFixed(1)}, p99 ${percentile(took, 0.99).toFixed(1)} ms, ${thousands(callsPerSecond)} calls/s`

async function run(visit: Visit, everyMs: number, seconds: number): Promise<Run> {
  const took: number[] = []
  const began = performance.now()
  const work = async (_: unknown, client: number) => {
    // Spread over time, as the calls of people are.
    await sleep((client * everyMs) / CLIENTS)
    while (performance.now() < began + seconds * 1_000)
      for await (const ms of visit(client)) {
        took.push(ms)
        if (everyMs > ms) await sleep(everyMs - ms)
      }
  }
  await Promise.all(Array.from({ length: CLIENTS }, work))
  return { took, callsPerSecond: (took.length / (performance.now() - began)) * 1_000 }
}

const FILTERED = { page_size: 25, filters: { status: { in: ['ACTIVE'] } }, sort: ['updated_at:desc'] }

/** First page, two forwards, one back, and a jump; yields the duration of each call. */
async function* visitPages(list: List): AsyncGenerator<number> {
  let page: Page = { next: null, previous: null }
  const steps: (() => object)[] = [
    () => ({}),
    () => ({ after: page.next }),
    () => ({ after: page.next }),
    () => ({ after: page.previous }),
    () => ({ page: 1 + Math.floor(Math.random() * 400) }),
  ]
  for (const step of steps) {
    const start = performance.now()
    page = await list({ ...FILTERED, ...step() })
    yield performance.now() - start
  }
}

async function compareReads(
  { url, db }: BenchDatabase,
  address: string,
  send: (client: number, url: string) => Promise<unknown>,
): Promise<Figure> {
  const rows = await db.selectFrom('tenders').select('id').orderBy('id').limit(1_000).execute()
  const query = replyRows(db, tenders).where('t.deleted_at', 'is', null).where('t.id', '=', '')
  const { sql, parameters } = query.compile()
  const route = join(import.meta.dirname, 'bare-route.ts')
  const args = [route, url, sql, JSON.stringify(parameters.slice(0, -1))]
  const bare = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const rateOf = (base: string) => async () => {
    let calls = 0
    const visit: Visit = async function* (client) {
      yield Number(await send(client, `${base}/${rows[calls++ % rows.length]?.id}`)) || 0
    }
    return (await run(visit, 0, READ_SECONDS)).callsPerSecond
  }
  try {
    const [printed] = await once(bare.stdout, 'data')
    const rates = await inTurns(rateOf(address), rateOf(String(printed).trim()), READ_ROUNDS)
    const note = `${thousands(rates.ours)} : ${thousands(rates.bare)} calls/s, 50 clients`
    return { row: 'keyed-read.ratio', value: rates.ours / rates.bare, note }
  } finally {
    bare.kill()
  }
}

/** The resource of a 200 reply. Uses `node:http`, because `fetch` needs as much processor time as the server. */
async function sendAs(agent: Agent, token: string, url: string, query?: object): Promise<Page> {
  const headers = {
    authorization: `Bearer ${token}`,
    // The headers of a browser.
    ...(query && { 'accept-encoding': 'gzip, br', 'content-type': 'application/json' }),
  }
  const call = request(url, { agent, headers, method: query ? 'POST' : 'GET' })
  call.end(query && JSON.stringify(query))
  const [reply] = await once(call, 'response')
  const bytes = await buffer(reply)
  const { 'content-encoding': encoding } = reply.headers
  const plain =
    encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
  if (reply.statusCode !== 200)
    throw new Error(`${url}: ${reply.statusCode} ${plain.toString().slice(0, 200)}`)
  return query && JSON.parse(plain.toString()).resource
}
