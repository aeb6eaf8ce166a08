// over 300 lines: a reference query for each figure of nine tiles
import { api } from '@backoffice/contract/api'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectClient } from '../../db/client.ts'
import { loadDemoCards } from '../../ops/demo/load-demo-cards.ts'
import { RANDOM_DATA, RANDOM_TRANSACTIONS } from '../../testing/random-transactions.ts'
import { readWorkbook, textsOf } from '../../testing/read-workbook.ts'
import { refreshSums } from '../../testing/refresh-sums.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { addDays } from './business-days.ts'

/** Compares every figure with plain SQL over the raw tables, on days with different data. */

const TODAY = '2026-11-20'
const NOON = '2026-11-20T04:00:00Z'

let system: TestSystem
let owner: pg.Client

async function start(fill: (ledger: pg.Client, owner: pg.Client) => Promise<unknown>) {
  system = await startTestSystem()
  system.clock.offsetMs = Date.parse(NOON) - Date.now()
  owner = await connectClient(system.url)
  const ledger = system.ledger.isApart ? await connectClient(system.ledgerUrl) : owner
  await fill(ledger, owner)
  await refreshSums(system)
  if (ledger === owner) return
  await copyTransactions(ledger)
  await ledger.end()
}

/** For the reference queries, which join them with other tables. */
async function copyTransactions(ledger: pg.Client) {
  const { rows } = await ledger.query<{ columns: string; rows: unknown }>(
    `SELECT (SELECT string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ') FROM pg_attribute
        WHERE attrelid = 'transactions'::regclass AND attnum > 0 AND NOT attisdropped) AS columns,
      (SELECT json_agg(transactions) FROM transactions) AS rows`,
  )
  await owner.query(`CREATE TEMP TABLE transactions (${rows[0]?.columns})`)
  await owner.query(
    'INSERT INTO transactions SELECT * FROM json_populate_recordset(NULL::transactions, $1)',
    [JSON.stringify(rows[0]?.rows ?? [])],
  )
}
async function stop() {
  await owner.end()
  await system.stop()
}

/** The only row of a query, with numeric values. `$1` is the business date. */
async function one(day: string, sql: string): Promise<Record<string, unknown>> {
  const { rows } = await owner.query(sql, [day])
  return numbers(rows[0])
}
async function all(day: string, sql: string) {
  return (await owner.query(sql, [day])).rows.map(numbers)
}
const numbers = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) && !/^0\d/.test(value)
        ? Number(value)
        : value,
    ]),
  )

const MANILA = (column: string) => `(${column} AT TIME ZONE 'Asia/Manila')::date`
const CLOSE = (value: number | null) => (value === null ? null : expect.closeTo(value, 6))

const WEEKDAYS = `SELECT generate_series(1, 8) AS week`
const FIRST = '(SELECT min(business_date) FROM transactions)'

