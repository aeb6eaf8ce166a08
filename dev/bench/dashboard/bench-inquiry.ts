import type { Pool } from 'pg'
import type { Database } from '../../../apps/server/src/db/client.ts'
import { answerInquiry } from '../../../apps/server/src/resources/inquiries/answer-inquiry.ts'
import { AS_OF } from '../database.ts'
import { timed } from '../measure.ts'
import { atMost, type Line } from '../report.ts'

const CALLS = 200
const MOST_MS = 150
const FROM = new Date(Date.parse(AS_OF) - 91 * 86_400_000).toISOString().slice(0, 10)
const USER = { id: '00000000-0000-4000-8000-00000000be02', name: 'Bench User' }

const MODES = {
  CARD: {
    subjects: 'SELECT card_number::text AS value FROM cards TABLESAMPLE BERNOULLI (1) LIMIT $1',
    field: 'card_number',
    bare: 'SELECT * FROM transactions WHERE card_number = $1::bigint AND business_date BETWEEN $2 AND $3',
  },
  ACCOUNT: {
    subjects: 'SELECT account_number AS value FROM cards TABLESAMPLE BERNOULLI (1) LIMIT $1',
    field: 'account_number',
    bare: `SELECT t.* FROM cards c JOIN transactions t USING (card_number)
      WHERE account_number = $1 AND business_date BETWEEN $2 AND $3`,
  },
  REFERENCE: {
    subjects: `SELECT receipt_no AS value FROM transactions TABLESAMPLE BERNOULLI (1) WHERE business_date > '${FROM}' LIMIT $1`,
    field: 'reference',
    bare: 'SELECT * FROM transactions WHERE (rrn = $1 OR receipt_no = $1) AND business_date BETWEEN $2 AND $3',
  },
} as const

/** A database to measure on, as the product connects to it. */
export type Bench = { url: string; pool: Pool; db: Database }
type Mode = keyof typeof MODES
type Times = Record<Mode, number>
/** What is asked for, by mode. */
export type Subjects = Record<Mode, readonly string[]>

const ALL = Object.keys(MODES) as Mode[]

async function ofEachMode<Value>(of: (mode: Mode) => Promise<Value>): Promise<Record<Mode, Value>> {
  const entries: [Mode, Value][] = []
  for (const mode of ALL) entries.push([mode, await of(mode)])
  // Every mode is among them.
  return Object.fromEntries(entries) as Record<Mode, Value>
}

export function inquirySubjects(pool: Pool): Promise<Subjects> {
  return ofEachMode(async (mode) => {
    const { rows } = await pool.query<{ value: string }>(MODES[mode].subjects, [CALLS])
    return rows.map(({ value }) => value)
  })
}

/** Milliseconds of the first inquiry of each mode. */
export function firstInquiries(bench: Bench, subjects: Subjects): Promise<Times> {
  return ofEachMode((mode) => timed(() => inquire(bench, mode, subjects[mode][0] ?? '')))
}

/** The same by bare SQL. */
export function firstBare({ pool }: Bench, subjects: Subjects): Promise<Times> {
  return ofEachMode((mode) => timed(() => bare(pool, mode, subjects[mode][0] ?? '')))
}

/** Over the longest range that is allowed, with its answer stored and its connection taken, as a call does it. */
async function inquire({ db }: Bench, mode: Mode, value: string): Promise<void> {
  const answer = answerInquiry({
    db,
    clock: { now: () => new Date(`${AS_OF}T04:00:00Z`) },
    quotas: { notFoundReplies: Number.MAX_SAFE_INTEGER },
  })
  const body = {
    mode,
    [MODES[mode].field]: value,
    date_from: FROM,
    date_to: AS_OF,
    purpose: 'AUDIT',
    ticket_no: 'BENCH',
  }
  const write = await (answer as (received: object, call: object) => ReturnType<typeof answer>)(
    { body },
    { caller: USER },
  )
  await db.transaction().execute((tx) => write(tx))
}

const bare = (pool: Pool, mode: Mode, value: string) => pool.query(MODES[mode].bare, [value, FROM, AS_OF])

export async function inquiryLines(
  bench: Bench,
  subjects: Subjects,
  cold: { ours: Times; bare: Times },
  cards: number,
): Promise<Line[]> {
  const lines: Line[] = []
  for (const mode of ALL) {
    const ours: number[] = []
    const plain: number[] = []
    for (const value of subjects[mode]) {
      // In turn, so that neither always finds what the other has read.
      const both = [
        async () => ours.push(await timed(() => inquire(bench, mode, value))),
        async () => plain.push(await timed(() => bare(bench.pool, mode, value))),
      ]
      for (const each of ours.length % 2 === 0 ? both : both.toReversed()) await each()
    }
    const [p50, p95, bareP95] = [at(ours, 0.5), at(ours, 0.95), at(plain, 0.95)]
    const warmShown = `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)} ms, most ${Math.max(...ours).toFixed(0)}; ${(p95 / bareP95).toFixed(1)}× bare SQL (${bareP95.toFixed(1)} ms)`
    const coldShown = `cold ${cold.ours[mode].toFixed(0)} ms, ${(cold.ours[mode] / cold.bare[mode]).toFixed(1)}× (${cold.bare[mode].toFixed(0)} ms)`
    lines.push(
      atMost(
        `inquiry by ${mode.toLowerCase()}, ${cards.toLocaleString('en')} cards`,
        p95,
        MOST_MS,
        `${warmShown}; ${coldShown}`,
        `p95 ≤ ${MOST_MS} ms`,
      ),
    )
  }
  await bench.pool.query(`DELETE FROM inquiries WHERE ticket_no = 'BENCH'`)
  return lines
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
}
