/** Rows by the last four digits of their card, as an index. */
export type LastFourCounts = Uint32Array

export const LAST_FOURS = 10_000
/** Busy users exceed any fixed limit by chance: five times the mean is out of its reach, and of daily repetitions. */
const CHANCE = 5

export const noLastFours = (): LastFourCounts => new Uint32Array(LAST_FOURS)

/**
 * True if more than `most` rows of the last 30 days share their last four digits, and this file has a part in it.
 * Random numbers share them too, 100 in a million.
 */
export function repeatsLastFour(ofFile: LastFourCounts, of30Days: LastFourCounts, most: number): boolean {
  const limit = Math.max(most, CHANCE * mean(of30Days))
  const usual = CHANCE * mean(ofFile)
  return of30Days.some((rows, lastFour) => rows > limit && (ofFile[lastFour] ?? 0) > usual)
}

const mean = (counts: LastFourCounts) => counts.reduce((sum, rows) => sum + rows, 0) / LAST_FOURS
