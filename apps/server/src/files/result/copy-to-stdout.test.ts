import type { Buffer } from 'node:buffer'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CopyToStdout } from './copy-to-stdout.ts'

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

function collect(sql: string, signal?: AbortSignal) {
  const parts: string[] = []
  const take = (bytes: Buffer, start: number, end: number) => parts.push(bytes.toString('latin1', start, end))
  const copy = client.query(new CopyToStdout(sql, take, signal))
  return { copy, parts }
}

async function text(sql: string) {
  const { copy, parts } = collect(sql)
  expect(await copy.ended).toBe(parts.length)
  return parts.join('')
}

const isUsable = async () => expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])

test.each([
  [0, 1],
  [1, 10],
  [30_000, 97],
  [40, 400_000],
])('reads %i complete rows', async (count, width) => {
  expect(await text(rows(count, width))).toBe(expected(count, width))
  await isUsable()
})

test('yields to the event loop between rows', async () => {
  let most = 0
  let inThisTurn = 0
  const slow = (bytes: Buffer, start: number, end: number) => {
    if (inThisTurn === 0) {
      setImmediate(() => {
        inThisTurn = 0
      })
    }
    inThisTurn += end - start
    most = Math.max(most, inThisTurn)
    // The kernel buffers data meanwhile.
    for (let again = 0; again < 20; again++) bytes.indexOf('y', start)
  }
  await client.query(new CopyToStdout(rows(100_000, 97), slow)).ended
  expect(most).toBeLessThan(512 * 1024)
  await isUsable()
})

test('throws an error before or within the rows, and the next query works', async () => {
  await expect(text('COPY nothing_there TO STDOUT')).rejects.toThrow('does not exist')
  const late = 'COPY (SELECT 1 / (50000 - n) FROM generate_series(1, 60000) n) TO STDOUT'
  await expect(text(late)).rejects.toThrow('division by zero')
  await isUsable()
})

test('drains the remaining rows after an error of the reader or an abort', async () => {
  let taken = 0
  const fails = () => {
    if (++taken === 100) throw new Error('enough')
  }
  const failing = client.query(new CopyToStdout(rows(60_000, 97), fails))
  await expect(failing.ended).rejects.toThrow('enough')
  expect(taken).toBe(100)
  await isUsable()
  const { copy, parts } = collect(rows(60_000, 97), AbortSignal.abort(new Error('called off')))
  await expect(copy.ended).rejects.toThrow('called off')
  expect(parts).toEqual([])
  await isUsable()
})

test('a lost connection rejects', async () => {
  const reading = text('COPY (SELECT pg_sleep(0.01) FROM generate_series(1, 9000)) TO STDOUT')
  reading.catch(() => {})
  await sleep(50)
  const { processID } = client as unknown as { processID: number }
  const other = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL })
  await other.connect()
  await other.query('SELECT pg_terminate_backend($1)', [processID])
  await other.end()
  await expect(reading).rejects.toThrow()
})
