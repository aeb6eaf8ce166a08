import { stripVTControlCharacters } from 'node:util'
import type { TestResult } from './report.ts'

export type Tally = { passed: number; failed: number; skipped: number }

export type FileResult = { passed: number; failed: number; at: string }

const count = (tests: readonly TestResult[], wanted: TestResult['status']) =>
  tests.filter(({ status }) => status === wanted).length

/** Results of a suite. A crash, an error outside of tests or a run without tests counts as one failure. */
export function tallyOf(tests: readonly TestResult[], exitCode: number | null): Tally {
  const [passed, failed] = [count(tests, 'passed'), count(tests, 'failed')]
  const isOnlyInExitCode = failed === 0 && (exitCode !== 0 || passed === 0)
  return { passed, failed: isOnlyInExitCode ? 1 : failed, skipped: count(tests, 'skipped') }
}

export function byFile(tests: readonly TestResult[], at = new Date()): Map<string, FileResult> {
  const files = Map.groupBy(tests, ({ file }) => file)
  return new Map(
    [...files].map(([file, own]) => [
      file,
      { passed: count(own, 'passed'), failed: own.length - count(own, 'passed'), at: at.toISOString() },
    ]),
  )
}

export function slowest(tests: readonly TestResult[], limit: number): string {
  return tests
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, limit)
    .map(({ file, test, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${file}: ${test}`)
    .join('\n')
}

const ERROR_LINES = 12

/** Failed tests with the first lines of their errors, printed last because logs may be cut off. */
export function failures(tests: readonly TestResult[]): string {
  return tests
    .filter(({ status }) => status === 'failed')
    .map(({ file, test, error }) => {
      const lines = stripVTControlCharacters(error).split('\n').slice(0, ERROR_LINES)
      return [`✗ ${file}: ${test}`, ...lines.map((line) => `    ${line}`)].join('\n')
    })
    .join('\n')
}
