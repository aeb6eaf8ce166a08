import { Buffer } from 'node:buffer'
import { createHash, randomUUID } from 'node:crypto'
import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { stagingTable } from '../../db/staging-table.ts'
import { resultInSql } from '../../testing/result-in-sql.ts'
import { useTestDatabase } from '../../testing/use-test-database.ts'
import { CopyToStdout } from '../result/copy-to-stdout.ts'
import { PLANNER_SETTINGS, readWorkingDays, writeResultRows } from '../result/result-rows.ts'

const database = useTestDatabase()

/** The calendar of the main database, for statements of the ledger. */
const CALENDAR = 'pg_temp.calendar'
beforeAll(async () => {
  const { rows } = await database.client.query('SELECT day, working_days FROM calendar_days')
  await database.ledger.query('CREATE TEMP TABLE calendar (day date PRIMARY KEY, working_days int)')
  await database.ledger.query(
    'INSERT INTO calendar SELECT * FROM json_to_recordset($1) AS x(day date, working_days int)',
    [JSON.stringify(rows)],
  )
})

const card = fc.integer({ min: 1, max: 8 })
const REQUEST = { dateFrom: '2014-12-01', dateTo: '2026-12-31' }
/** Days at the edges of the calendar, the request and the time zone's history. */
const day = fc.constantFrom(
  '2014-12-30',
  '2015-01-01',
  '2026-10-12',
  '2026-11-02',
  '2026-11-20',
  '2041-01-02',
)
const second = fc.constantFrom('00:00:00', '15:59:59.999999', '16:00:00', '07:30:00.5', '23:59:59')
const moment = fc.oneof(
  fc.tuple(day, second).map(([date, time]) => `${date} ${time}Z`),
  fc.constantFrom('1850-06-01 12:00Z', '1943-01-01 00:00:00.25Z', '1978-05-01 00:00Z', '10000-01-01 00:00Z'),
  fc.constantFrom('infinity', '-infinity'),
)
const text = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('9990001112223334', 'REF-1', '', '\\.', '\\N', 'N', '""', ' ', "'=1"),
  },
  // No semicolons, which only we quote (see cells.test.ts).
  fc.string({ unit: fc.constantFrom(...'a"\\,|\n\r\t\b\f\v\u0001\u007fñ語🎫 .N'), maxLength: 8 }),
)
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 3 })
const hundredths = fc.oneof(fc.integer({ min: -120, max: 120 }), fc.maxSafeInteger())

const world = fc.record({
  cards: fc.uniqueArray(
    fc.record({
      card,
      tier: text.filter((one) => one.length > 0 && one.length <= 20),
      status: fc.constantFrom('ACTIVE', 'BLOCKED', 'LOST'),
      balance: hundredths,
    }),
    { selector: (one) => one.card, maxLength: 8 },
  ),
  transactions: fc.array(
    fc.record({
      card,
      day,
      moment,
      class: fc.constantFrom('EARN', 'REDEEM', 'REVERSAL', null),
      status: fc.constantFrom('POSTED', 'PENDING', 'REVERSED', 'REJECTED'),
      amount: hundredths,
      points: hundredths,
    }),
    { maxLength: 20 },
  ),
  rows: fc.array(
    fc.record({
      card: maybe(card),
      dates: maybe(fc.tuple(day, day)),
      outcome: fc.constantFrom('V', 'V', 'V', 'I', 'D'),
      reason: maybe(text),
      card_text: maybe(text),
      reference_no: maybe(text),
    }),
    { minLength: 1, maxLength: 20 },
  ),
  size: fc.integer({ min: 1, max: 20 }),
  asOf: fc.constantFrom('2026-11-20', '2041-01-01'),
})
type World = typeof world extends fc.Arbitrary<infer T> ? T : never

async function fill({ cards, transactions, rows }: World, table: string) {
  await database.ledger.query('TRUNCATE cards, transactions')
  await database.ledger.query(
    `INSERT INTO cards SELECT card, '1234567890', tier, status, NULL, NULL, balance, 'J•••'
     FROM json_to_recordset($1) AS x(card int, tier text, status text, balance bigint)`,
    [JSON.stringify(cards)],
  )
  await database.ledger.query(
    `INSERT INTO transactions (transaction_id, card_number, business_date, transaction_at, source_system,
       source_tran_code, tran_class, amount, points, status)
     SELECT row_number() OVER (), card, day, moment, 'POS', '1000', class, amount, points, status
     FROM json_to_recordset($1) AS x(card int, day date, moment timestamptz, class text, amount bigint,
       points bigint, status text)`,
    [JSON.stringify(transactions)],
  )
  await database.ledger.query(
    `CREATE TABLE ${table} AS SELECT row_no::int, card::bigint AS card_number,
       (dates->>0)::date AS date_from, (dates->>1)::date AS date_to, outcome, reason, card_text, reference_no
     FROM ROWS FROM (json_to_recordset($1) AS (card int, dates json, outcome "char", reason text,
       card_text text, reference_no text)) WITH ORDINALITY
       AS x(card, dates, outcome, reason, card_text, reference_no, row_no)`,
    [JSON.stringify(rows)],
  )
}

async function linesOf(made: World, filekey: string) {
  const { asOf, size, rows } = made
  const blocks: Buffer[] = []
  const counts = { found: 0, notFound: 0 }
  const days = await readWorkingDays(database.client, asOf)
  const write = async (lines: AsyncIterable<Uint8Array>) => {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const block of lines) {
      hash.update(block)
      bytes += block.length
      blocks.push(Buffer.from(block))
    }
    return { bytes, sha256: hash.digest('hex') }
  }
  for (let fromRow = 1; fromRow <= rows.length; fromRow += size) {
    const toRow = Math.min(rows.length, fromRow + size - 1)
    const chunk = await writeResultRows({
      client: database.ledger,
      ...{ filekey, run: null, days },
      fromRow,
      toRow,
      asOf,
      ...REQUEST,
      write,
    })
    counts.found += chunk.found
    counts.notFound += chunk.notFound
  }
  return { lines: Buffer.concat(blocks).toString(), counts }
}

async function linesInSql(made: World, filekey: string) {
  await database.ledger.query(PLANNER_SETTINGS)
  const rows = { filekey, fromRow: 1, toRow: made.rows.length }
  const query = resultInSql({ ...rows, asOf: made.asOf, ...REQUEST }, CALENDAR)
  const lines: string[] = []
  const take = (bytes: Buffer, start: number, end: number) => lines.push(bytes.toString('utf8', start, end))
  await database.ledger.query(new CopyToStdout(`COPY (${query}) TO STDOUT (FORMAT csv)`, take)).ended
  const of = (outcome: string) =>
    database.ledger
      .query(`SELECT FROM (${query}) lines WHERE outcome = $1`, [outcome])
      .then(({ rowCount }) => rowCount)
  return { lines: lines.join(''), counts: { found: await of('FOUND'), notFound: await of('NOT_FOUND') } }
}

test('produces the same bytes as PostgreSQL', async () => {
  const property = fc.asyncProperty(world, async (made) => {
    const filekey = randomUUID()
    await database.ledger.query('BEGIN')
    try {
      await fill(made, stagingTable(filekey))
      expect(await linesOf(made, filekey)).toEqual(await linesInSql(made, filekey))
    } finally {
      await database.ledger.query('ROLLBACK')
    }
  })
  await fc.assert(property, { numRuns: propertyRuns(150) })
})
