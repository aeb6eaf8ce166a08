import { api } from '@backoffice/contract/api'
import type { ClientBase } from 'pg'
import { checkDigit } from '../../../files/csv/cells.ts'
import { FIXED_CARDS } from '../demo-cards.ts'
import type { DemoSystem, StatedReason } from './demo-system.ts'

/** Days of the history, the last included. */
export const HISTORY_DAYS = 14

/** Offsets of the days from the last: −13 to 0. */
export const DAY_OFFSETS = Array.from({ length: HISTORY_DAYS }, (_, index) => index + 1 - HISTORY_DAYS)

/** One action of a demo user at a set time. */
export type Scene = {
  /** Days after the last day, 0 or less. */
  day: number
  /** Time in Manila, `HH:MM`. */
  at: string
  run: (desk: DemoSystem) => Promise<unknown>
}

/** Gives a user one extra policy. Returns the reply, which is a request if the access is high-risk. */
export async function grantPolicy(
  desk: DemoSystem,
  { mailbox, policy, stated }: { mailbox: string; policy: string; stated?: StatedReason },
): Promise<unknown> {
  const { call, person } = desk
  const { id } = person(mailbox)
  const extra_policies = [await policyOf(desk, policy)]
  const { version, role } = await call(api.users.get, { params: { id } }, 'admin')
  const change = { kind: 'user' as const, id, role_id: role.id, extra_policies }
  const { impact_version } = await call(api.explain.impact, { body: change }, 'admin')
  const body = { version, extra_policies, impact_version }
  return call(api.users.update, { params: { id }, body }, 'admin', stated)
}

/** Id of a policy of the demo. */
export async function policyOf({ owner }: DemoSystem, name: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM policies WHERE name = $1', [name])
  const [policy] = rows
  if (!policy) throw new Error(`The demo has no policy ${name}.`)
  return policy.id
}

/** A card with purchases that wait for their points, oldest first. */
export type LateCard = { card_number: string; card_id: string; purchases: string[] }

export type DemoSubjects = {
  /** Numbers of the demo's cards. */
  cards: readonly string[]
  /** Those with late purchases, oldest purchase first. */
  late: readonly LateCard[]
}

const CARDS = 4_000
const LATE_CARDS = 80

/** Subjects of the history, the same ones for the same demo. The fixed cards stay untouched. */
export async function readDemoSubjects(client: ClientBase, asOf: string): Promise<DemoSubjects> {
  const { rows: cards } = await client.query<{ card_number: string }>(
    `SELECT card_number::text FROM cards WHERE card_number <> ALL ($1) ORDER BY card_number LIMIT ${CARDS}`,
    [Object.values(FIXED_CARDS)],
  )
  const { rows: late } = await client.query<LateCard>(
    `SELECT t.card_number::text, c.card_id,
       (array_agg(t.transaction_id::text ORDER BY t.business_date, t.transaction_id))[:3] AS purchases
     FROM transactions t JOIN cards c USING (card_number)
     WHERE t.status = 'PENDING' AND t.business_date BETWEEN $1::date - 60 AND $1::date - 15
       AND c.status = 'ACTIVE' AND t.card_number <> ALL ($2)
     GROUP BY t.card_number, c.card_id ORDER BY min(t.business_date), t.card_number LIMIT ${LATE_CARDS}`,
    [asOf, Object.values(FIXED_CARDS)],
  )
  return { cards: cards.map(({ card_number }) => card_number), late }
}

/** A valid number that no card of the demo has. */
export function unknownCard(index: number): string {
  const front = `9998${String(index * 7_919 + 40_000_000_000).padStart(11, '0')}`
  return `${front}${checkDigit(front)}`
}

/** A number with a wrong check digit. */
export function wrongCard(index: number): string {
  const right = unknownCard(index)
  return `${right.slice(0, -1)}${(Number(right.at(-1)) + 1) % 10}`
}
