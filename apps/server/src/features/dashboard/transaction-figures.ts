import { lastDays, percentOf, weekdayMean } from './business-days.ts'
import type { Cell } from './transactions-tiles.store.ts'

/** Figures of the transactions tile. `cells`: sums by day, company and class; `first`: the oldest day with transactions. */
export function transactionFigures(cells: readonly Cell[], day: string, first: string | null) {
  const ofDay = cells.filter((cell) => cell.day === day)
  const counted = countsByDay(cells)
  const { transactions, amount } = sumsOf(ofDay)
  const reversals = sumsOf(ofDay.filter(({ tran_class }) => tran_class === 'REVERSAL')).transactions
  const companies = groupBy(ofDay, ({ company_code }) => company_code).map(([company_code, own]) => {
    const ofCompany = countsByDay(cells.filter((cell) => cell.company_code === company_code))
    return { company_code, ...sumsOf(own), mean: weekdayMean(ofCompany, day, first).mean }
  })
  const classes = groupBy(ofDay, ({ tran_class }) => tran_class).map(([tran_class, own]) => ({
    tran_class,
    ...sumsOf(own),
  }))
  return {
    transactions,
    amount,
    ...weekdayMean(counted, day, first),
    reversals,
    reversals_percent: percentOf(reversals, transactions),
    by_day: lastDays(day, 14).map((each) => ({
      day: each,
      transactions: counted.get(each) ?? 0,
      mean: weekdayMean(counted, each, first).mean,
    })),
    companies: companies.sort(byTransactions),
    classes: classes.sort(byTransactions),
    cells: ofDay.map(({ day: _day, ...cell }) => cell),
  }
}

type Sums = Pick<Cell, 'transactions' | 'amount'>

function sumsOf(cells: readonly Cell[]): Sums {
  return cells.reduce(
    (sums, cell) => ({
      transactions: sums.transactions + cell.transactions,
      amount: sums.amount + cell.amount,
    }),
    { transactions: 0, amount: 0 },
  )
}

function countsByDay(cells: readonly Cell[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { day, transactions } of cells) counts.set(day, (counts.get(day) ?? 0) + transactions)
  return counts
}

function groupBy<Key>(cells: readonly Cell[], keyOf: (cell: Cell) => Key): [Key, Cell[]][] {
  return [...Map.groupBy(cells, keyOf)]
}

const byTransactions = (a: Sums, b: Sums) => b.transactions - a.transactions
