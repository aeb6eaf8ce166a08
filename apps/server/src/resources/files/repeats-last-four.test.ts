import { expect, test } from 'vitest'
import { cardNumber } from '../../demo/demo-cards.ts'
import { createRandom } from '../../demo/seeded-random.ts'
import { readCard } from '../../inquiry-file/cells.ts'
import { LAST_FOURS } from '../../inquiry-file/row-processor.ts'
import { repeatsLastFour } from './held-result.ts'

const LIMIT = 1_000
const DAYS = 30

/** Counts with `rows` for all last four digits, and `more` for 0011. */
function counts(rows: number, more = 0) {
  const all = new Uint32Array(LAST_FOURS).fill(rows)
  all[11] = rows + more
  return all
}

test('detects more rows than the limit with the same last four digits, in one file or in several', () => {
  const limit = counts(0, LIMIT)
  expect(repeatsLastFour(limit, limit, LIMIT)).toBe(false)
  expect(repeatsLastFour(counts(0, 1), counts(0, LIMIT + 1), LIMIT)).toBe(true)
})

test('a file that does not contribute to the repetition is not held', () => {
  expect(repeatsLastFour(counts(0, 0).fill(1, 20, 500), counts(0, 5_000), LIMIT)).toBe(false)
  expect(repeatsLastFour(counts(100), counts(100, 5_000), LIMIT)).toBe(false)
})

test('a month of files with a million random numbers each stays below the limit', () => {
  const random = counts(0)
  for (const [lastFour] of random.entries()) random[lastFour] = 60 + ((lastFour * 7_919) % 81)
  const month = random.map((rows) => rows * DAYS)
  expect(Math.max(...month)).toBeGreaterThan(LIMIT)
  expect(repeatsLastFour(random, month, LIMIT)).toBe(false)
})

/** A file as in the bench: 85 % demo cards, the others unknown. */
function benchFile(rows: number, cards: number) {
  const random = createRandom(rows)
  const all = new Uint32Array(LAST_FOURS)
  for (let row = 0; row < rows; row++) {
    const index = random.chance(0.85) ? random.below(cards) : cards + random.below(1_000_000)
    const lastFour = Number(cardNumber(index).slice(-4))
    all[lastFour] = (all[lastFour] ?? 0) + 1
  }
  return all
}

test.each([
  [200_000, 2_000_000],
  [100_000, 20_000],
  [1_000, 2_000],
])('the bench file of %i rows over %i cards is not held, even every day of a month', (rows, cards) => {
  const file = benchFile(rows, cards)
  for (const days of [1, DAYS])
    expect(
      repeatsLastFour(
        file,
        file.map((count) => count * days),
        LIMIT,
      ),
    ).toBe(false)
})

test('detects a search among a million numbers', () => {
  expect(repeatsLastFour(counts(100, 1_000), counts(100, 1_000), LIMIT)).toBe(true)
})

test.each([
  ['9990000000000011', 11],
  ['9990 0000 0000 0029', 29],
  ['9999-0000-0000-4568', 4_568],
])('reads the last four digits of %s', (text, lastFour) => {
  const bytes = Buffer.from(text)
  expect(readCard(bytes, 0, bytes.length)).toMatchObject({ lastFour })
})
