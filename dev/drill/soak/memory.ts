import { readFileSync } from 'node:fs'
import type { ProductProcess } from '../product.ts'

const EVERY_MS = 2_000
const PAGE_BYTES = 4_096
const MB = 1024 ** 2
/** Of the last process of a name: by then it has warmed up. */
const WARM_MS = 30_000

type Sample = { name: string; pid: number; at: number; mb: number }

/** Watches the resident memory of processes, where the system tells. */
export function watchMemory(processes: readonly ProductProcess[]) {
  const samples: Sample[] = []
  const timer = setInterval(() => {
    for (const { name, pid } of processes) {
      const mb = residentMb(pid)
      if (mb !== null) samples.push({ name, pid, at: Date.now(), mb })
    }
  }, EVERY_MS)
  return {
    stop: () => clearInterval(timer),
    /** Of the process that bears the name now: from when it was warm to the end, medians of ten samples. Null when it lived too short. */
    growthOf(name: string): { from: number; to: number; minutes: number } | null {
      const pid = processes.find((each) => each.name === name)?.pid
      const own = samples.filter((sample) => sample.pid === pid)
      const warm = own.filter(({ at }) => at >= (own[0]?.at ?? 0) + WARM_MS)
      const [first, last] = [warm[0], warm.at(-1)]
      if (!first || !last || warm.length < 20) return null
      const minutes = (last.at - first.at) / 60_000
      return { from: median(warm.slice(0, 10)), to: median(warm.slice(-10)), minutes }
    },
    largest: (kind: string) =>
      Math.max(0, ...samples.filter(({ name }) => name.startsWith(kind)).map(({ mb }) => mb)),
  }
}

const median = (samples: readonly Sample[]) =>
  samples.map(({ mb }) => mb).sort((a, b) => a - b)[samples.length >> 1] ?? 0

function residentMb(pid: number): number | null {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES) / MB
  } catch {
    return null
  }
}
