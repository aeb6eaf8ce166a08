import {
  PENDING_AGE_NAMES,
  PENDING_AGES,
  type PendingAge,
  pendingAgeOf,
} from '@backoffice/contract/transactions'
import type { ClientBase } from 'pg'

type PendingAges = Readonly<Record<PendingAge, number>>

/** Pending transactions by age in working days. `today`: YYYY-MM-DD. */
export async function pendingAges(client: ClientBase, today: string): Promise<PendingAges> {
  const { rows } = await client.query<{ age: number; transactions: number }>(
    `SELECT (today.working_days - business.working_days)::int AS age, sum(days.transactions)::int AS transactions
     FROM transaction_days AS days
     JOIN calendar_days AS business ON business.day = days.business_date
     JOIN calendar_days AS today ON today.day = $1
     WHERE days.status = 'PENDING' AND days.business_date <= $1 GROUP BY 1`,
    [today],
  )
  const counts: Record<PendingAge, number> = { '0-5': 0, '6-10': 0, '11-15': 0, '16+': 0 }
  for (const { age, transactions } of rows) counts[pendingAgeOf(age)] += transactions
  return counts
}

/** A line per age, such as `Pending over 15 working days: 317 → 305`. */
export function describeChange(before: PendingAges, after: PendingAges): string[] {
  const text = (count: number) => count.toLocaleString('en')
  return PENDING_AGE_NAMES.map((age) => {
    const change =
      before[age] === after[age] ? text(after[age]) : `${text(before[age])} → ${text(after[age])}`
    return `Pending ${PENDING_AGES[age].label} working days: ${change}`
  })
}
