import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordMeasured } from '../measured.ts'
import { freePort } from '../ports.ts'
import { chromiumPath } from '../test/chromium.ts'
import { createServices } from './services.ts'
import { SWIFT_CREDENTIALS, startSwift } from './swift.ts'

/**
 * `npm run drill:s3`: what the product needs of a bucket, asked of OpenStack Swift, and its main flows in a browser that
 * uploads straight to it. As root; Swift from Debian.
 */
const root = join(import.meta.dirname, '../..')
/** With a file each, from the upload to the download. */
const FLOWS =
  'upload, dry run, confirm|rows of every kind|cancelling a file|over rejected rows|template imports back'

const folder = mkdtempSync(join(tmpdir(), 'backoffice-s3-'))
// Swift runs as an account of its own.
chmodSync(folder, 0o755)
const services = createServices(folder)
try {
  const origin = `http://127.0.0.1:${await freePort()}`
  const endpoint = await startSwift(folder, services, origin)
  const env = { ...process.env, ...SWIFT_CREDENTIALS, S3_ENDPOINT: endpoint, S3_REGION: 'us-east-1' }
  const run = (tool: string, workspace: string, args: string[], more: NodeJS.ProcessEnv) =>
    spawnSync(join(root, 'node_modules/.bin', tool), args, {
      cwd: join(root, workspace),
      env: { ...env, ...more },
      stdio: 'inherit',
    }).status === 0
  const bucket = `drill-${crypto.randomUUID()}`
  const keepsContract = run('vitest', 'apps/server', ['run', '--config', 'vitest.drill.config.ts'], {
    S3_BUCKET: bucket,
  })
  const servesBrowsers = run('playwright', 'e2e', ['test', '--workers=1', '--grep', FLOWS], {
    S3_BUCKET: bucket,
    CHROMIUM_PATH: chromiumPath(),
    E2E_BASE_URL: origin,
    E2E_OWN_SERVER: 'yes',
  })
  recordMeasured('s3.failures', [keepsContract, servesBrowsers].filter((isGood) => !isGood).length)
  process.exitCode = keepsContract && servesBrowsers ? 0 : 1
} finally {
  await services.stop()
  rmSync(folder, { recursive: true, force: true })
}
