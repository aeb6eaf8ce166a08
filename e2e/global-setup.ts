import type { FullConfig } from '@playwright/test'
import { startServer } from './server.ts'

/** One server for all tests, unless they are pointed at one that runs already. */
export default async function globalSetup(_config: FullConfig): Promise<(() => Promise<void>) | undefined> {
  const { E2E_BASE_URL, E2E_OWN_SERVER } = process.env
  return E2E_BASE_URL && E2E_OWN_SERVER ? startServer(E2E_BASE_URL) : undefined
}
