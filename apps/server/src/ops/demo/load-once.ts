import { connectClient } from '../../db/client.ts'

import { connectLedger, copySumsAsOwner, type OwnerUrls } from '../load/owner-connections.ts'
import { loadDemoCards } from './load-demo-cards.ts'
import { createProgress } from './progress-bar.ts'

type DemoLoad = { as_of: string; cards: number; transactions: number }

/**
 * Loads cards and transactions into the ledger unless already loaded. `asOf` is the day of the data. If `isNew`, this
 * call loaded them.
 */
export async function loadDemoCardsOnce(input: {
  urls: OwnerUrls
  cards: number
  asOf: string
}): Promise<{ message: string; asOf: string | null; isNew: boolean }> {
  const main = await connectClient(input.urls.url)
  const client = await connectLedger(main, input.urls).catch(async (error: unknown) => {
    await main.end()
    throw error
  })
  try {
    const loads = await client.query("SELECT to_regclass('demo_loads') IS NOT NULL AS exist")
    if (loads.rows[0].exist) {
      const { rows } = await client.query<DemoLoad>('SELECT as_of::text, cards, transactions FROM demo_loads')
      if (rows[0])
        return {
          message: `The demo cards are already loaded: ${describe(rows[0])}.`,
          asOf: rows[0].as_of,
          isNew: false,
        }
    }
    const { rowCount } = await client.query('SELECT FROM cards LIMIT 1')
    if (rowCount)
      return {
        message: 'The database has other cards. Demo cards were not loaded.',
        asOf: null,
        isNew: false,
      }
    const progress = createProgress(process.stdout)
    const { cards, asOf } = input
    const loaded = await loadDemoCards({ client, cards, asOf, onProgress: progress.report })
    progress.end()
    await copySumsAsOwner(input.urls, { isWhole: true })
    return { message: `Loaded ${describe({ ...loaded, as_of: asOf })}.`, asOf, isNew: true }
  } finally {
    if (client !== main) await client.end()
    await main.end()
  }
}

function describe({ cards, transactions, as_of }: DemoLoad): string {
  return `${cards.toLocaleString('en')} cards and ${transactions.toLocaleString('en')} transactions up to ${as_of}`
}
