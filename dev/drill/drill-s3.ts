import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServices } from './services.ts'
import { SWIFT_CREDENTIALS, startSwift } from './swift.ts'

/** `npm run drill:s3`: what the product needs of a bucket, asked of OpenStack Swift. As root; Swift from Debian. */
const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'backoffice-s3-'))
// Swift runs as an account of its own.
chmodSync(folder, 0o755)
const services = createServices(folder)
try {
  const endpoint = await startSwift(folder, services, 'http://127.0.0.1:3000')
  const { status } = spawnSync(
    join(root, 'node_modules/.bin/vitest'),
    ['run', '--config', 'vitest.drill.config.ts'],
    {
      cwd: join(root, 'apps/server'),
      env: { ...process.env, ...SWIFT_CREDENTIALS, S3_ENDPOINT: endpoint },
      stdio: 'inherit',
    },
  )
  process.exitCode = status ?? 1
} finally {
  await services.stop()
  rmSync(folder, { recursive: true, force: true })
}
