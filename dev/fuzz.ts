import { parseArgs } from 'node:util'
import { fuzzEndpoints } from '../apps/server/src/testing/fuzz/fuzz-endpoints.ts'
import { fuzzFiles } from '../apps/server/src/testing/fuzz/fuzz-files.ts'
import { startFuzzSystem } from '../apps/server/src/testing/fuzz/fuzz-system.ts'
import { fuzzUploads } from '../apps/server/src/testing/fuzz/fuzz-uploads.ts'
import { printEndpoints, printFailure, printFiles } from '../apps/server/src/testing/fuzz/print-results.ts'
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
    const files = [...(await fuzzUploads(system)), ...(await fuzzFiles(system))]
    const { failed: failedFiles } = printFiles(files)
    recordMeasured('fuzz.files', files.length)
    recordMeasured('fuzz.files.failures', failedFiles)
    const results = await fuzzEndpoints(system, { seed, requests, onFailure: printFailure })
    unexpected.push(...system.failures)
    const { made, failed } = printEndpoints(results)
    for (const error of unexpected) console.error('An error that no call has:', error)
    recordMeasured('fuzz.requests', made, `seed ${seed}`)
    recordMeasured('fuzz.failures', failed + unexpected.length, `seed ${seed}`)
    if (failed + failedFiles + unexpected.length > 0) process.exitCode = 1
  } finally {
    await system.stop()
  }
} finally {
  await stopCluster()
}
