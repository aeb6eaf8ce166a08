import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchDatabase } from '../database.ts'
import { type Figure, thousands } from '../figures.ts'
import { median, percentile } from '../measure.ts'
import { send, signIn, withProduct } from '../product.ts'

const CLIENTS = 50
const SECONDS = 10
const USERS = ['lookup', 'admin']

export function measureServedLists(database: BenchDatabase): Promise<Figure[]> {
  return withProduct(database, 0, async (product) => {
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
    const tokens: string[] = []
    for (const user of USERS) tokens.push((await signIn(product, user)).token)
    const address = `${product.address}/api/operations/lookup/tenders`
    const clients = Array.from({ length: CLIENTS }, (_, at): List => {
      const token = tokens[at % tokens.length] ?? ''
      return async (query) => JSON.parse(await send(agent, address, token, JSON.stringify(query))).resource
    })
    try {
      await run(clients, 0, 3)
      const calm = await run(clients, 1_000, SECONDS)
      const flood = await run(clients, 0, SECONDS)
      return [
        { row: 'list.p99', value: percentile(calm.took, 0.99), note: '50 clients, each a call a second' },
        { what: 'list as served, 50 clients, each a call a second', shown: textOf(calm) },
        { what: 'list as served, 50 clients without a pause', shown: textOf(flood) },
      ]
    } finally {
      agent.destroy()
    }
  })
}

type List = (query: object) => Promise<{ next: string | null; previous: string | null }>
/** `took`: milliseconds of each call. */
type Run = { took: number[]; callsPerSecond: number }

const textOf = ({ took, callsPerSecond }: Run) =>
  `p50 ${median(took).toFixed(1)}, p99 ${percentile(took, 0.99).toFixed(1)} ms, ${thousands(callsPerSecond)} calls/s`

async function run(clients: readonly List[], everyMs: number, seconds: number): Promise<Run> {
  const took: number[] = []
  const began = performance.now()
  const end = began + seconds * 1_000
  const work = async (list: List, at: number) => {
    // Spread over time, like people.
    await sleep((at * everyMs) / clients.length)
    const timedList: List = async (query) => {
      const start = performance.now()
      const page = await list(query)
      const ms = performance.now() - start
      took.push(ms)
      await sleep(Math.max(0, everyMs - ms))
      return page
    }
    while (performance.now() < end) await visit(timedList)
  }
  await Promise.all(clients.map(work))
  return { took, callsPerSecond: (took.length / (performance.now() - began)) * 1_000 }
}

const FILTERED = { page_size: 25, filters: { status: { in: ['ACTIVE'] } }, sort: ['updated_at:desc'] }

async function visit(list: List): Promise<void> {
  const first = await list(FILTERED)
  const second = await list({ ...FILTERED, after: first.next })
  const third = await list({ ...FILTERED, after: second.next })
  await list({ ...FILTERED, after: third.previous })
  await list({ ...FILTERED, page: 1 + Math.floor(Math.random() * 400) })
}
