import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { tenders } from '@backoffice/contract/tables/tenders'
import { replyRows } from '../../apps/server/src/resources/lookup-tables/table-source.ts'
import type { BenchDatabase } from '../database.ts'
import { type Figure, thousands } from '../figures.ts'
import { inTurns } from '../measure.ts'
import { send, signIn, withProduct } from '../product.ts'

const CLIENTS = 50
const ROUNDS = 7
const ROUND_MS = 2_000
const IDS = 1_000

/** Calls per second of 50 clients that read tenders by id, against a bare Fastify route with the same query. */
export function measureKeyedReads(database: BenchDatabase): Promise<Figure> {
  return withProduct(database, 0, async (product) => {
    const { ids, route } = await prepareReads(database)
    const bare = spawn(process.execPath, route, { stdio: ['ignore', 'pipe', 'inherit'] })
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
    try {
      const { token } = await signIn(product, 'lookup')
      const [printed] = await once(bare.stdout, 'data')
      const rateOf = (address: string) => () =>
        measureRate(ids, (id) => send(agent, `${address}/${id}`, token))
      const rates = await inTurns(
        rateOf(`${product.address}/api/operations/lookup/tenders`),
        rateOf(String(printed).trim()),
        ROUNDS,
      )
      const note = `${thousands(rates.ours)} : ${thousands(rates.bare)} calls/s, 50 clients`
      return { row: 'keyed-read.ratio', value: rates.ours / rates.bare, note }
    } finally {
      agent.destroy()
      bare.kill()
    }
  })
}

async function prepareReads({ url, db }: BenchDatabase): Promise<{ ids: string[]; route: string[] }> {
  const rows = await db.selectFrom('tenders').select('id').orderBy('id').limit(IDS).execute()
  const ids = rows.map(({ id }) => id)
  const { sql, parameters } = replyRows(db, tenders)
    .where('t.deleted_at', 'is', null)
    .where('t.id', '=', '')
    .compile()
  const script = join(import.meta.dirname, 'bare-route.ts')
  return { ids, route: [script, url, sql, JSON.stringify(parameters.slice(0, -1))] }
}

async function measureRate(ids: readonly string[], read: (id: string) => Promise<unknown>): Promise<number> {
  let calls = 0
  const began = performance.now()
  const client = async () => {
    while (performance.now() - began < ROUND_MS) await read(ids[calls++ % ids.length] ?? '')
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return (calls / (performance.now() - began)) * 1_000
}
