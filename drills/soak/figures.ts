import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Drill } from '../drill.ts'
import type { Product } from '../product.ts'
import type { SeenReply } from '../replies.ts'

const EVERY_MS = 2_000
const MB_PER_PAGE = 4_096 / 1024 ** 2
/** Half a minute of warm-up. */
const WARM_SAMPLES = 15
const SAMPLES = 10

type Row = { measured: string; target: string; met?: boolean }

const middle = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
const row = (value: number, most: number, unit: string, measured = `${value.toFixed(0)} ${unit}`): Row => {
  return { measured, target: `≤ ${most} ${unit}`, met: value <= most }
}

/** Samples the resident memory of the processes until `rows` is called, which also reads their event-loop stalls. */
export function watchProcesses({ folder }: Drill, { processes }: Product, spared: readonly string[]) {
  const sizes = new Map<number, number[]>()
  const timer = setInterval(() => {
    for (const { pid } of processes) sizes.set(pid, [...(sizes.get(pid) ?? []), residentMb(pid)])
  }, EVERY_MS)
  return {
    rows(): Record<string, Row> {
      clearInterval(timer)
      const all = processes.map(({ name, pid }) => ({
        name,
        stalls: stallsOf(folder, pid),
        mb: sizes.get(pid) ?? [],
      }))
      return Object.fromEntries([
        ['memory of a process', row(Math.max(...[...sizes.values()].flat()), 512, 'MB')],
        ...all
          .filter(({ name, mb }) => spared.includes(name) && mb.length > WARM_SAMPLES + 2 * SAMPLES)
          .map(({ name, mb }) => {
            // The growth between the first and last samples after the warm-up.
            const before = middle(mb.slice(WARM_SAMPLES, WARM_SAMPLES + SAMPLES))
            const after = middle(mb.slice(-SAMPLES))
            const minutes = (((mb.length - WARM_SAMPLES) * EVERY_MS) / 60_000).toFixed(1)
            const shown = `${before.toFixed(0)} → ${after.toFixed(0)} MB in ${minutes} min`
            return [`growth of ${name}`, row(after - before, 30, 'MB', shown)]
          }),
        ...all
          .filter(({ name }) => name.startsWith('web'))
          .map(({ name, stalls }) => [`longest stall of ${name}`, row(Math.max(0, ...stalls), 50, 'ms')]),
      ])
    },
  }
}

export function latenciesOf(calls: readonly SeenReply[]): Row {
  const sorted = calls.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return { measured: `${at(0.5)} / ${at(0.99)} ms of ${sorted.length}`, target: 'none' }
}

/** Longest stall of each second in ms, written by event-loop-delay.ts. */
function stallsOf(folder: string, pid: number): number[] {
  const lines = readFileSync(join(folder, 'event-loop-delays'), 'utf8').trimEnd().split('\n')
  return lines.filter((line) => line.startsWith(`${pid} `)).map((line) => Number(line.split(' ')[1]))
}

/** 0 for a process that is restarting. */
export function residentMb(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * MB_PER_PAGE
  } catch {
    return 0
  }
}
