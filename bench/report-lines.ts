import type { Measurement } from '../dev/measured.ts'
import type { FileResult } from '../dev/test/report.ts'
import type { FigureTarget, TestsTarget } from './targets.ts'

/** A row of the report as text. `met`: null if nothing was measured. */
export type Line = { what: string; target: string; measured: string; met: boolean | null; on: string }

const dayOf = (at: string) => at.slice(0, 10)

function format(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  if (Math.abs(value) < 0.01) return value.toFixed(3)
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}

const withUnit = (value: number, unit: string) =>
  unit === '×' ? `${format(value)}×` : `${format(value)} ${unit}`.trim()

export function figureLine(target: FigureTarget, measured: Measurement | undefined): Line {
  const { what, unit, command, atLeast, bound } = target
  const isNone = bound === 0 && !atLeast
  const line = { what, target: isNone ? 'none' : `${atLeast ? '≥' : '≤'} ${withUnit(bound, unit)}` }
  if (!measured) return { ...line, ...notMeasured(command) }
  const { value, note, at } = measured
  const shown = `${withUnit(value, unit)}${note ? ` (${note})` : ''}`
  return { ...line, measured: shown, met: atLeast ? value >= bound : value <= bound, on: dayOf(at) }
}

export function testsLine(
  { what, tests, command }: TestsTarget,
  results: Readonly<Record<string, FileResult>>,
): Line {
  const line = { what, target: 'every test passes' }
  const ran = tests.flatMap((end) => Object.entries(results).find(([file]) => file.endsWith(end))?.[1] ?? [])
  if (ran.length < tests.length) return { ...line, ...notMeasured(command) }
  const sum = (key: 'passed' | 'failed') => ran.reduce((total, result) => total + result[key], 0)
  const [oldest = ''] = ran.map(({ at }) => at).toSorted()
  const measured = `${sum('passed')} passed, ${sum('failed')} failed`
  return { ...line, measured, met: sum('failed') === 0, on: dayOf(oldest) }
}

function notMeasured(command: string) {
  return { measured: `not measured on this machine: \`${command}\``, met: null, on: '' }
}

const MARKS = new Map([
  [true, 'met'],
  [false, 'not met'],
  [null, ''],
])

export function markdownTable(heading: string, lines: readonly Line[]): string {
  return [
    `## ${heading}`,
    '',
    '| | target | measured | | on |',
    '|---|---|---|---|---|',
    ...lines.map(({ what, target, measured, met, on }) =>
      `| ${what} | ${target} | ${measured} | ${met === false ? '**not met**' : MARKS.get(met)} | ${on} |`.replaceAll(
        '  |',
        ' |',
      ),
    ),
  ].join('\n')
}
