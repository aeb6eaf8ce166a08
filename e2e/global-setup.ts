import type { FullConfig } from '@playwright/test'
import { collectSecrets, searchLogs } from './logs/logs.ts'
import { startServer } from './server.ts'
import { openProvider } from './system/open-provider.ts'
import { DEMO_USERS, emailOf, PASSWORD, TEMPORARY_PASSWORD } from './tests/demo-users.ts'

/** Starts one server for all tests, unless E2E_BASE_URL names a running one, and searches its logs afterwards. */
export default async function globalSetup({
  workers,
}: FullConfig): Promise<(() => Promise<void>) | undefined> {
  const { E2E_BASE_URL, E2E_OWN_SERVER } = process.env
  if (!E2E_BASE_URL || !E2E_OWN_SERVER) return undefined
  const server = await startServer(E2E_BASE_URL)
  // The tests inherit it.
  process.env.E2E_DATA_DIR = server.dataDir
  await addUsers(workers)
  return async () => {
    // The outbox is available until the server stops, the complete logs only after.
    const secrets = collectSecrets(E2E_BASE_URL, server.dataDir)
    await secrets.catch(() => undefined)
    await server.stop(async () => searchLogs(server, await secrets))
  }
}

async function addUsers(workers: number): Promise<void> {
  const provider = await openProvider()
  for (let worker = 1; worker < workers; worker++)
    for (const user of DEMO_USERS) {
      const temporary = user === 'new.hire'
      const password = temporary ? TEMPORARY_PASSWORD : PASSWORD
      await provider.copy(emailOf(user, 0), {
        email: emailOf(user, worker),
        password,
        temporary,
        number: worker,
      })
    }
  await provider.close()
}
