import type { FullConfig } from '@playwright/test'
import { collectSecrets } from './logs/collect-secrets.ts'
import { searchLogs } from './logs/search-logs.ts'
import { startServer } from './server.ts'
import { openProvider } from './system/open-provider.ts'
import { DEMO_USERS, emailOf, PASSWORD, TEMPORARY_PASSWORD } from './tests/demo-users.ts'

/** One server for all tests, unless they are pointed at one that runs already. Afterwards its logs are searched. */
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
    // The outbox is gone with the server, the logs are complete without it.
    const secrets = collectSecrets(E2E_BASE_URL, server.dataDir)
    await secrets.catch(() => undefined)
    await server.stop(async () => searchLogs(server, await secrets))
  }
}

/** Every worker after the first gets copies of the demo accounts. */
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
