/** A simple reference implementation for tests of the query. */

export type ReferenceCard = { card: string; status: string; tier: string; balance: number }
export type ReferenceTransaction = {
  card: string
  businessDate: string
  at: string
  class: string | null
  status: string
  amount: number
  points: number
}
export type ReferenceRow = { card: string; from: string; to: string }

const two = (hundredths: number) => (hundredths / 100).toFixed(2)
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

function manila(at: string): string {
  return new Date(Date.parse(at) + 8 * 3_600_000).toISOString().replace('.000Z', '+08:00')
}

function workingDays(from: string, to: string, holidays: ReadonlySet<string>): number {
  let days = 0
  for (let day = Date.parse(from) + 86_400_000; day <= Date.parse(to); day += 86_400_000) {
    const date = new Date(day)
    if (date.getUTCDay() % 6 !== 0 && !holidays.has(date.toISOString().slice(0, 10))) days++
  }
  return days
}

export type ReferenceData = {
  cards: readonly ReferenceCard[]
  transactions: readonly ReferenceTransaction[]
  holidays: ReadonlySet<string>
  asOf: string
}

/** Columns of the result from `outcome` on. */
export function referenceResult(
  { cards, transactions, holidays, asOf }: ReferenceData,
  row: ReferenceRow,
): string {
  const card = cards.find((each) => each.card === row.card)
  if (!card) return 'NOT_FOUND,,,,,,,,,,,'
  const mine = transactions.filter(
    (each) => each.card === row.card && each.businessDate >= row.from && each.businessDate <= row.to,
  )
  const posted = (kind: string) => mine.filter((each) => each.class === kind && each.status === 'POSTED')
  const pending = mine.filter((each) => each.status === 'PENDING').map((each) => each.businessDate)
  const last = mine
    .map((each) => each.at)
    .sort((a, b) => Date.parse(a) - Date.parse(b))
    .at(-1)
  return [
    'FOUND',
    mine.length === 0 ? 'no transactions in range' : '',
    card.status,
    card.tier,
    two(card.balance),
    last ? manila(last) : '',
    mine.length,
    two(sum(mine.filter((each) => each.status !== 'REJECTED').map((each) => each.amount))),
    two(sum(posted('EARN').map((each) => each.points))),
    two(-sum(posted('REDEEM').map((each) => each.points))),
    pending.length,
    pending.length > 0 ? workingDays(pending.sort()[0] ?? '', asOf, holidays) : '',
  ].join(',')
}
