import { Buffer } from 'node:buffer'
import { createHash, randomUUID } from 'node:crypto'
import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newRun, stagingTable } from '../../db/staging-table.ts'
import {
  type ReferenceCard,
  type ReferenceData,
  type ReferenceRow,
  type ReferenceTransaction,
  referenceResult,
} from '../../testing/reference-result.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { validateInquiryFile } from '../check/validate-inquiry-file.ts'
import { checkDigit } from '../csv/cells.ts'
import { assembleResult, planChunks } from './result-chunks.ts'
import { resultHeader, type WorkingDays } from './result-lines.ts'
import { CHUNK_SETTINGS, readWorkingDays, resultQuery, writeResultRows } from './result-rows.ts'

const AS_OF = '2026-11-20'
const card = (n: number) => {
  const front = String(999_000_000_000_000 + n)
  return `${front}${checkDigit(front)}`
}
const CARDS = Array.from({ length: 12 }, (_, n) => card(n * 7))

let database: Awaited<ReturnType<typeof createTestDatabase>>
let owner: pg.Client
let client: pg.Client
let holidays: Set<string>
let days: WorkingDays
/** Key and run. */
type StagedFile = { filekey: string; run: string }
beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ledgerUrl })
  client = new pg.Client({ connectionString: database.ledgerUrl, options: '-c role=backoffice_app' })
  const main = new pg.Client({ connectionString: database.url })
  await Promise.all([owner.connect(), client.connect(), main.connect()])
  const { rows } = await main.query<{ day: string }>('SELECT day::text FROM holidays')
  holidays = new Set(rows.map(({ day }) => day))
  days = await readWorkingDays(main, AS_OF)
  await main.end()
})
afterAll(async () => {
  await Promise.all([owner.end(), client.end()])
  await database.drop()
})

async function fill(cards: readonly ReferenceCard[], transactions: readonly ReferenceTransaction[]) {
  await owner.query('TRUNCATE cards, transactions')
  for (const one of cards) {
    await owner.query(
      `INSERT INTO cards VALUES ($1, '1234567890', $2, $3, '2024-01-01', '2028-01-01', $4, 'J••• D•••')`,
      [one.card, one.tier, one.status, one.balance],
    )
  }
  for (const [id, one] of transactions.entries()) {
    await owner.query(
      `INSERT INTO transactions (transaction_id, card_number, business_date, transaction_at, source_system,
         source_tran_code, tran_class, amount, points, status) VALUES ($1, $2, $3, $4, 'POS', '1000', $5, $6, $7, $8)`,
      [id, one.card, one.businessDate, one.at, one.class, one.amount, one.points, one.status],
    )
  }
}

async function* once(text: string) {
  yield Buffer.from(text)
}

async function stage(text: string, work: (staged: StagedFile) => Promise<void>) {
  const staged = { filekey: randomUUID(), run: newRun() }
  const nothing = { write: () => {}, end: () => {}, discard: () => {} }
  await client.query('BEGIN')
  try {
    const openReport = () => nothing
    const read = await validateInquiryFile({
      ...{ client, ...staged, source: once(text), today: AS_OF, openReport },
    })
    if (read.outcome !== 'ready') throw new Error(read.detail)
    await client.query('SAVEPOINT staged')
    await work(staged)
  } finally {
    await client.query('ROLLBACK')
  }
}

/** The result of the file, assembled from chunks of `size` rows. */
async function resultOf(
  staged: StagedFile,
  size: number,
  dates: { dateFrom?: string; dateTo?: string } = {},
) {
  const { rows } = await client.query(
    `SELECT count(*)::int AS total FROM ${stagingTable(staged.filekey, staged.run)}`,
  )
  const total: number = rows[0].total
  const chunks = []
  const counts = { rows: 0, found: 0, notFound: 0 }
  for (let fromRow = 1; fromRow <= total; fromRow += size) {
    const parts: Uint8Array[] = []
    const toRow = Math.min(total, fromRow + size - 1)
    const write = async (lines: AsyncIterable<Uint8Array>) => {
      for await (const part of lines) parts.push(Buffer.from(part))
      const bytes = Buffer.concat(parts)
      return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
    }
    const written = await writeResultRows({
      ...{ client, ...staged, days, fromRow, toRow, asOf: AS_OF, ...dates, write },
    })
    counts.rows += written.rows
    counts.found += written.found
    counts.notFound += written.notFound
    chunks.push({ ...written, open: () => once(Buffer.concat(parts).toString()) })
  }
  return { text: await textOf(assembleResult(chunks)), counts }
}

