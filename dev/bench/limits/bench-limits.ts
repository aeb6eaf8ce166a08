import Fastify from 'fastify'
import { Client } from 'pg'
import { createDatabase, createPool, type Database } from '../../../apps/server/src/db/client.ts'
import { migrate } from '../../../apps/server/src/db/migrate.ts'
import { createCallCounter } from '../../../apps/server/src/kernel/call-counter.ts'
import { createCallCounts } from '../../../apps/server/src/kernel/call-counts.ts'
import { openListsDatabase } from '../database.ts'
import { median } from '../measure.ts'

const CALLS = 1_500
const AT_ONCE = 50
const CALLERS = 200
/** Far from the limit, as calls are; and within its last sixteenth, where each waits for an exchange. */
const LIMITS = { far: 1_000_000, near: 1 } as const

type Count = (key: string) => Promise<unknown>

/** Calls per second of a route with one keyed read, with and without the counts that web processes share. */
export async function benchLimits(rounds: number): Promise<void> {
  const database = await openListsDatabase('limits')
  try {
    const client = new Client({ connectionString: database.url })
    await client.connect()
    await migrate(client)
    await client.end()
    const db = createDatabase(createPool(database.url, { max: 12 }))
    const counter = createCallCounter({ counts: createCallCounts(db), onError: console.error })
    const ways: Record<string, Count> = {
      'without counts': async () => true,
      'with counts, far from the limit': (key) => counter.count(key, LIMITS.far),
      'with counts, each call waits for an exchange': (key) =>
        counter.count(`${key} ${Math.random()}`, LIMITS.near),
    }
    const rates = new Map(Object.keys(ways).map((way) => [way, [] as number[]]))
    for (let round = -1; round < rounds; round++) {
      for (const [way, count] of Object.entries(ways)) {
        const rate = await measure(db, count)
        // The first round warms up.
        if (round >= 0) rates.get(way)?.push(rate)
      }
    }
    const bare = median(rates.get('without counts') ?? [])
    for (const [way, all] of rates)
      console.log(
        `${way}: ${Math.round(median(all)).toLocaleString('en')} calls/s (${(median(all) / bare).toFixed(2)}×)`,
      )
    await counter.close()
    await db.destroy()
  } finally {
    await database.stop()
  }
}

async function measure(db: Database, count: Count): Promise<number> {
  const app = Fastify()
  app.get<{ Params: { caller: string } }>('/:caller', async ({ params }) => {
    await count(`address ${params.caller}`)
    await count(`caller ${params.caller}`)
    return db.selectFrom('access_version').select('version').executeTakeFirst()
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  let left = CALLS
  const began = performance.now()
  const client = async () => {
    while (left-- > 0) await (await fetch(`${address}/${left % CALLERS}`)).arrayBuffer()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  const seconds = (performance.now() - began) / 1_000
  await app.close()
  return CALLS / seconds
}
