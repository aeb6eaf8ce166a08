import { expect, test } from 'vitest'
import { cardNumber } from '../../ops/demo/demo-cards.ts'
import { createRandom } from '../../ops/demo/tables/seeded-random.ts'
import { TEST_HOLDS } from '../../testing/test-limits.ts'
import { LAST_FOURS } from '../result/result-index.ts'
import { holdReason } from './held-result.ts'

const { sameLastFourRows: LAST_FOUR_LIMIT, notFoundPerDay: DAY_LIMIT } = TEST_HOLDS
/** Working days in 30 days. */
const DAYS = 22

type File = { found: Uint32Array; notFound: Uint32Array }

const sum = (counts: Uint32Array) => counts.reduce((total, rows) => total + rows, 0)

/** Holds of one user's files, each on its own day unless `perDay` is higher. */
function holdsOf(files: readonly File[], perDay = 1) {
  const lastFours = new Uint32Array(LAST_FOURS)
  let day = 0
  return files.map(({ found, notFound }, index) => {
    const lookedUp = found.map((rows, lastFour) => rows + (notFound[lastFour] ?? 0))
    for (const [lastFour, rows] of notFound.entries()) lastFours[lastFour] = (lastFours[lastFour] ?? 0) + rows
    day = (index % perDay === 0 ? 0 : day) + sum(notFound)
    const counts = { total: sum(lookedUp), not_found: sum(notFound) }
    return holdReason(counts, { day, lastFours, lookedUp }, TEST_HOLDS)
  })
}

const none = () => new Uint32Array(LAST_FOURS)
const only = (lastFour: number, rows: number) => none().fill(rows, lastFour, lastFour + 1)
const evenly = (rows: number) => none().fill(rows)
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index))

test('found rows do not hide a search for one card: 18 files with 160,000 of them and 60 candidates each', () => {
  const holds = holdsOf(times(18, () => ({ found: evenly(16), notFound: only(11, 60) })))
  expect(holds.slice(0, 8)).toEqual(times(8, () => null))
  expect(holds.slice(8)).toEqual(times(10, () => 'SAME_LAST_FOUR'))
})

test('nor do rows not found with other last fours', () => {
  const guesses = evenly(15).fill(LAST_FOUR_LIMIT + 1, 11, 12)
  expect(holdsOf([{ found: evenly(85), notFound: guesses }])).toEqual(['SAME_LAST_FOUR'])
})

test('after the limit a file with one more candidate is held, found or not', () => {
  const before = { found: evenly(1), notFound: only(11, LAST_FOUR_LIMIT + 1) }
  const guess = (found: number) => ({ found: only(11, found), notFound: only(11, 1 - found) })
  expect(holdsOf([before, guess(0)])).toEqual(['SAME_LAST_FOUR', 'SAME_LAST_FOUR'])
  expect(holdsOf([before, guess(1)])).toEqual(['SAME_LAST_FOUR', 'SAME_LAST_FOUR'])
  expect(holdsOf([before, { found: only(12, 9), notFound: only(13, 1) }])[1]).toBeNull()
})

test('after the limit of a day every result of the day is held', () => {
  const guesses = { found: evenly(150), notFound: evenly(49) }
  expect(DAY_LIMIT).toBe(500_000)
  expect(holdsOf([guesses, guesses, { found: only(1, 1), notFound: none() }], 3)).toEqual([
    null,
    'NOT_FOUND_IN_A_DAY',
    'NOT_FOUND_IN_A_DAY',
  ])
})

/** A file of random cards, of which 15 % are not found. */
function honestFile(rows: number, seed: number): File {
  const random = createRandom(seed)
  const file = { found: none(), notFound: none() }
  for (let row = 0; row < rows; row++) {
    const counts = random.chance(0.15) ? file.notFound : file.found
    const lastFour = random.below(LAST_FOURS)
    counts[lastFour] = (counts[lastFour] ?? 0) + 1
  }
  return file
}

test('a file of a million rows on every working day of a month is never held', () => {
  const holds = holdsOf(times(DAYS, (day) => honestFile(1_000_000, day)))
  expect(holds).toEqual(times(DAYS, () => null))
})

test('nor are three such files on a day, or the same one twelve times', () => {
  const file = honestFile(1_000_000, 7)
  expect(
    holdsOf(
      times(3, () => file),
      3,
    ),
  ).toEqual([null, null, null])
  expect(holdsOf(times(12, () => file))).toEqual(times(12, () => null))
})

/** A file as in the bench: 85 % demo cards, the others unknown. */
function benchFile(rows: number, cards: number): File {
  const random = createRandom(rows)
  const file = { found: none(), notFound: none() }
  for (let row = 0; row < rows; row++) {
    const isKnown = random.chance(0.85)
    const index = isKnown ? random.below(cards) : cards + random.below(1_000_000)
    const counts = isKnown ? file.found : file.notFound
    const lastFour = Number(cardNumber(index).slice(-4))
    counts[lastFour] = (counts[lastFour] ?? 0) + 1
  }
  return file
}

test.each([
  [1_000_000, 2_000_000, 3],
  [200_000, 2_000_000, 15],
  [100_000, 20_000, 15],
  [1_000, 2_000, 15],
])('the bench file of %i rows over %i cards is not held, %i times on a day', (rows, cards, runs) => {
  const file = benchFile(rows, cards)
  expect(
    holdsOf(
      times(runs, () => file),
      runs,
    ),
  ).toEqual(times(runs, () => null))
})
