import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { recordTests } from './measured.ts'
import testCluster from './postgres/test-cluster.ts'
import { chromiumPath } from './test/browsers.ts'
import { psqlPath } from './test/programs.ts'
import { byFile, failures, readReport, slowest, type Tally, type TestResult, tallyOf } from './test/report.ts'
import { runInSlots, runSuite, SLOTS, type Suite, suites } from './test/runners.ts'

const root = join(import.meta.dirname, '..')
const interrupt = new AbortController()

function chosen(): Suite[] {
  const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } })
  const names = values.only?.flatMap((name) => name.split(','))
  const unknown = names?.find((name) => !suites.some((suite) => suite.name === name))
  if (unknown) throw new Error(`There is no suite "${unknown}": ${suites.map(({ name }) => name).join(', ')}`)
  return suites.filter(({ name, variables }) => names?.includes(name) ?? (!variables || process.env.FULL))
}

async function runAll(wanted: Suite[], reports: string): Promise<{ passed: number; failed: number }> {
  const tests: TestResult[] = []
  const tallies: Tally[] = []
  const lines: string[] = []
  await runInSlots(wanted, SLOTS, async (suite) => {
    if (interrupt.signal.aborted) return
    const startedMs = Date.now()
    const report = join(reports, `${suite.name}.json`)
    const exitCode = await runOne(suite, report)
    const own = readReport(suite, root, report)
    tests.push(...own)
    // A second run would replace the results of the first.
    if (!suite.variables) recordTests(byFile(own))
    const tally = tallyOf(own, exitCode)
    tallies.push(tally)
    const { passed, failed, skipped } = tally
    const figures = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
    lines.push(`${suite.name.padEnd(14)}${figures} (${((Date.now() - startedMs) / 1000).toFixed(1)} s)`)
  })
  console.log(`\nThe slowest tests:\n${slowest(tests, 20)}\n\n${lines.join('\n')}\n\n${failures(tests)}`)
  const total = (key: 'passed' | 'failed') => tallies.reduce((sum, tally) => sum + tally[key], 0)
  return { passed: total('passed'), failed: total('failed') }
}

/** The runner's exit code; null if a signal ended it. Installs programs before another suite can use apt. */
async function runOne(suite: Suite, report: string): Promise<number | null> {
  // Processes that tests start load compiled sources.
  const env: NodeJS.ProcessEnv = { NODE_COMPILE_CACHE: join(root, '.data/compile-cache'), ...process.env }
  try {
    if (suite.kind === 'playwright') env.CHROMIUM_PATH = chromiumPath()
    if (suite.name === 'dev') psqlPath(env)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 1
  }
  return runSuite(suite, root, report, env, interrupt.signal)
}

async function main(): Promise<number> {
  const wanted = chosen()
  const reports = mkdtempSync(join(tmpdir(), 'backoffice-reports-'))
  const stopCluster = await testCluster()
  try {
    const { passed, failed } = await runAll(wanted, reports)
    await stopCluster()
    if (interrupt.signal.aborted) throw new Error('Interrupted.')
    console.log(`${passed} passed, ${failed} failed`)
    return failed
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => interrupt.abort())

main().then(
  (failed) => {
    process.exitCode = failed === 0 ? 0 : 1
    // The channel to the bootstrap would keep this process running.
    process.disconnect?.()
  },
  (error: Error) => {
    console.error(error.message)
    console.log('0 passed, 1 failed')
    process.exit(1)
  },
)
