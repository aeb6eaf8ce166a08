import { collectSecrets } from './logs/collect-secrets.ts'
import { searchLogs } from './logs/search-logs.ts'
import { startServer } from './server.ts'

/** One server for all tests, unless they are pointed at one that runs already. Afterwards its logs are searched. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  const { E2E_BASE_URL, E2E_OWN_SERVER } = process.env
  if (!E2E_BASE_URL || !E2E_OWN_SERVER) return undefined
  const server = await startServer(E2E_BASE_URL)
  // The tests inherit it.
  process.env.E2E_DATA_DIR = server.dataDir
  return async () => {
    // The outbox is gone with the server, the logs are complete without it.
    const secrets = collectSecrets(E2E_BASE_URL, server.dataDir)
    await secrets.catch(() => undefined)
    await server.stop(async () => searchLogs(server, await secrets))
  }
}
