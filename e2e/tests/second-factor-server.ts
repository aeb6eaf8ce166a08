import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../dev/ports.ts'
import { databaseUrl, dataOfSystem } from '../system/open-provider.ts'
import { test as base, expect } from './test.ts'

const root = join(import.meta.dirname, '../..')

/** The URL of a second web process on the data of the running system that requires a second factor. */
export const test = base.extend<object, { secondFactorUrl: string }>({
  secondFactorUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
    async ({}, use) => {
      const dataDir = dataOfSystem()
      const port = await freePort()
      // In the logs of the running system, which are searched for secrets after all tests.
      const log = openSync(join(dataDir, 'logs', 'web-second-factor.log'), 'a')
      const server = spawn(process.execPath, ['apps/server/src/main.ts'], {
        cwd: root,
        env: {
          ...process.env,
          PORT: String(port),
          DATA_DIR: dataDir,
          DATABASE_URL: await databaseUrl(dataDir),
          SECOND_FACTOR: 'required',
          LOCK_AFTER_MINUTES: '1000',
          SIGN_IN_CALLS_PER_MINUTE: '100000',
        },
        stdio: ['ignore', log, log],
      })
      closeSync(log)
      try {
        const baseURL = `http://127.0.0.1:${port}`
        await expect
          .poll(() => isReady(baseURL, server), {
            timeout: 30_000,
            message: 'the second web process is ready',
          })
          .toBe(true)
        await use(baseURL)
      } finally {
        if (server.exitCode === null) {
          server.kill('SIGTERM')
          await once(server, 'exit')
        }
      }
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

async function isReady(baseURL: string, server: ChildProcess): Promise<boolean> {
  if (server.exitCode !== null) throw new Error(`It ended with code ${server.exitCode}.`)
  return fetch(`${baseURL}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
}
