import { Buffer } from 'node:buffer'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CopyOut } from './copy-out.ts'

let client: pg.Client
beforeEach(async () => {
  client = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL })
  client.on('error', () => {})
  await client.connect()
})
afterEach(() => client.end())

const rows = (count: number, width: number) =>
  `COPY (SELECT n, repeat('x', n % ${width}) FROM generate_series(1, ${count}) n) TO STDOUT (FORMAT csv)`

function expected(count: number, width: number) {
  let text = ''
  for (let n = 1; n <= count; n++) text += `${n},${n % width === 0 ? '""' : 'x'.repeat(n % width)}\n`
  return text
}

async function text(copy: CopyOut, waitMs = 0) {
  const parts: Buffer[] = []
  for await (const block of copy.blocks()) {
    parts.push(block)
    if (waitMs) await sleep(waitMs)
  }
  return Buffer.concat(parts).toString()
}

test.each([
  [0, 1],
  [1, 10],
  [30_000, 97],
  [40, 400_000],
])('brings %i rows whole', async (count, width) => {
  const copy = client.query(new CopyOut(rows(count, width)))
  expect(await text(copy)).toBe(expected(count, width))
  expect(copy.rowCount).toBe(count)
})

test('makes the database wait for a slow reader, and the next query works', async () => {
  const copy = client.query(new CopyOut(rows(50_000, 97)))
  expect(await text(copy, 5)).toBe(expected(50_000, 97))
  expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})

test('an error before or among the rows is thrown, and the next query works', async () => {
  await expect(text(client.query(new CopyOut('COPY nothing_there TO STDOUT')))).rejects.toThrow(
    'does not exist',
  )
  const late = 'COPY (SELECT 1 / (50000 - n) FROM generate_series(1, 60000) n) TO STDOUT'
  await expect(text(client.query(new CopyOut(late)))).rejects.toThrow('division by zero')
  expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})

test('what nobody wants is read away', async () => {
  const copy = client.query(new CopyOut(rows(60_000, 97)))
  for await (const _ of copy.blocks()) break
  await copy.discard()
  expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})

test('a connection that breaks is thrown, not waited for', async () => {
  const copy = client.query(
    new CopyOut('COPY (SELECT pg_sleep(0.01) FROM generate_series(1, 9000)) TO STDOUT'),
  )
  const reading = text(copy)
  reading.catch(() => {})
  await sleep(50)
  const { processID } = client as unknown as { processID: number }
  const other = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL })
  await other.connect()
  await other.query('SELECT pg_terminate_backend($1)', [processID])
  await other.end()
  await expect(reading).rejects.toThrow()
})
