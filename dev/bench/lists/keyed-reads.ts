import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { tenders } from '@backoffice/contract/tables/tenders'
import { createDatabase, createPool } from '../../../apps/server/src/db/client.ts'
import { storedRows } from '../../../apps/server/src/resources/lookup-tables/table-source.ts'
import { TENDERS_DATA } from '../../../apps/server/src/resources/lookup-tables/tables/tenders.ts'
import { median } from '../measure.ts'
import { serve } from '../served.ts'

/** Calls for each second, medians of rounds taken in turns. */
export type KeyedReads = { ours: number; bare: number }

const CLIENTS = 50
const ROUNDS = 7
const ROUND_MS = 2_000
const IDS = 1_000

/** Tenders by their ids: as served, and by a bare Fastify route with the same query. */
export async function measureKeyedReads(url: string, dataDir: string): Promise<KeyedReads> {
  const { ids, text, before } = await prepareReads(url)
  const served = await serve({ databaseUrl: url, ownerUrl: url, dataDir, workers: 0 })
  const route = [join(import.meta.dirname, 'bare-route.ts'), url, text, JSON.stringify(before)]
  const bare = spawn(process.execPath, route, { stdio: ['ignore', 'pipe', 'inherit'] })
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  try {
    const token = await served.desk.signIn('lookup@backoffice.test')
    const [printed] = (await once(bare.stdout, 'data')) as [Buffer]
    const ways = {
      ours: { prefix: `${served.address}/api/operations/lookup/tenders/`, token },
      bare: { prefix: `${printed.toString().trim()}/`, token },
    }
    const rates = { ours: [] as number[], bare: [] as number[] }
    for (let round = -1; round < ROUNDS; round++)
      for (const way of ['ours', 'bare'] as const) {
        const rate = await measureRate(agent, ids, ways[way])
        // The first round warms up.
        if (round >= 0) rates[way].push(rate)
      }
    return { ours: median(rates.ours), bare: median(rates.bare) }
  } finally {
    agent.destroy()
    bare.kill()
    await served.stop()
  }
}

type Reads = { ids: string[]; text: string; before: readonly unknown[] }

/** Ids of rows all over the table; what the product asks for one of them, with the parameters before its id. */
async function prepareReads(url: string): Promise<Reads> {
  const db = createDatabase(createPool(url))
  try {
    const rows = await db.selectFrom('tenders').select('id').orderBy('id').limit(IDS).execute()
    const ids = rows.map(({ id }) => id)
    const { sql: text, parameters } = storedRows(db, tenders, TENDERS_DATA)
      .where('t.deleted_at', 'is', null)
      .where('t.id', '=', ids[0] ?? '')
      .compile()
    return { ids, text, before: parameters.slice(0, -1) }
  } finally {
    await db.destroy()
  }
}

type Way = { prefix: string; token: string }

async function measureRate(agent: Agent, ids: readonly string[], way: Way): Promise<number> {
  let calls = 0
  const began = performance.now()
  const client = async () => {
    while (performance.now() - began < ROUND_MS) await read(agent, ids[calls++ % ids.length] ?? '', way)
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return (calls / (performance.now() - began)) * 1_000
}

function read(agent: Agent, id: string, { prefix, token }: Way): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    const call = request(`${prefix}${id}`, { agent, headers }, (reply) => {
      reply.resume()
      reply.once('end', () =>
        reply.statusCode === 200 ? resolve() : reject(new Error(`${prefix}: ${reply.statusCode}`)),
      )
    })
    call.once('error', reject).end()
  })
}
