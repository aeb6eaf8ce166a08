import { parseArgs } from 'node:util'
import { isApart } from '../drills/product.ts'
import { benchAccess } from './access.ts'
import { benchCases } from './cases/cases.ts'
import { benchDashboard } from './dashboard.ts'
import { benchExcel } from './excel/excel.ts'
import { type Figure, publish } from './figures.ts'
import { benchLists } from './lists/lists.ts'
import { benchMainJob } from './main-job/main-job.ts'
import { benchResultPages } from './result-pages.ts'
import { benchSearch } from './search.ts'
import { benchSignIn } from './sign-in.ts'

/** `npm run bench [-- --only NAME]`: the benchmarks of the server; bench/README.md lists them. */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    cards: { type: 'string', default: '2000000' },
    transactions: { type: 'string', default: '5000000' },
    rows: { type: 'string', default: '1000,100000,1000000' },
    rounds: { type: 'string', default: '5' },
    ledger: { type: 'string', default: 'main' },
  },
})
const cards = Number(values.cards)
const transactions = Number(values.transactions)
const rounds = Number(values.rounds)
const isLedgerApart = isApart(values.ledger)
const sizes = values.rows.split(',').map(Number)
if (![cards, transactions, rounds, ...sizes].every((number) => Number.isInteger(number) && number > 0))
  throw new Error('--cards, --transactions and --rounds must be whole numbers, --rows a list of them')

const parts = new Map<string, () => Promise<Figure[]>>([
  ['job', () => benchMainJob({ cards, transactions, sizes, rounds, isLedgerApart })],
  ['excel', () => benchExcel({ cards, transactions, rounds })],
  ['lists', () => benchLists(rounds)],
  ['results', () => benchResultPages(rounds)],
  ['cases', () => benchCases(rounds)],
  ['search', () => benchSearch(rounds)],
  ['access', () => benchAccess(rounds)],
  ['sign-in', () => benchSignIn(rounds)],
  ['dashboard', () => benchDashboard({ cards, transactions, rounds })],
])
const wanted = values.only ? [values.only] : [...parts.keys()]
for (const name of wanted) {
  const measure = parts.get(name)
  if (!measure) throw new Error(`--only must be one of ${[...parts.keys()].join(', ')}`)
  publish(await measure())
}