function everyFigure(days: readonly string[]) {
  const dayOf = (day: string) => ({ query: { date: day } })

  test.each(days)('transactions of %s', async (day) => {
    const tile = await system.call(api.dashboard.transactions, dayOf(day), 'viewer')
    expect(tile).toMatchObject(
      await one(
        day,
        `SELECT count(*) AS transactions, coalesce(sum(amount) FILTER (WHERE status <> 'REJECTED'), 0) AS amount,
          count(*) FILTER (WHERE tran_class = 'REVERSAL') AS reversals,
          (SELECT count(*) FROM (SELECT 1 FROM transactions a WHERE business_date = $1 AND EXISTS (
            SELECT FROM transactions b WHERE b.business_date = $1 AND b.source_terminal_id = a.source_terminal_id
              AND b.receipt_no = a.receipt_no AND b.amount = a.amount
              AND (b.transaction_at, b.transaction_id) < (a.transaction_at, a.transaction_id))) AS again) AS duplicates
        FROM transactions WHERE business_date = $1`,
      ),
    )
    const { mean, weeks } = await one(
      day,
      `SELECT count(*)::float8 / nullif((SELECT count(*) FROM (${WEEKDAYS}) w
          WHERE $1::date - 7 * week >= ${FIRST}), 0) AS mean,
        (SELECT count(*) FROM (${WEEKDAYS}) w WHERE $1::date - 7 * week >= ${FIRST}) AS weeks
      FROM transactions WHERE business_date IN (SELECT $1::date - 7 * week FROM (${WEEKDAYS}) w)`,
    )
    expect({ mean: tile.mean, weeks: tile.weeks }).toEqual({ mean: CLOSE(mean as number | null), weeks })
    expect(tile.reversals_percent).toEqual(
      tile.transactions === 0 ? null : CLOSE((tile.reversals / tile.transactions) * 100),
    )
    const sums = `count(*) AS transactions, coalesce(sum(amount) FILTER (WHERE status <> 'REJECTED'), 0) AS amount
      FROM transactions WHERE business_date = $1`
    const cells = await all(day, `SELECT company_code, tran_class, ${sums} GROUP BY 1, 2`)
    expect(tile.cells).toHaveLength(cells.length)
    expect(tile.cells).toEqual(expect.arrayContaining(cells))
    const classes = await all(day, `SELECT tran_class, ${sums} GROUP BY 1`)
    expect(tile.classes).toHaveLength(classes.length)
    expect(tile.classes).toEqual(expect.arrayContaining(classes))
    const companies = await all(
      day,
      `SELECT company_code, count(*) AS transactions, coalesce(sum(amount) FILTER (WHERE status <> 'REJECTED'), 0) AS amount,
        (SELECT count(*) FROM transactions b WHERE b.company_code IS NOT DISTINCT FROM a.company_code
          AND b.business_date IN (SELECT $1::date - 7 * week FROM (${WEEKDAYS}) w))::float8
        / nullif((SELECT count(*) FROM (${WEEKDAYS}) w WHERE $1::date - 7 * week >= ${FIRST}), 0) AS mean
      FROM transactions a WHERE business_date = $1 GROUP BY 1`,
    )
    expect(tile.companies).toHaveLength(companies.length)
    for (const company of companies)
      expect(tile.companies).toContainEqual({ ...company, mean: CLOSE(company.mean as number | null) })
    expect(tile.by_day.map((each) => [each.day, each.transactions])).toEqual(
      (
        await all(
          day,
          `SELECT d::date AS day, (SELECT count(*) FROM transactions WHERE business_date = d::date) AS count
          FROM generate_series($1::date - 13, $1::date, interval '1 day') d ORDER BY 1`,
        )
      ).map((each) => [each.day, each.count]),
    )
    expect(tile.by_day.at(-1)?.mean ?? null).toEqual(tile.mean)
  })

  test.each(days)('points of %s', async (day) => {
    const tile = await system.call(api.dashboard.points, dayOf(day), 'viewer')
    const posted = (name: string) =>
      `coalesce(sum(points) FILTER (WHERE tran_class = '${name}' AND status = 'POSTED'), 0)`
    const earnedPending = `coalesce(sum(points) FILTER (WHERE tran_class = 'EARN' AND status = 'PENDING'), 0)`
    expect(tile).toMatchObject(
      await one(
        day,
        `SELECT ${posted('EARN')} AS earned, -${posted('REDEEM')} AS redeemed, ${posted('ADJUSTMENT')} AS adjusted,
          -${posted('EXPIRY')} AS expired, ${earnedPending} AS earned_pending,
          ${posted('EARN')} + ${posted('ADJUSTMENT')} + ${posted('REDEEM')} + ${posted('EXPIRY')} AS net_liability
        FROM transactions WHERE business_date = $1`,
      ),
    )
    const aged = `SELECT points, (SELECT count(*) FROM generate_series(t.business_date + 1, $1::date, interval '1 day') d
        WHERE extract(isodow FROM d) < 6 AND d::date NOT IN (SELECT day FROM holidays)) AS age
      FROM transactions t WHERE status = 'PENDING' AND business_date <= $1`
    const bucket = (age: string, condition: string) =>
      one(
        day,
        `SELECT '${age}' AS age, count(*) AS transactions, coalesce(sum(points), 0) AS points
        FROM (${aged}) a WHERE ${condition}`,
      )
    expect(tile.pending).toEqual([
      await bucket('0-5', 'age <= 5'),
      await bucket('6-10', 'age BETWEEN 6 AND 10'),
      await bucket('11-15', 'age BETWEEN 11 AND 15'),
      await bucket('16+', 'age > 15'),
    ])
    expect(tile.by_day.at(-1)?.earned).toBe(tile.earned)
    const { mean } = await one(
      day,
      `SELECT (${posted('EARN')} + ${earnedPending})::float8 / nullif((SELECT count(*) FROM (${WEEKDAYS}) w
        WHERE $1::date - 7 * week >= ${FIRST}), 0) AS mean
      FROM transactions WHERE business_date IN (SELECT $1::date - 7 * week FROM (${WEEKDAYS}) w)`,
    )
    expect(tile.earned_mean).toEqual(CLOSE(mean as number | null))
  })

  test.each(days)('the lists behind transactions and points of %s', async (day) => {
    const list = (query: object) =>
      system.call(api.dashboard.listTransactions, { query: { date: day, ...query } as never }, 'agent')
    const [tile, points] = await Promise.all([
      system.call(api.dashboard.transactions, dayOf(day), 'viewer'),
      system.call(api.dashboard.points, dayOf(day), 'viewer'),
    ])
    const shown = async (query: object, total: number) => {
      const reply = await list(query)
      expect([query, reply.total, reply.items.length]).toEqual([query, total, Math.min(500, total)])
      return reply.items
    }
    await shown({ figure: 'TRANSACTIONS' }, tile.transactions)
    for (const { company_code, tran_class, transactions } of tile.cells.slice(0, 4)) {
      const query = { company_code: company_code ?? '', tran_class: tran_class ?? '' }
      const items = await shown({ figure: 'TRANSACTIONS', ...query }, transactions)
      expect(
        items.every((item) => item.company_code === company_code && item.tran_class === tran_class),
      ).toBe(true)
    }
    for (const { age, transactions } of points.pending) await shown({ figure: 'PENDING', age }, transactions)
    const earned = await list({ figure: 'EARNED' })
    if (!earned.is_cut) expect(earned.items.reduce((sum, { points }) => sum + points, 0)).toBe(points.earned)
    const { earned: plus, adjusted, redeemed, expired, net_liability } = points
    expect(plus + adjusted - redeemed - expired).toBe(net_liability)
    const moved = await list({ figure: 'NET_LIABILITY' })
    if (!moved.is_cut)
      expect(moved.items.reduce((sum, { points: each }) => sum + each, 0)).toBe(net_liability)
    const [first, second] = tile.companies
    if (first && second)
      await shown(
        {
          figure: 'TRANSACTIONS',
          company_code: [first, second].map(({ company_code }) => company_code ?? ''),
          tran_class: tile.classes.map(({ tran_class }) => tran_class ?? ''),
        },
        first.transactions + second.transactions,
      )
    const repeated = await list({ figure: 'DUPLICATES' })
    expect(repeated.total).toBe(tile.duplicates)
    const keys = repeated.items.map(
      ({ terminal_id, receipt_no, amount }) => `${terminal_id} ${receipt_no} ${amount}`,
    )
    if (!repeated.is_cut && keys.length < 500) expect(keys.length - new Set(keys).size).toBe(tile.duplicates)
  })

  test('the export has the shown rows and columns, masked, and is audited', async () => {
    const [day = ''] = days
    const drill = { date: day, figure: 'PENDING', age: '0-5' } as const
    const { items } = await system.call(api.dashboard.listTransactions, { query: drill }, 'agent')
    // None in an empty system.
    const picked = items.slice(0, 2).toReversed()
    const order = picked.map(({ transaction_id }) => transaction_id)
    const body = { ...drill, columns: ['transaction_id', 'card'], order }
    const cells = [body.columns, ...picked.map(({ transaction_id, card }) => [transaction_id, card])]
    const file = await system.call(
      api.dashboard.exportTransactions,
      { body: { ...body, format: 'xlsx' } },
      'agent',
    )
    const [sheet] = await readWorkbook(Buffer.from('workbook' in file ? file.workbook : '', 'base64'))
    expect(textsOf(sheet)).toEqual(cells)
    expect(file.file_name).toBe(`transactions_pending_${day}.xlsx`)
    const csv = cells.map((line) => `${line.join(',')}\n`).join('')
    expect(csv).not.toMatch(/\d{13}/)
    expect(await system.call(api.dashboard.exportTransactions, { body }, 'agent')).toEqual({
      file_name: `transactions_pending_${day}.csv`,
      csv,
    })
    const { rows } = await system.pool.query(
      `SELECT changes FROM audit_events WHERE action = 'inquiry.export' ORDER BY id DESC LIMIT 2`,
    )
    expect(rows.map(({ changes }) => changes.format)).toEqual([undefined, [null, 'xlsx']])
    expect(rows[0]?.changes).toMatchObject({
      figure: [null, 'PENDING'],
      age: [null, '0-5'],
      rows: [null, picked.length],
    })
  })

  test.each(days)('files and rows of %s', async (day) => {
    const [files, rows] = await Promise.all([
      system.call(api.dashboard.files, dayOf(day), 'viewer'),
      system.call(api.dashboard.rows, dayOf(day), 'viewer'),
    ])
    const own = "kind IN ('inquiry', 'import')"
    const ended = (states: string) =>
      `(SELECT count(*) FROM files WHERE ${own} AND state IN (${states}) AND ${MANILA('finished_at')} = $1)`
    expect(files).toMatchObject(
      await one(
        day,
        `SELECT (SELECT count(*) FROM files WHERE ${own} AND ${MANILA('uploaded_at')} = $1) AS received,
          ${ended("'COMPLETED'")} AS completed, ${ended("'COMPLETED_WITH_ERRORS'")} AS with_errors,
          ${ended("'FAILED'")} AS failed,
          (SELECT count(*) FROM files WHERE ${own}
            AND state IN ('UPLOADED', 'VALIDATING', 'MATCHING', 'QUEUED', 'PROCESSING', 'AWAITING_CONFIRMATION')) AS open,
          (SELECT count(*) FROM files WHERE ${own} AND state = 'AWAITING_CONFIRMATION') AS awaiting_confirmation,
          (SELECT extract(epoch FROM '${NOON}' - min(
              CASE WHEN state = 'AWAITING_CONFIRMATION' THEN validated_at ELSE state_changed_at END))::int FROM files
            WHERE ${own} AND state IN ('UPLOADED', 'MATCHING', 'QUEUED', 'AWAITING_CONFIRMATION')) AS oldest`,
      ).then(({ oldest, ...figures }) => ({
        ...figures,
        // The clock keeps running from noon.
        oldest_waiting_seconds: oldest === null ? null : expect.closeTo(Number(oldest), -2),
      })),
    )
    const hours = (name: 'received' | 'completed' | 'with_errors' | 'failed') =>
      files.by_hour.reduce((sum, hour) => sum + hour[name], 0)
    expect([hours('received'), hours('completed'), hours('with_errors'), hours('failed')]).toEqual([
      files.received,
      files.completed,
      files.with_errors,
      files.failed,
    ])
    expect(files.received_by_day.at(-1)).toBe(files.received)
    const { mean } = await one(
      day,
      `SELECT count(*)::float8 / nullif(least(7, greatest(0, $1::date - (SELECT min(${MANILA('uploaded_at')}) FROM files WHERE ${own}))), 0) AS mean
      FROM files WHERE ${own} AND ${MANILA('uploaded_at')} BETWEEN $1::date - 7 AND $1::date - 1`,
    )
    expect(files.received_mean).toEqual(CLOSE(mean as number | null))

    const checked = `FROM files WHERE ${own} AND state <> 'REJECTED' AND ${MANILA('validated_at')}`
    expect(rows).toMatchObject(
      await one(
        day,
        `SELECT (SELECT coalesce(sum(total), 0) ${checked} = $1) AS checked,
          (SELECT coalesce(sum(error), 0) ${checked} = $1) AS rejected,
          (SELECT coalesce(sum(processed), 0) FROM files WHERE ${own}
            AND state IN ('COMPLETED', 'COMPLETED_WITH_ERRORS') AND ${MANILA('finished_at')} = $1) AS processed`,
      ),
    )
    const { before } = await one(
      day,
      `SELECT sum(error) * 100.0::float8 / nullif(sum(total), 0) AS before ${checked} BETWEEN $1::date - 7 AND $1::date - 1`,
    )
    expect(rows.rejected_percent_before).toEqual(CLOSE(before as number | null))
    expect(rows.codes).toEqual(
      await all(
        day,
        `SELECT key AS code, sum(value::int) AS errors FROM files, jsonb_each_text(error_codes)
        WHERE ${own} AND state <> 'REJECTED' AND ${MANILA('validated_at')} = $1
        GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 5`,
      ),
    )
  })

  test.each(days)('inquiries, access and terminals of %s', async (day) => {
    const [inquiries, access, terminals] = await Promise.all([
      system.call(api.dashboard.inquiries, dayOf(day), 'viewer'),
      system.call(api.dashboard.access, dayOf(day), 'viewer'),
      system.call(api.dashboard.terminals, dayOf(day), 'viewer'),
    ])
    expect(inquiries).toMatchObject(
      await one(
        day,
        `SELECT (SELECT count(*) FROM inquiries WHERE ${MANILA('created_at')} = $1) AS run,
          (SELECT count(*) FROM files WHERE kind = 'inquiry' AND state IN ('QUEUED', 'PROCESSING')) AS open`,
      ),
    )
    expect(inquiries.by_purpose).toEqual(
      await all(
        day,
        `SELECT purpose, count(*) AS count FROM inquiries WHERE ${MANILA('created_at')} = $1 GROUP BY 1 ORDER BY 2 DESC, 1`,
      ),
    )
    const { median } = await one(
      day,
      `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM f.finished_at - f.confirmed_at)::float8) AS median
      FROM inquiries i JOIN files f USING (source_filekey)
      WHERE f.state IN ('COMPLETED', 'COMPLETED_WITH_ERRORS') AND ${MANILA('i.created_at')} = $1`,
    )
    expect(inquiries.median_seconds).toEqual(CLOSE(median as number | null))
    expect(access).toMatchObject(
      await one(
        day,
        `SELECT (SELECT count(*) FROM card_reveals WHERE ${MANILA('revealed_at')} = $1) AS reveals,
          (SELECT count(*) / 30.0::float8 FROM card_reveals
            WHERE ${MANILA('revealed_at')} BETWEEN $1::date - 30 AND $1::date - 1) AS reveals_mean,
          (SELECT count(*) FROM users WHERE status = 'PENDING' AND ${MANILA('created_at')} < '${TODAY}'::date - 7)
            AS pending_users`,
      ).then(({ reveals_mean, ...figures }) => ({ ...figures, reveals_mean: CLOSE(reveals_mean as number) })),
    )
    const newest = '(SELECT max(transaction_at) FROM transactions WHERE source_terminal_id IS NOT NULL)'
    const seen = `SELECT t.terminal_id, (SELECT max(transaction_at) FROM transactions WHERE upper(source_terminal_id) = t.terminal_id) AS last
      FROM terminals t WHERE deleted_at IS NULL AND status = 'ACTIVE'`
    const lastMoves = `SELECT max(moved_at) AS at FROM terminal_moves JOIN terminals t ON t.id = terminal
      WHERE deleted_at IS NULL GROUP BY terminal`
    expect(terminals).toMatchObject(
      await one(
        day,
        `SELECT (SELECT count(*) FROM (${seen}) s WHERE last <= ${newest} - interval '1 day' AND last > ${newest} - interval '8 days') AS silent,
          (SELECT count(*) FROM (${seen}) s WHERE last > ${newest} - interval '8 days') AS with_traffic,
          (SELECT count(DISTINCT upper(source_terminal_id)) FROM transactions WHERE terminal_id IS NULL) AS unmapped,
          (SELECT count(*) FROM (${lastMoves}) m WHERE ${MANILA('at')} BETWEEN $1::date - 6 AND $1) AS moved,
          (SELECT count(*) FROM (${lastMoves}) m WHERE ${MANILA('at')} BETWEEN $1::date - 13 AND $1::date - 7) AS moved_before`,
      ),
    )
  })

  test('mapping', async () => {
    const tile = await system.call(api.dashboard.mapping, dayOf(TODAY), 'lookup')
    const tender = 'payment_method_code IS NULL AND source_tender_id IS NOT NULL'
    const terminal = 'terminal_id IS NULL AND source_terminal_id IS NOT NULL'
    const blocked = await one(
      TODAY,
      `SELECT count(*) AS transactions, coalesce(sum(abs(amount)), 0) AS amount FROM transactions
      WHERE $1::date IS NOT NULL AND (tran_code IS NULL OR (${tender}) OR (${terminal}))`,
    )
    expect(tile.blocked).toEqual(blocked)
    const kind = (condition: string, code: string) =>
      `SELECT count(DISTINCT (${code})) AS codes, count(*) AS transactions, coalesce(sum(abs(amount)), 0) AS amount
      FROM transactions WHERE $1::date IS NOT NULL AND ${condition}`
    const company = "coalesce(company_code, '')"
    const expected = {
      TERMINAL: kind(terminal, 'upper(source_terminal_id)'),
      TENDER: kind(tender, `source_system, upper(source_tender_id), ${company}`),
      TRANCODE: kind('tran_code IS NULL', `source_system, upper(source_tran_code), ${company}`),
    }
    for (const each of tile.kinds) expect(each).toMatchObject(await one(TODAY, expected[each.kind]))
    const amounts = tile.codes.map(({ amount }) => amount)
    expect(amounts).toEqual([...amounts].sort((a, b) => b - a))
    expect((await system.call(api.dashboard.mapping, {}, 'viewer')).codes).toEqual([])
  })
}

describe('with demo data', () => {
  beforeAll(() => start((client) => loadDemoCards({ client, cards: 2_000, asOf: TODAY })))
  afterAll(stop)
  const first = addDays(TODAY, -730)
  everyFigure([addDays(TODAY, -1), TODAY, addDays(TODAY, -30), first, addDays(first, 10), addDays(first, -1)])
})

describe('with random data', () => {
  beforeAll(() =>
    start(async (ledger, owner) => {
      await owner.query(RANDOM_DATA)
      await ledger.query(RANDOM_TRANSACTIONS)
    }),
  )
  afterAll(stop)
  everyFigure([TODAY, ...[-1, -2, -5, -9, -30, -69, -70, -90].map((days) => addDays(TODAY, days))])
})

describe('in an empty system', () => {
  beforeAll(() => start(async () => {}))
  afterAll(stop)
  everyFigure([TODAY, addDays(TODAY, -1)])
})
