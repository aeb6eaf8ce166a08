import type { Measured } from '../measured.ts'
import type { FileResult } from '../test/summary.ts'
import type { Target } from './targets.ts'

/** A row of the report, as text. `met`: null where nothing was measured. */
export type Line = { what: string; target: string; measured: string; met: boolean | null; on: string }

const dayOf = (at: string) => at.slice(0, 10)

/** Three digits that say something, whatever the unit. */
export function format(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  if (Math.abs(value) < 0.01) return value.toFixed(3)
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}

const withUnit = (value: number, unit: string) =>
  unit === '×' ? `${format(value)}×` : `${format(value)} ${unit}`.trim()

/** A figure beside its target. */
export function figureLine(target: Extract<Target, { unit: string }>, measured: Measured | undefined): Line {
  const { what, unit, command } = target
  const [bound, isMet] =
    'most' in target
      ? [`≤ ${withUnit(target.most, unit)}`, (value: number) => value <= target.most]
      : [`≥ ${withUnit(target.least, unit)}`, (value: number) => value >= target.least]
  const line = { what, target: 'most' in target && target.most === 0 ? 'none' : bound }
  if (!measured) return { ...line, ...notMeasured(command) }
  const { value, note, at } = measured
  const shown = `${withUnit(value, unit)}${note ? ` (${note})` : ''}`
  return { ...line, measured: shown, met: isMet(value), on: dayOf(at) }
}

/** Files of tests: all there, all passed. */
export function testsLine(
  { what, tests, command }: Extract<Target, { tests: readonly string[] }>,
  results: Readonly<Record<string, FileResult>>,
): Line {
  const line = { what, target: 'every test passes' }
  const found = tests.map((end) => Object.entries(results).find(([file]) => file.endsWith(end))?.[1])
  const ran = found.filter((result) => result !== undefined)
  if (ran.length < tests.length) return { ...line, ...notMeasured(command) }
  const sum = (key: 'passed' | 'failed') => ran.reduce((total, result) => total + result[key], 0)
  const oldest = ran.map(({ at }) => at).toSorted()[0] ?? ''
  const measured = `${sum('passed')} passed, ${sum('failed')} failed`
  return { ...line, measured, met: sum('failed') === 0, on: dayOf(oldest) }
}

function notMeasured(command: string) {
  return { measured: `not measured on this machine: \`${command}\``, met: null, on: '' }
}

const MARKS = new Map([
  [true, 'met'],
  [false, '**not met**'],
  [null, ''],
])

export function markdownTable(heading: string, lines: readonly Line[]): string {
  return [
    `## ${heading}`,
    '',
    '| | target | measured | | on |',
    '|---|---|---|---|---|',
    ...lines.map(({ what, target, measured, met, on }) =>
      `| ${what} | ${target} | ${measured} | ${MARKS.get(met)} | ${on} |`.replaceAll('  |', ' |'),
    ),
  ].join('\n')
}
