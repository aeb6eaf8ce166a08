import { existsSync, readFileSync } from 'node:fs'
import type { Suite } from './runners.ts'

export type Tally = { passed: number; failed: number; skipped: number }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/** What a suite's report says. A suite that crashed, failed elsewhere or ran no test counts as one failure. */
export function tallyOf(kind: Suite['kind'], report: string, exitCode: number | null): Tally {
  const tally = existsSync(report) ? read(kind, readFileSync(report, 'utf8')) : none
  const ranNothing = tally.passed + tally.failed === 0
  const failedElsewhere = exitCode !== 0 && tally.failed === 0
  return ranNothing || failedElsewhere ? { ...tally, failed: tally.failed + 1 } : tally
}

const none: Tally = { passed: 0, failed: 0, skipped: 0 }

function read(kind: Suite['kind'], text: string): Tally {
  if (kind === 'vitest') {
    const report = JSON.parse(text) as VitestReport
    // A file that does not load has no test to fail.
    const unloaded = report.testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
    )
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + unloaded.length,
      skipped: report.numPendingTests,
    }
  }
  const { stats, errors } = JSON.parse(text) as PlaywrightReport
  // One that passed at the second attempt has failed once.
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }
}

export function sum(tallies: Tally[]): Tally {
  return tallies.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    none,
  )
}
