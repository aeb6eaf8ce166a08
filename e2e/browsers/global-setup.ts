import type { TestProject } from 'vitest/node'
import { freePort } from '../../dev/ports.ts'
import { type OtherBrowsers, otherBrowsers } from '../../dev/test/browsers.ts'
import { startServer } from '../server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    baseURL: string
    browsers: OtherBrowsers
  }
}

/** Provides the browsers and one server for all, unless E2E_BASE_URL names a running server. */
export default async function globalSetup({
  provide,
}: TestProject): Promise<(() => Promise<void>) | undefined> {
  provide('browsers', otherBrowsers())
  const given = process.env.E2E_BASE_URL
  const baseURL = given ?? `http://127.0.0.1:${await freePort()}`
  provide('baseURL', baseURL)
  if (given) return undefined
  const server = await startServer(baseURL)
  return () => server.stop()
}
