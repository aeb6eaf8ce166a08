import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { recordMeasured } from '../dev/measured.ts'
import { freePort } from '../dev/ports.ts'
import { chromiumPath } from '../dev/test/browsers.ts'
import { runDrill } from './drill.ts'
import { startBucket } from './swift.ts'

/**
 * `npm run drill:s3`: tests the product's requirements for a bucket on OpenStack Swift, and its main flows in a browser
 * that uploads directly to the bucket. Needs root and Swift from Debian.
 */
const root = join(import.meta.dirname, '..')
/** Tests of the whole flow of a file. */
const FLOWS =
  'upload, dry run, confirm|rows of every kind|cancelling a file|over rejected rows to|a template imports back'

await runDrill('s3', async (drill) => {
  const origin = `http://127.0.0.1:${await freePort()}`
  // The storage contract creates the bucket.
  const options = { webOrigin: origin, isMissing: true }
  const bucket = await startBucket(drill, `drill-${crypto.randomUUID()}`, options)
  const run = (
    what: string,
    tool: string,
    workspace: string,
    args: string[],
    more: NodeJS.ProcessEnv = {},
  ) => {
    const env = { ...process.env, ...bucket.env, ...more }
    const options = { cwd: join(root, workspace), env, stdio: 'inherit' } as const
    const { status } = spawnSync(join(root, 'node_modules/.bin', tool), args, options)
    drill.check(what, status === 0, `exit code ${status}`)
  }
  run('the storage contract', 'vitest', 'apps/server', ['run', '--config', 'vitest.drill.config.ts'])
  run('the flows in a browser', 'playwright', 'e2e', ['test', '--workers=1', '--grep', FLOWS], {
    CHROMIUM_PATH: chromiumPath(),
    E2E_BASE_URL: origin,
    E2E_OWN_SERVER: 'yes',
  })
  recordMeasured('s3.failures', drill.failures())
})
