import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { serve } from '../served.ts'

/** Sorted milliseconds of the calls of all clients. */
export type ListLatencies = { what: string; took: number[]; callsPerSecond: number }

const CLIENTS = 50
const SECONDS = 10
const MAILBOXES = ['lookup', 'admin']

/** The list of tenders as it is served, for 50 clients. */
export async function measureServedLists(url: string, dataDir: string): Promise<ListLatencies[]> {
  const served = await serve({ databaseUrl: url, ownerUrl: url, dataDir, workers: 0 })
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  try {
    const tokens: string[] = []
    for (const mailbox of MAILBOXES) tokens.push(await served.desk.signIn(`${mailbox}@backoffice.test`))
    const clients = Array.from({ length: CLIENTS }, (_, at) => {
      const token = tokens[at % tokens.length]
      return (query: object) => read(agent, served.address, `${token}`, query)
    })
    await run(clients, 'warm-up', 0, 3)
    return [
      await run(clients, `${CLIENTS} clients, each a call a second`, 1_000, SECONDS),
      await run(clients, `${CLIENTS} clients without a pause`, 0, SECONDS),
    ]
  } finally {
    agent.destroy()
    await served.stop()
  }
}

type Get = (query: object) => Promise<{ next: string | null; previous: string | null }>

/** Each client pages on and back through filtered lists, and jumps to a page, over and over. */
async function run(
  clients: readonly Get[],
  what: string,
  everyMs: number,
  seconds: number,
): Promise<ListLatencies> {
  const took: number[] = []
  const end = performance.now() + seconds * 1_000
  const work = async (get: Get, at: number) => {
    // Apart in time, as people are.
    await sleep((at * everyMs) / clients.length)
    const timedGet: Get = async (query) => {
      const began = performance.now()
      const page = await get(query)
      const ms = performance.now() - began
      took.push(ms)
      await sleep(Math.max(0, everyMs - ms))
      return page
    }
    while (performance.now() < end) await visit(timedGet)
  }
  const began = performance.now()
  await Promise.all(clients.map(work))
  const callsPerSecond = (took.length / (performance.now() - began)) * 1_000
  return { what, took: took.sort((a, b) => a - b), callsPerSecond }
}

const FILTERED = { page_size: 25, filters: { status: { in: ['ACTIVE'] } }, sort: ['updated_at:desc'] }

async function visit(get: Get): Promise<void> {
  const first = await get(FILTERED)
  const second = await get({ ...FILTERED, after: first.next })
  const third = await get({ ...FILTERED, after: second.next })
  await get({ ...FILTERED, after: third.previous })
  await get({ ...FILTERED, page: 1 + Math.floor(Math.random() * 400) })
}

/** As a browser asks: compressed. */
async function read(agent: Agent, address: string, token: string, query: object): ReturnType<Get> {
  const body = JSON.stringify(query)
  const headers = {
    authorization: `Bearer ${token}`,
    'accept-encoding': 'gzip, br',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  return new Promise((resolve, reject) => {
    const call = request(
      `${address}/api/operations/lookup/tenders`,
      { agent, headers, method: 'POST' },
      (reply) => {
        const parts: Buffer[] = []
        reply.on('data', (part: Buffer) => parts.push(part))
        reply.on('end', () => {
          const text = decoded(Buffer.concat(parts), reply.headers['content-encoding'])
          if (reply.statusCode !== 200) reject(new Error(`${reply.statusCode}: ${text.slice(0, 200)}`))
          // A reply of the list, as the contract has it.
          else resolve((JSON.parse(text) as { resource: Awaited<ReturnType<Get>> }).resource)
        })
      },
    )
    call.on('error', reject).end(body)
  })
}

function decoded(bytes: Buffer, encoding: string | undefined): string {
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}