async function textOf(source: AsyncIterable<Uint8Array>) {
  const parts: Uint8Array[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts).toString()
}

const day = fc.integer({ min: 0, max: 40 }).map((n) => new Date(Date.UTC(2026, 9, 5) + n * 86_400_000))
const iso = (date: Date) => date.toISOString().slice(0, 10)

const data = fc.record({
  cards: fc.uniqueArray(fc.constantFrom(...CARDS), { maxLength: 10 }).chain((list) =>
    fc.tuple(
      ...list.map((one) =>
        fc.record<ReferenceCard>({
          card: fc.constant(one),
          status: fc.constantFrom('ACTIVE', 'BLOCKED', 'EXPIRED'),
          tier: fc.constantFrom('CLASSIC', 'GOLD'),
          balance: fc.integer({ min: -500, max: 1e12 }),
        }),
      ),
    ),
  ),
  transactions: fc.array(
    fc.record<ReferenceTransaction>({
      card: fc.constantFrom(...CARDS),
      businessDate: day.map(iso),
      at: fc.tuple(day, fc.nat(86_399)).map(([date, s]) => new Date(date.getTime() + s * 1000).toISOString()),
      class: fc.constantFrom('EARN', 'REDEEM', 'REVERSAL', null),
      status: fc.constantFrom('POSTED', 'PENDING', 'REVERSED', 'REJECTED'),
      amount: fc.integer({ min: -100_000, max: 100_000 }),
      points: fc.integer({ min: -10_000, max: 10_000 }),
    }),
    { maxLength: 30 },
  ),
  rows: fc.array(
    fc.record({ card: fc.constantFrom(...CARDS), from: day, days: fc.nat(30), dated: fc.boolean() }),
    { minLength: 1, maxLength: 25 },
  ),
})
const REQUEST = { dateFrom: '2026-10-10', dateTo: '2026-10-30' }

