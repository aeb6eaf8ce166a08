import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { useTestDatabase } from '../../testing/use-test-database.ts'
import { loadTable } from './load-table.ts'
import { type BadLine, LOAD_TABLES } from './tables.ts'

const database = useTestDatabase()

async function load(name: string, text: string) {
  const table = LOAD_TABLES.find((one) => one.name === name)
  if (!table) throw new Error(name)
  const bad: BadLine[] = []
  const source = (async function* () {
    yield Buffer.from(text)
  })()
  return {
    ...(await loadTable({ client: database.ledger, table, source, onBadLine: (one) => bad.push(one) })),
    bad,
  }
}

const CARDS = 'card_number,account_number,tier,status,points_balance,member_name_masked,expires_on\n'

test('inserts, updates or skips rows; the last line of a key wins', async () => {
  const first = `${CARDS}9990000000000011,1234567890,GOLD,ACTIVE,10.5,J•••,2028-01-01\n9990000000000029,1234567891,GOLD,ACTIVE,0,x,\n9990000000000029,1234567891,SILVER,LOST,-3.25,a\\b,\n`
  expect(await load('cards', first)).toMatchObject({
    read: 3,
    added: 2,
    changed: 0,
    unchanged: 0,
    skipped: 0,
  })
  const { rows } = await database.ledger.query(
    'SELECT card_number, tier, status, points_balance, member_name_masked FROM cards ORDER BY 1',
  )
  expect(rows).toEqual([
    expect.objectContaining({ card_number: '9990000000000011', points_balance: '1050' }),
    expect.objectContaining({
      tier: 'SILVER',
      status: 'LOST',
      points_balance: '-325',
      member_name_masked: 'a\\b',
    }),
  ])
  expect(await load('cards', first)).toMatchObject({ added: 0, changed: 0, unchanged: 2 })
  expect(await load('cards', first.replace('10.5', '11'))).toMatchObject({
    added: 0,
    changed: 1,
    unchanged: 1,
  })
})

test('reports bad lines and loads the rest', async () => {
  const { bad, added, skipped } = await load(
    'transactions',
    `transaction_id,card_number,business_date,transaction_at,source_system,source_tran_code,amount,points,status
1,9990000000000011,2026-01-02,2026-01-02 10:00:00,POS,SALE,100.00,0.5,POSTED
x,9990000000000012,2026-02-30,2026-01-02 25:00:00,TILL,,1.234,,GONE
2,9990000000000011,2026-01-02,2026-01-02T10:00:00Z,POS,SALE,-5,0,PENDING
`,
  )
  expect({ added, skipped }).toEqual({ added: 2, skipped: 1 })
  expect(bad).toEqual([
    {
      line: 3,
      reason: [
        'transaction_id is not a whole number',
        'card_number is not a card number of 16 digits with the right check digit',
        'business_date is not a date YYYY-MM-DD',
        'transaction_at is not a time YYYY-MM-DD HH:MM:SS',
        'source_system is not one of POS, FUEL, ONLINE, KIOSK',
        'source_tran_code is missing',
        'amount is not a number with at most two decimals',
        'points is missing',
        'status is not one of POSTED, PENDING, REVERSED, REJECTED',
      ].join('; '),
    },
  ])
  const { rows } = await database.ledger.query(
    "SELECT amount, transaction_at = '2026-01-02 10:00:00+08' AS manila FROM transactions ORDER BY transaction_id",
  )
  expect(rows).toEqual([
    { amount: '10000', manila: true },
    { amount: '-500', manila: false },
  ])
})

test('reports a line with contradictory columns', async () => {
  const header = CARDS.replace('\n', ',activated_on\n')
  const loaded = await load(
    'cards',
    `${header}9990000000000011,1234567890,GOLD,ACTIVE,1,x,2025-01-01,2026-01-01\n`,
  )
  expect(loaded).toMatchObject({ read: 1, changed: 0, skipped: 1 })
  expect(loaded.bad).toEqual([{ line: 2, reason: 'expires_on is before activated_on' }])
})

test('an invalid file loads nothing', async () => {
  await expect(load('cards', 'card_number,nonsense\n')).rejects.toThrow('Columns are missing: account_number')
  await expect(load('cards', `${CARDS.trim()},nonsense\n`)).rejects.toThrow('Not columns of cards: nonsense')
  await expect(load('cards', '')).rejects.toThrow('empty')
  await expect(load('cards', `${CARDS}"1,\n`)).rejects.toThrow('never closed')
})

test('the columns match the tables', async () => {
  for (const table of LOAD_TABLES) {
    const client = table.database === 'ledger' ? database.ledger : database.client
    const { rows } = await client.query<{ column_name: string }>(
      'SELECT column_name FROM information_schema.columns WHERE table_name = $1',
      [table.name],
    )
    const names = rows
      .map((row) => row.column_name)
      .filter((column) => column !== 'currency' && column !== 'card_id')
    expect(table.columns.map(({ name }) => name).sort()).toEqual(names.sort())
  }
})
