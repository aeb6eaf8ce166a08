import type { Pool } from 'pg'
import type { createDatabase } from '../../../apps/server/src/db/client.ts'
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

/** Each mode over the longest range that is allowed: with its answer stored and its connection taken, as a call does it. */
export async function inquiryLines(
  db: ReturnType<typeof createDatabase>,
  pool: Pool,
  cards: number,
): Promise<Line[]> {
  const answer = answerInquiry({ db, clock: { now: () => new Date(`${AS_OF}T04:00:00Z`) } })
  const lines: Line[] = []
  for (const [mode, { subjects, field, bare }] of Object.entries(MODES)) {
    const { rows } = await pool.query<{ value: string }>(subjects, [CALLS])
    const ours: number[] = []
    const plain: number[] = []
    for (const { value } of rows) {
      const body = {
        mode,
        [field]: value,
        date_from: FROM,
        date_to: AS_OF,
        purpose: 'AUDIT',
        ticket_no: 'BENCH',
      }
      const run = async () => {
        const write = await (answer as (received: object, call: object) => ReturnType<typeof answer>)(
          { body },
          { caller: USER },
        )
        await db.transaction().execute((tx) => write(tx))
      }
      // In turn, so that neither always finds what the other has read.
      const both = [
        async () => ours.push(await timed(run)),
        async () => plain.push(await timed(() => pool.query(bare, [value, FROM, AS_OF]))),
      ]
      for (const each of ours.length % 2 === 0 ? both : both.toReversed()) await each()
    }
    const [p50, p95, bareP95] = [at(ours, 0.5), at(ours, 0.95), at(plain, 0.95)]
    const shown = `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)} ms, most ${Math.max(...ours).toFixed(0)}; ${(p95 / bareP95).toFixed(1)}× bare SQL (${bareP95.toFixed(1)} ms)`
    lines.push(
      atMost(
        `inquiry by ${mode.toLowerCase()}, ${cards.toLocaleString('en')} cards`,
        p95,
        MOST_MS,
        shown,
        `p95 ≤ ${MOST_MS} ms`,
      ),
    )
  }
  await pool.query(`DELETE FROM inquiries WHERE ticket_no = 'BENCH'`)
  return lines
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
}