describe('writeResultRows', () => {
  test('equals the reference result for any chunk size', async () => {
    const property = fc.asyncProperty(data, fc.integer({ min: 1, max: 30 }), async (made, size) => {
      await fill(made.cards, made.transactions)
      const rows = made.rows.map(({ card, from, days, dated }): ReferenceRow & { dated: boolean } => {
        const last = Math.min(from.getTime() + days * 86_400_000, Date.parse(AS_OF))
        return dated
          ? { card, dated, from: iso(from), to: iso(new Date(last)) }
          : { card, dated, from: REQUEST.dateFrom, to: REQUEST.dateTo }
      })
      const lines = rows.map(
        ({ card, dated, from, to }, i) => `${card},${dated ? `${from},${to}` : ','},ref ${i}`,
      )
      const model: ReferenceData = { ...made, holidays, asOf: AS_OF }
      const seen = new Map<string, number>()
      const expected = rows.map((row, i) => {
        const key = JSON.stringify([row.card, row.dated, row.from, row.to])
        const first = seen.get(key)
        if (first === undefined) seen.set(key, i + 1)
        const outcome =
          first === undefined ? referenceResult(model, row) : `DUPLICATE,same as row ${first},,,,,,,,,,`
        return `${i + 1},${row.card},ref ${i},${outcome}`
      })
      await stage(['card_number,date_from,date_to,reference_no', ...lines].join('\n'), async (staged) => {
        const { text, counts } = await resultOf(staged, size, REQUEST)
        expect(text.split('\n')).toEqual([resultHeader.trim(), ...expected, ''])
        expect(counts.rows).toBe(rows.length)
        expect(counts.found).toBe(expected.filter((line) => line.includes(',FOUND,')).length)
        expect(counts.notFound).toBe(expected.filter((line) => line.includes(',NOT_FOUND,')).length)
      })
    })
    await fc.assert(property, { numRuns: propertyRuns(60) })
  })

  test('keeps the order, quotes where needed, and writes one line per row', async () => {
    await fill([{ card: card(0), status: 'ACTIVE', tier: 'GOLD', balance: 5 }], [])
    const text = `card_number,reference_no\n${card(1)},",NOT_FOUND,,,,,,,,,,,"\nx,=1\n${card(0)},"a ""b"""\n${card(0)},\n`
    await stage(text, async (staged) => {
      const { text: result, counts } = await resultOf(staged, 3, REQUEST)
      expect(result).toBe(
        `${resultHeader}1,${card(1)},",NOT_FOUND,,,,,,,,,,,",NOT_FOUND,,,,,,,,,,,
2,x,'=1,INVALID,E002 card_number,,,,,,,,,,
3,${card(0)},"a ""b""",FOUND,no transactions in range,ACTIVE,GOLD,0.05,,0,0.00,0.00,0.00,0,
4,${card(0)},,DUPLICATE,same as row 3,,,,,,,,,,
`,
      )
      expect(counts).toEqual({ rows: 4, found: 1, notFound: 1 })
    })
  })

  test('keeps the connection usable when storing fails', async () => {
    const lines = Array.from({ length: 20_000 }, (_, n) => card(n))
    await stage(`card_number\n${lines.join('\n')}\n`, async (staged) => {
      const write = async (source: AsyncIterable<Uint8Array>): Promise<never> => {
        for await (const _ of source) throw new Error('disk full')
        throw new Error('no lines')
      }
      const running = writeResultRows({
        ...{ client, ...staged, days },
        fromRow: 1,
        toRow: 20_000,
        asOf: AS_OF,
        ...REQUEST,
        write,
      })
      await expect(running).rejects.toThrow('disk full')
    })
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })
})

test('reads the cards of a chunk in one scan of their index, and merges them', async () => {
  await fill(
    CARDS.map((one) => ({ card: one, status: 'ACTIVE', tier: 'GOLD', balance: 0 })),
    [],
  )
  // Index-only scans need the visibility map.
  await owner.query('VACUUM (ANALYZE) cards')
  await stage(`card_number\n${CARDS.join('\n')}\n`, async (staged) => {
    await client.query(CHUNK_SETTINGS)
    const query = resultQuery({ ...staged, fromRow: 1, toRow: 12, asOf: AS_OF, ...REQUEST })
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS off) ${query}`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('Merge Left Join')
    expect(plan).toMatch(/Index Only Scan using cards_inquiry on cards\n +Index Cond: \(card_number = ANY/)
    expect(plan).not.toMatch(/Sort Key: cards/)
  })
})

test('an even number of chunks covers every row once', () => {
  fc.assert(
    fc.property(fc.nat(3_000_000), (total) => {
      const chunks = planChunks(total)
      let next = 1
      for (const { fromRow, toRow } of chunks) {
        expect(fromRow).toBe(next)
        expect(toRow).toBeGreaterThanOrEqual(fromRow)
        expect(toRow - fromRow).toBeLessThanOrEqual(250_000)
        next = toRow + 1
      }
      expect(next).toBe(total + 1)
      if (total > 50_000) expect(chunks.length % 2).toBe(0)
    }),
  )
})

test('assembling rejects a changed chunk', async () => {
  const chunk = { bytes: 2, sha256: createHash('sha256').update('a\n').digest('hex') }
  await expect(textOf(assembleResult([{ ...chunk, open: () => once('b\n') }]))).rejects.toThrow(
    'chunk 1 of 1',
  )
  expect(await textOf(assembleResult([{ ...chunk, open: () => once('a\n') }]))).toBe(`${resultHeader}a\n`)
})
