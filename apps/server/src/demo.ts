import { parseArgs } from 'node:util'
import { seedDemo } from './accounts/seed-demo.ts'
import { manilaDay } from './adapters/clock.ts'
import { readConfig } from './config.ts'
import { loadDemoCardsOnce } from './demo/load-once.ts'

const MOST_CARDS = 4_000_000

/** `demo.ts [--cards 200000] [--as-of YYYY-MM-DD]`: accounts, cards and transactions to try things on. */
const { values } = parseArgs({
  options: { cards: { type: 'string', default: '200000' }, 'as-of': { type: 'string' } },
})
const cards = Number(values.cards)
if (!Number.isInteger(cards) || cards < 1 || cards > MOST_CARDS) {
  throw new Error(`--cards is a whole number from 1 to ${MOST_CARDS.toLocaleString('en')}`)
}
const asOf = values['as-of'] ?? manilaDay(new Date())
if (!/^\d{4}-\d{2}-\d{2}$/.test(asOf) || Number.isNaN(Date.parse(asOf))) {
  throw new Error('--as-of is a day: YYYY-MM-DD')
}
const config = readConfig(process.env)
// The demo accounts are the embedded provider's: a cloud pool has people of its own.
if (!config.userPool) await seedDemo(config)
console.log(await loadDemoCardsOnce({ databaseUrl: config.databaseOwnerUrl, cards, asOf }))
