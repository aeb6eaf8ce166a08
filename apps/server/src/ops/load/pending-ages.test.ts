import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { refreshSums } from '../../testing/refresh-sums.ts'
import { useTestDatabase } from '../../testing/use-test-database.ts'
import { loadTable } from './load-table.ts'
import { describeChange, pendingAges } from './pending-ages.ts'
import { LOAD_TABLES } from './tables.ts'

const database = useTestDatabase()
const TODAY = '2026-11-20'

async function loadHolidays(...lines: string[]) {
  const table = LOAD_TABLES.find(({ name }) => name === 'holidays')
  if (!table) throw new Error('The table holidays cannot be loaded')
  const source = (async function* () {
    yield Buffer.from(['day,name', ...lines, ''].join('\n'))
  })()
  return loadTable({ client: database.client, table, source, onBadLine: () => undefined })
}

const holidaysOf = async (year: number) =>
  (
    await database.client.query('SELECT day FROM holidays WHERE extract(year FROM day) = $1 ORDER BY day', [
      year,
    ])
  ).rows.map(({ day }) => day)

test('a holiday lowers pending ages, and a file is the complete list of its years', async () => {
  // 29 October is 16 working days earlier, 13 November 5.
  await database.ledger.query(`INSERT INTO transactions (transaction_id, card_number, business_date, transaction_at,
      source_system, source_tran_code, amount, points, status)
    VALUES (1, 1, '2026-10-29', now(), 'POS', 'SALE', 1, 1, 'PENDING'), (2, 1, '2026-11-13', now(), 'POS', 'SALE', 1, 1, 'PENDING'),
      (3, 1, '2026-10-01', now(), 'POS', 'SALE', 1, 1, 'POSTED')`)
  await refreshSums(database)
  const before = await pendingAges(database.client, TODAY)
  expect(before).toEqual({ '0-5': 1, '6-10': 0, '11-15': 0, '16+': 1 })
  const others = await holidaysOf(2025)
  expect(await loadHolidays('2026-11-02,All Souls’ Day', '2026-12-25,Christmas Day')).toMatchObject({
    added: 1,
    changed: 0,
    unchanged: 1,
    removed: 6,
  })
  expect(await holidaysOf(2026)).toEqual(['2026-11-02', '2026-12-25'])
  expect(await holidaysOf(2025)).toEqual(others)
  const after = await pendingAges(database.client, TODAY)
  expect(describeChange(before, after)).toEqual([
    'Pending 0–5 working days: 1',
    'Pending 6–10 working days: 0',
    'Pending 11–15 working days: 0 → 1',
    'Pending over 15 working days: 1 → 0',
  ])
  expect(await loadHolidays('2026-12-25,Christmas Day', '2026-11-02,All Souls’ Day')).toMatchObject({
    added: 0,
    unchanged: 2,
    removed: 0,
  })
})

test.each(['2026-02-30,No day', '2026-01-01,', '2041-01-01,Too late'])(
  'an invalid line rejects the whole list: %s',
  async (line) => {
    const before = await holidaysOf(2026)
    await expect(loadHolidays('2026-05-01,Labour Day', line)).rejects.toThrow('must not have invalid lines')
    expect(await holidaysOf(2026)).toEqual(before)
  },
)
