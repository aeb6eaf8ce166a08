import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { recordTests } from './measured.ts'
import testCluster from './postgres/test-cluster.ts'
import { chromiumPath } from './test/chromium.ts'
import { type Duration, durationsOf, slowest } from './test/durations.ts'
import { resultsOf } from './test/results.ts'
import { runSuite, SLOTS, type Suite, suites } from './test/runners.ts'
import { runInSlots } from './test/slots.ts'
import { sum, type Tally, tallyOf } from './test/tally.ts'

const root = join(import.meta.dirname, '..')
const interrupt = new AbortController()

function chosen(): Suite[] {
  const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } })
  const names = values.only?.flatMap((name) => name.split(','))
  const unknown = names?.find((name) => !suites.some((suite) => suite.name === name))
  if (unknown) throw new Error(`There is no suite "${unknown}": ${suites.map(({ name }) => name).join(', ')}`)
  return suites.filter(({ name }) => names?.includes(name) ?? true)
}

async function runAll(wanted: Suite[], reports: string): Promise<Tally[]> {
  const env = { ...process.env }
  const tallies: Tally[] = []
  const lines: string[] = []
  const durations: Duration[] = []
  await runInSlots(wanted, SLOTS, async (suite) => {
    if (interrupt.signal.aborted) return
    const startedMs = Date.now()
    const report = join(reports, `${suite.name}.json`)
    const tally = await runOne(suite, report, env)
    tallies.push(tally)
    durations.push(...durationsOf(suite, report))
    recordTests(resultsOf(suite, root, report))
    const { passed, failed, skipped } = tally
    const figures = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
    lines.push(`${suite.name.padEnd(10)}${figures} (${((Date.now() - startedMs) / 1000).toFixed(1)} s)`)
  })
  mkdirSync(join(root, '.data'), { recursive: true })
  writeFileSync(join(root, '.data/test-durations.json'), JSON.stringify(durations, null, 1))
  console.log(`\n${lines.join('\n')}\n\nThe slowest tests:\n${slowest(durations, 20)}\n`)
  return tallies
}

async function runOne(suite: Suite, report: string, env: NodeJS.ProcessEnv): Promise<Tally> {
  try {
    if (suite.kind === 'playwright') env.CHROMIUM_PATH = chromiumPath()
  } catch (error) {
    console.error((error as Error).message)
    return { passed: 0, failed: 1, skipped: 0 }
  }
  return tallyOf(suite.kind, report, await runSuite(suite, root, report, env, interrupt.signal))
}

async function main(): Promise<number> {
  const wanted = chosen()
  const reports = mkdtempSync(join(tmpdir(), 'backoffice-reports-'))
  const stopCluster = await testCluster()
  try {
    const { passed, failed } = sum(await runAll(wanted, reports))
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
    // The channel to the bootstrap would keep this process.
    process.disconnect?.()
  },
  (error: Error) => {
    console.error(error.message)
    console.log('0 passed, 1 failed')
    process.exit(1)
  },
)
