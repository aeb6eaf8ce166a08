import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { JsonTestResult, JsonTestResults } from 'vitest/node'
import type { Suite } from './runners.ts'

type Status = 'passed' | 'failed' | 'skipped'

/** `file` is relative to the repository; `error` is the failure message. */
export type TestResult = { file: string; test: string; status: Status; ms: number; error: string }

type PlaywrightError = { message?: string }
type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs: {
    file: string
    title: string
    tests: { status: string; results: { duration: number; errors?: PlaywrightError[] }[] }[]
  }[]
}
type PlaywrightReport = { suites: PlaywrightSuite[]; errors: PlaywrightError[] }

/** Tests in the JSON report of a suite; empty without a report. */
export function readReport(suite: Suite, root: string, report: string): TestResult[] {
  if (!existsSync(report)) return []
  const content: unknown = JSON.parse(readFileSync(report, 'utf8'))
  return suite.kind === 'vitest'
    ? (content as JsonTestResults).testResults.flatMap((file) => ofVitest(file, root))
    : ofPlaywright(content as PlaywrightReport, `${suite.folder}/tests`)
}

function ofVitest(
  { name, status: whole, message, assertionResults }: JsonTestResult,
  root: string,
): TestResult[] {
  const file = relative(root, name)
  const tests = assertionResults.map(
    ({ fullName, status, duration, failureMessages }): TestResult => ({
      file,
      test: fullName,
      status: status === 'passed' || status === 'failed' ? status : 'skipped',
      ms: Math.round(duration ?? 0),
      error: failureMessages?.join('\n') ?? '',
    }),
  )
  // A file that does not load has no tests.
  const isBroken = whole === 'failed' && !tests.some(({ status }) => status === 'failed')
  return isBroken
    ? [...tests, { file, test: 'the whole file', status: 'failed', ms: 0, error: message }]
    : tests
}

function ofPlaywright({ suites, errors }: PlaywrightReport, folder: string): TestResult[] {
  const tests = suites.flatMap(specsOf).flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }) => ({
      file: `${folder}/${file}`,
      test: title,
      status: PLAYWRIGHT_STATUS[status] ?? ('failed' as const),
      ms: Math.round(results.reduce((sum, { duration }) => sum + duration, 0)),
      error: results.flatMap((result) => messagesOf(result.errors)).join('\n'),
    })),
  )
  const outside = messagesOf(errors).map((error) => ({
    file: folder,
    test: 'outside its tests',
    status: 'failed' as const,
    ms: 0,
    error,
  }))
  return [...tests, ...outside]
}

/** "flaky", which passed at the second attempt, counts as failed. */
const PLAYWRIGHT_STATUS: Record<string, Status> = { expected: 'passed', skipped: 'skipped' }

function messagesOf(errors: PlaywrightError[] = []): string[] {
  return errors.map(({ message = '' }) => message)
}

function specsOf({ suites = [], specs }: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)]
}

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
