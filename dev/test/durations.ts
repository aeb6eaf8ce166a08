import { existsSync, readFileSync } from 'node:fs'
import type { Suite } from './runners.ts'

export type Duration = { suite: string; test: string; ms: number }

type VitestReport = { testResults: { assertionResults: { fullName: string; duration?: number | null }[] }[] }

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs: { file: string; title: string; tests: { results: { duration: number }[] }[] }[]
}

/** How long each test of a suite's report took. */
export function durationsOf({ name, kind }: Suite, report: string): Duration[] {
  if (!existsSync(report)) return []
  const content: unknown = JSON.parse(readFileSync(report, 'utf8'))
  const tests =
    kind === 'vitest'
      ? (content as VitestReport).testResults.flatMap(({ assertionResults }) =>
          assertionResults.map(({ fullName, duration }) => ({ test: fullName, ms: duration ?? 0 })),
        )
      : (content as { suites: PlaywrightSuite[] }).suites.flatMap(inPlaywright)
  return tests.map(({ test, ms }) => ({ suite: name, test, ms: Math.round(ms) }))
}

function inPlaywright({ suites = [], specs }: PlaywrightSuite): { test: string; ms: number }[] {
  const own = specs.map(({ file, title, tests }) => ({
    test: `${file}: ${title}`,
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  }))
  return [...own, ...suites.flatMap(inPlaywright)]
}

export function slowest(durations: readonly Duration[], count: number): string {
  return durations
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ suite, test, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${suite}  ${test}`)
    .join('\n')
}
