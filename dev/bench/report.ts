import type { Figures } from './rounds.ts'
import type { Latencies, ServedFigures } from './served-rounds.ts'

export type Line = { what: string; measured: string; target: string; met: boolean }

const MB = 1024 * 1024
const MOST_MEMORY = 110 * MB
const seconds = (ms: number) => (ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(2)} s`)

export function atMost(what: string, value: number, most: number, shown: string, target: string): Line {
  return { what, measured: shown, target, met: value <= most }
}

function linesOf(one: Figures): Line[] {
  const rows = one.rows.toLocaleString('en')
  const answer = one.oneWorker / one.psqlAnswer
  const whole = one.whole / one.psqlWhole
  const speed = (one.rows / one.validate) * 1000
  const times = `${seconds(one.oneWorker)} : ${seconds(one.psqlAnswer)}`
  const small = one.rows <= 1_000
  return [
    small
      ? atMost(
          `confirm → result, ${rows} rows`,
          one.oneWorker,
          one.psqlAnswer + 150,
          times,
          '≤ psql + 150 ms',
        )
      : atMost(`confirm → result, ${rows} rows`, answer, 1.2, `${answer.toFixed(2)}× (${times})`, '≤ 1.2×'),
    ...(small
      ? []
      : [
          atMost(
            `upload → result, ${rows} rows`,
            whole,
            0.6,
            `${whole.toFixed(2)}× (${seconds(one.whole)} : ${seconds(one.psqlWhole)})`,
            '≤ 0.6×',
          ),
          atMost(
            `dry run, ${rows} rows`,
            -speed,
            -1e6,
            `${Math.round(speed).toLocaleString('en')} rows/s`,
            '≥ 1,000,000 rows/s',
          ),
          atMost(
            `two workers, ${rows} rows`,
            -one.oneWorker / one.twoWorkers,
            -1.5,
            `${(one.oneWorker / one.twoWorkers).toFixed(2)}× (${seconds(one.twoWorkers)})`,
            '≥ 1.5×',
          ),
        ]),
    {
      what: `results of ${rows} rows, ours and psql's`,
      measured: one.hashes.size === 1 ? 'the same bytes' : `${one.hashes.size} different`,
      target: 'the same bytes',
      met: one.hashes.size === 1,
    },
  ]
}

function growth(figures: readonly Figures[]): Line[] {
  const [small, large] = figures.filter(({ rows }) => rows >= 100_000)
  if (!small || !large) return []
  const each = (one: Figures) => one.oneWorker / one.rows
  const ratio = each(large) / each(small)
  const shown = `${ratio.toFixed(2)}× of ${(each(small) * 1000).toFixed(2)} µs`
  return [
    atMost(
      `time for a row, ${large.rows.toLocaleString('en')} rows`,
      ratio,
      1,
      shown,
      `≤ that of ${small.rows.toLocaleString('en')}`,
    ),
  ]
}

/** The same through HTTP, queue and storage, with one worker. */
function servedLines(served: ServedFigures, engine: Figures | undefined): Line[] {
  const rows = `${served.rows.toLocaleString('en')} rows`
  const { dryRunMs, confirmMs, memoryOverIdle, isSameAsPsql } = served
  const lines: Line[] = [
    {
      what: `as served, result of ${rows} and psql's`,
      measured: isSameAsPsql ? 'the same bytes' : 'different bytes',
      target: 'the same bytes',
      met: isSameAsPsql,
    },
  ]
  if (memoryOverIdle !== null) {
    const shown = `${Math.round(memoryOverIdle / MB)} MB`
    lines.push(atMost(`as served, memory over idle, ${rows}`, memoryOverIdle, MOST_MEMORY, shown, '≤ 110 MB'))
  }
  if (!engine) return lines
  const { psqlAnswer, psqlWhole } = engine
  if (served.rows <= 1_000) {
    const shown = `${seconds(confirmMs)} : ${seconds(psqlAnswer)}`
    lines.push(
      atMost(`as served, confirm → result, ${rows}`, confirmMs, psqlAnswer + 150, shown, '≤ psql + 150 ms'),
    )
    return lines
  }
  const answer = confirmMs / psqlAnswer
  const whole = (dryRunMs + confirmMs) / psqlWhole
  const speed = (served.rows / dryRunMs) * 1000
  const shown = `${answer.toFixed(2)}× (${seconds(confirmMs)} : ${seconds(psqlAnswer)})`
  lines.push(
    atMost(`as served, confirm → result, ${rows}`, answer, 1.2, shown, '≤ 1.2×'),
    atMost(`as served, upload → result, ${rows}`, whole, 0.6, `${whole.toFixed(2)}×`, '≤ 0.6×'),
    atMost(
      `as served, dry run, ${rows}`,
      -speed,
      -1e6,
      `${Math.round(speed).toLocaleString('en')} rows/s`,
      '≥ 1,000,000 rows/s',
    ),
  )
  return lines
}

function latencyLine({ idleP99, busyP99 }: Latencies): Line {
  const ratio = busyP99 / idleP99
  const shown = `${ratio.toFixed(2)}× (${busyP99.toFixed(1)} : ${idleP99.toFixed(1)} ms)`
  return atMost('list call of others, p99, busy : idle', ratio, 2, shown, '≤ 2×')
}

/** Says whether all bytes were the same. */
export function printReport(
  figures: readonly Figures[],
  memory: ReadonlyMap<number, number>,
  served: { figures: readonly ServedFigures[]; others: Latencies },
): boolean {
  const lines = [
    ...figures.flatMap(linesOf),
    ...growth(figures),
    ...served.figures.flatMap((one) =>
      servedLines(
        one,
        figures.find(({ rows }) => rows === one.rows),
      ),
    ),
    latencyLine(served.others),
    ...[...memory].map(([rows, bytes]) =>
      atMost(
        `memory over idle, ${rows.toLocaleString('en')} rows`,
        bytes,
        MOST_MEMORY,
        `${Math.round(bytes / MB)} MB`,
        '≤ 110 MB',
      ),
    ),
  ]
  printLines(lines)
  const isEqual = served.figures.every(({ isSameAsPsql }) => isSameAsPsql)
  return isEqual && figures.every(({ hashes }) => hashes.size === 1)
}

export function printLines(lines: readonly Line[]): void {
  const width = (of: (line: Line) => string) => Math.max(...lines.map((line) => of(line).length))
  const [what, measured, target] = [width((l) => l.what), width((l) => l.measured), width((l) => l.target)]
  for (const line of lines) {
    console.log(
      `${line.what.padEnd(what)}  ${line.measured.padEnd(measured)}  target ${line.target.padEnd(target)}  ${line.met ? 'met' : 'not met'}`,
    )
  }
}
