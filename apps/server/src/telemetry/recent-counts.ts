type Options = { sliceMs: number; slices: number; now: () => number }

type RecentCounts = {
  add: (key: string, count?: number) => void
  /** Counts of the last `slices * sliceMs`, accurate to a slice. */
  totals: () => Record<string, number>
}

/** Further keys are counted as `other`. */
const MAX_KEYS = 200

export function createRecentCounts({ sliceMs, slices, now }: Options): RecentCounts {
  const bySlice = new Map<number, Map<string, number>>()
  const current = () => Math.floor(now() / sliceMs)
  const forget = () => {
    for (const slice of bySlice.keys()) if (slice <= current() - slices) bySlice.delete(slice)
  }
  return {
    add(key, count = 1) {
      const counts = bySlice.get(current()) ?? new Map<string, number>()
      if (counts.size === 0) {
        forget()
        bySlice.set(current(), counts)
      }
      const kept = counts.has(key) || counts.size < MAX_KEYS ? key : 'other'
      counts.set(kept, (counts.get(kept) ?? 0) + count)
    },
    totals() {
      forget()
      const totals: Record<string, number> = {}
      for (const counts of bySlice.values())
        for (const [key, count] of counts) totals[key] = (totals[key] ?? 0) + count
      return totals
    },
  }
}
