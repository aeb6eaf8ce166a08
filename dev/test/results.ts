import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Suite } from './runners.ts'

/** Of a file of tests. */
export type Result = { passed: number; failed: number; at: string }

type VitestReport = {
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[]
}
type PlaywrightSuite = { suites?: PlaywrightSuite[]; specs: { file: string; ok: boolean }[] }

/** How many tests of each file passed, by the file's path in the repository. */
export function resultsOf(suite: Suite, root: string, report: string, at = new Date()): Map<string, Result> {
  const results = new Map<string, Result>()
  if (!existsSync(report)) return results
  const content: unknown = JSON.parse(readFileSync(report, 'utf8'))
  const add = (file: string, isPassed: boolean) => {
    const { passed, failed } = results.get(file) ?? { passed: 0, failed: 0 }
    const now = isPassed ? { passed: passed + 1, failed } : { passed, failed: failed + 1 }
    results.set(file, { ...now, at: at.toISOString() })
  }
  if (suite.kind === 'vitest')
    for (const { name, status: whole, assertionResults } of (content as VitestReport).testResults) {
      for (const { status } of assertionResults) add(relative(root, name), status === 'passed')
      // A file that does not load has no test to fail.
      const isBroken = whole === 'failed' && assertionResults.every(({ status }) => status === 'passed')
      if (isBroken) add(relative(root, name), false)
    }
  else
    for (const { file, ok } of (content as { suites: PlaywrightSuite[] }).suites.flatMap(specsOf))
      add(`${suite.folder}/tests/${file}`, ok)
  return results
}

function specsOf({ suites = [], specs }: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)]
}
