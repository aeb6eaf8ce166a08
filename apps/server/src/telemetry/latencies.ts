/**
 * Durations of calls in buckets that grow by 15 %, which can be summed over processes, unlike percentiles. The first
 * bucket ends at 1 ms, the last has no end.
 */
const GROWTH = 1.15
const BUCKETS = 80

const SLICE_MS = 30_000
/** Five minutes. */
const SLICES = 10

export type Latencies = {
  record: (ms: number) => void
  /** Calls of the last five minutes, by bucket. */
  counts: () => number[]
}

/** `now` is in milliseconds. */
export function createLatencies(now: () => number): Latencies {
  const slices = new Map<number, number[]>()
  const current = () => Math.floor(now() / SLICE_MS)
  return {
    record(ms) {
      const slice = current()
      const counts = slices.get(slice) ?? emptyCounts()
      slices.set(slice, counts)
      const bucket = bucketOf(ms)
      counts[bucket] = (counts[bucket] ?? 0) + 1
      for (const old of slices.keys()) if (old <= slice - SLICES) slices.delete(old)
    },
    counts() {
      const oldest = current() - SLICES
      const recent = [...slices].filter(([slice]) => slice > oldest).map(([, counts]) => counts)
      return recent.reduce(addCounts, emptyCounts())
    },
  }
}

export const emptyCounts = () => Array<number>(BUCKETS).fill(0)

export const bucketOf = (ms: number) =>
  Math.min(BUCKETS - 1, Math.max(0, Math.ceil(Math.log(Math.max(ms, Number.EPSILON)) / Math.log(GROWTH))))

export function addCounts(a: readonly number[], b: readonly number[]): number[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, index) => (a[index] ?? 0) + (b[index] ?? 0))
}

/** 95th percentile in ms, at most 15 % too high; null without calls. */
export function p95(counts: readonly number[]): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const wanted = Math.ceil(total * 0.95)
  let seen = 0
  const bucket = counts.findIndex((count) => {
    seen += count
    return seen >= wanted
  })
  return GROWTH ** bucket
}
