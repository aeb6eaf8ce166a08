import { printLines } from '../../../bench/report-lines.ts'
import { recordMeasured } from '../../measured.ts'
import type { Product } from '../product.ts'
import { countByStatus, isFault, longestGap, type Replies } from '../replies.ts'
import type { FileFigures } from './file-work.ts'
import type { watchMemory } from './memory.ts'

export type Figures = {
  minutes: number
  product: Product
  replies: Replies
  since: number
  files: FileFigures
  ledger: { acknowledged: number; lost: number; twice: number; unaudited: number }
  stuck: number
  deaths: number
  memory: ReturnType<typeof watchMemory>
  spared: readonly string[]
  stalls: ReadonlyMap<number, number[]>
  /** Of the soak itself, which does little: what the machine alone does. */
  ownStallMs: number
}

type Line = { what: string; measured: string; target: string; met: boolean }

function atMost(what: string, value: number, most: number, measured: string, target: string): Line {
  return { what, measured, target, met: value <= most }
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
const thousands = (count: number) => count.toLocaleString('en')

/** True when no row that must hold was broken; times and memory are for the reader. */
export function printSoakReport(figures: Figures): boolean {
  const { files, ledger, stuck, deaths } = figures
  const seen = figures.replies.since(figures.since)
  const none = (what: string, count: number, of: string) => atMost(what, count, 0, `${count} of ${of}`, '0')
  const hard: Line[] = [
    none('rows of files lost', files.rowsLost, `${files.done} files`),
    none('rows answered twice', files.rowsTwice, `${files.done} files`),
    none('files that ended otherwise than in a quiet run', files.broken.length, `${files.done} files`),
    none('files stuck', stuck, `${files.done} files`),
    none('acknowledged writes lost', ledger.lost, thousands(ledger.acknowledged)),
    none('writes done twice', ledger.twice, thousands(ledger.acknowledged)),
    none('edited rows with another audit trail', ledger.unaudited, 'the shared rows'),
    none('replies of 5xx other than 503', seen.filter(isFault).length, thousands(seen.length)),
    none('replies of 401', countByStatus(seen).get(401) ?? 0, thousands(seen.length)),
    none('processes that died by themselves', deaths, 'two web, two workers'),
  ]
  const calls = seen.filter(({ status }) => status >= 200 && status < 500)
  const lines = [
    ...hard,
    atMost(
      'longest time without any good reply',
      longestGap(calls),
      20_000,
      seconds(longestGap(calls)),
      '≤ 20 s',
    ),
    atMost(
      'longest that a file took beyond its quiet run',
      files.slowest,
      20_000,
      seconds(files.slowest),
      '≤ 20 s',
    ),
    ...latencies(
      'reads',
      calls.filter(({ method }) => method === 'GET'),
    ),
    ...latencies(
      'writes, and lists by POST',
      calls.filter(({ method }) => method !== 'GET'),
    ),
    ...memoryLines(figures),
    ...stallLines(figures),
  ]
  printLines(lines)
  record(figures, longestGap(calls))
  return hard.every(({ met }) => met)
}

function latencies(what: string, calls: readonly { ms: number }[]): Line[] {
  const sorted = calls.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return [
    atMost(`${what}, p50 / p99`, 0, 0, `${at(0.5)} / ${at(0.99)} ms of ${thousands(sorted.length)}`, 'none'),
  ]
}

function memoryLines({ memory, spared }: Figures): Line[] {
  const largest = (['web', 'worker'] as const).map((kind) => {
    const mb = memory.largest(kind)
    return atMost(`largest memory of a ${kind} process`, mb, 512, `${mb.toFixed(0)} MB`, '≤ 512 MB')
  })
  const growth = spared.flatMap((name) => {
    const grown = memory.growthOf(name)
    if (!grown) return []
    const { from, to, minutes } = grown
    const shown = `${from.toFixed(0)} → ${to.toFixed(0)} MB in ${minutes.toFixed(1)} min`
    return [atMost(`memory of ${name}`, to - from, 30, shown, '≤ 30 MB more')]
  })
  return [...largest, ...growth]
}

function stallLines({ product, stalls, ownStallMs }: Figures): Line[] {
  const own = atMost('the same of the soak itself', 0, 0, `${ownStallMs.toFixed(0)} ms`, 'none')
  const each = product.processes.flatMap(({ name, kind, pid }) => {
    const sorted = [...(stalls.get(pid) ?? [])].sort((a, b) => a - b)
    const longest = sorted.at(-1)
    if (longest === undefined) return []
    const shown = `${longest} ms, median of seconds ${sorted[sorted.length >> 1]} ms`
    const [most, target] = kind === 'web' ? [50, '≤ 50 ms'] : [Number.POSITIVE_INFINITY, 'none']
    return [atMost(`longest stall of the event loop of ${name}`, longest, most, shown, target)]
  })
  return [...each, own]
}

function record({ minutes, files, ledger, stuck }: Figures, longestGapMs: number) {
  const note = `${minutes} min, ${files.done} files, ${thousands(ledger.acknowledged)} writes`
  recordMeasured('soak.minutes', minutes, 'fifty people')
  recordMeasured('soak.rows-lost', files.rowsLost, note)
  recordMeasured('soak.rows-twice', files.rowsTwice, note)
  recordMeasured('soak.writes-lost', ledger.lost, note)
  recordMeasured('soak.stuck-files', stuck + files.broken.length, note)
  recordMeasured('soak.goes-on', Math.max(longestGapMs, files.slowest) / 1_000, note)
}
