import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Drill } from '../drill.ts'
import type { SeenReply } from '../driver.ts'
import type { Product, ProductProcess } from '../product.ts'

const EVERY_MS = 2_000
const PAGE_BYTES = 4_096
const MB = 1024 ** 2
const WARM_MS = 30_000
const SAMPLES = 10

type Sample = ProductProcess & { at: number; mb: number }
type Row = { measured: string; target: string; met?: boolean }

const middle = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
const last = (numbers: readonly number[]) => Math.max(0, ...numbers)

/** Samples resident memory and event-loop stalls of the processes until `rows` is called. */
export function watchProcesses({ folder }: Drill, { processes }: Product, spared: readonly string[]) {
  const samples: Sample[] = []
  const timer = setInterval(() => {
    for (const each of processes) {
      const mb = residentMb(each.pid)
      if (mb !== undefined) samples.push({ ...each, at: Date.now(), mb })
    }
  }, EVERY_MS)
  const own = monitorEventLoopDelay({ resolution: 10 })
  own.enable()

  /** Growth of a process after its warm-up, between its first and last ten samples. */
  function growthOf(name: string): [string, Row][] {
    const pid = processes.find((each) => each.name === name)?.pid
    const all = samples.filter((sample) => sample.pid === pid)
    const warm = all.filter(({ at }) => at >= (all[0]?.at ?? 0) + WARM_MS)
    const [from, to] = [warm[0], warm.at(-1)]
    if (!from || !to || warm.length < 2 * SAMPLES) return []
    const sizes = warm.map(({ mb }) => mb)
    const [before, after] = [middle(sizes.slice(0, SAMPLES)), middle(sizes.slice(-SAMPLES))]
    const minutes = ((to.at - from.at) / 60_000).toFixed(1)
    const measured = `${before.toFixed(0)} → ${after.toFixed(0)} MB in ${minutes} min`
    return [[`memory of ${name}`, { measured, target: '≤ 30 MB more', met: after - before <= 30 }]]
  }

  return {
    rows(): Record<string, Row> {
      clearInterval(timer)
      const memory = (['web', 'worker'] as const).map((kind): [string, Row] => {
        const mb = last(samples.filter((sample) => sample.kind === kind).map((sample) => sample.mb))
        return [
          `memory of a ${kind} process`,
          { measured: `${mb.toFixed(0)} MB`, target: '≤ 512 MB', met: mb <= 512 },
        ]
      })
      const stalls = processes.map(({ name, kind, pid }): [string, Row] => {
        const all = stallsOf(folder, pid)
        const measured = `${last(all)} ms, median of seconds ${middle(all)} ms`
        const row = { measured, target: kind === 'web' ? '≤ 50 ms' : 'none' }
        return [`longest stall of ${name}`, kind === 'web' ? { ...row, met: last(all) <= 50 } : row]
      })
      // The soak itself does little: its stalls show the load of the machine.
      const mine: [string, Row] = [
        'longest stall of the soak',
        { measured: `${(own.max / 1e6).toFixed(0)} ms`, target: 'none' },
      ]
      return Object.fromEntries([...memory, ...spared.flatMap(growthOf), ...stalls, mine])
    },
  }
}

export function latenciesOf(calls: readonly SeenReply[]): Row {
  const sorted = calls.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { measured: `${at(0.5)} / ${at(0.99)} ms of ${sorted.length}`, target: 'none' }
}

/** Longest stall of each second in ms, written by event-loop-delay.ts. */
function stallsOf(folder: string, pid: number): number[] {
  const lines = readFileSync(join(folder, 'event-loop-delays'), 'utf8').trimEnd().split('\n')
  return lines.filter((line) => line.startsWith(`${pid} `)).map((line) => Number(line.split(' ')[1]))
}

function residentMb(pid: number): number | undefined {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES) / MB
  } catch {
    return undefined
  }
}
