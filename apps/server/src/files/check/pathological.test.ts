import { afterAll, beforeAll, expect, test } from 'vitest'
import { dryRun } from '../../testing/file-actions.ts'
import { addCash } from '../../testing/tenders.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

const HEADER = 'source_system,tender_id,tender_name,payment_method_code,bin_from,bin_to,company_code'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
  await addCash(system.pool)
})
afterAll(() => system.stop())

const check = (rows: readonly string[]) =>
  dryRun(system, `${[HEADER, ...rows].join('\n')}\n`, 'lookup', { category: 'TENDERS' })
const idOf = (n: number) => n.toString(36).toUpperCase().padStart(4, '0')

test.each([
  ['half a character at the cut of a long value', [`${'a'.repeat(99)}😀😀`]],
  // With the digits of the JSON escape `\u0001`, one of the ten passes the check digit.
  [
    'a control character before digits',
    Array.from({ length: 10 }, (_, last) => `"${String.fromCharCode(1)}41111111111${last}"`),
  ],
])('rejects rows, but not the file, for %s', async (_what, names) => {
  const { state, counts } = await check(names.map((name, n) => `POS,${idOf(n)},${name},CSH,,,*`))
  expect([state, counts.error]).toEqual(['AWAITING_CONFIRMATION', names.length])
})

test('ranges that all overlap do not block the worker', async () => {
  // There are twelve million pairs, or two hundred million.
  const rows = process.env.FULL ? 20_000 : 5_000
  const { counts } = await check(
    Array.from({ length: rows }, (_, n) => `POS,${idOf(n)},T,CSH,999000,999999,*`),
  )
  expect(counts).toMatchObject({ valid: 1, error: rows - 1 })
}, 60_000)
