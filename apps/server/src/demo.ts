import { parseArgs } from 'node:util'
import { readConfig } from './config/config.ts'
import { createDatabase, createPool } from './db/client.ts'
import { manilaDay } from './kernel/clock.ts'
import { seedDemo } from './ops/demo/demo-accounts.ts'
import { recordHistoryOnce } from './ops/demo/history/record-history.ts'
import { loadDemoCardsOnce } from './ops/demo/load-once.ts'
import { seedLookupTables } from './ops/demo/seed-lookup-tables.ts'

const MAX_CARDS = 4_000_000

/**
 * `demo.ts [--cards 200000] [--as-of YYYY-MM-DD] [--no-history]` loads demo accounts, cards, transactions and lookup
 * tables, and records fourteen days of work.
 */
const { values } = parseArgs({
  options: {
    cards: { type: 'string', default: '200000' },
    'as-of': { type: 'string' },
    history: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
const cards = Number(values.cards)
if (!Number.isInteger(cards) || cards < 1 || cards > MAX_CARDS) {
  throw new Error(`--cards must be a whole number from 1 to ${MAX_CARDS.toLocaleString('en')}`)
}
const asOf = values['as-of'] ?? manilaDay(new Date())
if (!/^\d{4}-\d{2}-\d{2}$/.test(asOf) || Number.isNaN(Date.parse(asOf))) {
  throw new Error('--as-of must be a day: YYYY-MM-DD')
}
const config = readConfig(process.env)
// Demo accounts exist only in the embedded provider.
if (!config.userPool) await seedDemo({ databaseUrl: config.databaseDirectUrl, dataDir: config.dataDir })
const url = config.databaseOwnerUrl
const loaded = await loadDemoCardsOnce({
  urls: { url, ledgerUrl: config.ledger?.ownerUrl ?? url },
  ...{ cards, asOf },
})
console.log(loaded.message)
// After the accounts, which are the authors of some rows.
if (loaded.asOf !== null) {
  const db = createDatabase(createPool(config.databaseDirectUrl, { max: 1 }))
  await seedLookupTables(db, loaded.asOf)
  await db.destroy()
  // A cloud pool has no demo accounts, and a bucket no demo files.
  if (values.history && !config.userPool && !config.bucket)
    console.log(await recordHistoryOnce({ config, asOf: loaded.asOf, isNew: loaded.isNew }))
}
