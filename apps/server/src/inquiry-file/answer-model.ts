/** The answer to one row, written as plainly as can be: what the query is tested against. */

export type ModelCard = { card: string; status: string; tier: string; balance: number }
export type ModelTransaction = {
  card: string
  businessDate: string
  at: string
  class: string | null
  status: string
  amount: number
  points: number
}
export type ModelRow = { card: string; from: string; to: string }

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

export type ModelWorld = {
  cards: readonly ModelCard[]
  transactions: readonly ModelTransaction[]
  holidays: ReadonlySet<string>
  asOf: string
}

/** From `outcome` on. */
export function modelAnswer({ cards, transactions, holidays, asOf }: ModelWorld, row: ModelRow): string {
  const card = cards.find((one) => one.card === row.card)
  if (!card) return 'NOT_FOUND,,,,,,,,,,,'
  const mine = transactions.filter(
    (one) => one.card === row.card && one.businessDate >= row.from && one.businessDate <= row.to,
  )
  const posted = (kind: string) => mine.filter((one) => one.class === kind && one.status === 'POSTED')
  const pending = mine.filter((one) => one.status === 'PENDING').map((one) => one.businessDate)
  const last = mine
    .map((one) => one.at)
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
    two(sum(mine.filter((one) => one.status !== 'REJECTED').map((one) => one.amount))),
    two(sum(posted('EARN').map((one) => one.points))),
    two(-sum(posted('REDEEM').map((one) => one.points))),
    pending.length,
    pending.length > 0 ? workingDays(pending.sort()[0] ?? '', asOf, holidays) : '',
  ].join(',')
}
