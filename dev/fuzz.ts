import { parseArgs } from 'node:util'
import { fuzzEndpoints } from '../apps/server/src/testing/fuzz/fuzz-endpoints.ts'
import { fuzzFiles } from '../apps/server/src/testing/fuzz/fuzz-files.ts'
import { startFuzzSystem } from '../apps/server/src/testing/fuzz/fuzz-system.ts'
import { recordMeasured } from './measured.ts'
import testCluster from './postgres/test-cluster.ts'

/** `npm run fuzz`: every endpoint from its own schemas, and hostile files. The same seed makes the same calls. */
const { values } = parseArgs({
  options: { seed: { type: 'string' }, requests: { type: 'string', default: '12000' } },
})
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const requests = Number(values.requests)
if (![seed, requests].every((each) => Number.isSafeInteger(each) && each >= 0))
  throw new Error('--seed and --requests are whole numbers')

const unexpected: unknown[] = []
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => unexpected.push(error))

console.log(`seed ${seed}: npm run fuzz -- --seed ${seed} --requests ${requests}`)
const stopCluster = await testCluster()
try {
  const system = await startFuzzSystem({ workers: true })
  try {
    const files = await fuzzFiles(system)
    for (const { name, outcome, flaws } of files)
      console.log(`${flaws.length === 0 ? 'ok    ' : 'FAILED'}  ${name}: ${[...flaws, outcome].join('; ')}`)
    const failedFiles = files.filter(({ flaws }) => flaws.length > 0).length
    recordMeasured('fuzz.files', files.length)
    recordMeasured('fuzz.files.failures', failedFiles)
    const results = await fuzzEndpoints(system, {
      seed,
      requests,
      onFailure: (name, { flaws, request, response }) =>
        console.log(`\n${name}: ${flaws.join('; ')}\n  ${request}\n  ${response}\n`),
    })
    unexpected.push(...system.failures)
    const table = results.map(({ name, replies, failures }) => [
      name,
      { ...replies, failures: failures.length },
    ])
    console.table(Object.fromEntries(table), ['2xx', '3xx', '4xx', '5xx', 'failures'])
    for (const error of unexpected) console.error('An error outside of any call:', error)
    const made = results.flatMap(({ replies }) => Object.values(replies)).reduce((sum, each) => sum + each, 0)
    const failed = results.flatMap(({ failures }) => failures).length
    console.log(`${made} requests, ${failed} failures, ${unexpected.length} unexpected errors`)
    recordMeasured('fuzz.requests', made, `seed ${seed}`)
    recordMeasured('fuzz.failures', failed + unexpected.length, `seed ${seed}`)
    if (failed + failedFiles + unexpected.length > 0) process.exitCode = 1
  } finally {
    await system.stop()
  }
} catch (error) {
  // Without this, the handlers above would take the error and the command would succeed.
  console.error(error)
  process.exitCode = 1
} finally {
  await stopCluster()
}
