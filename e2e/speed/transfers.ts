import type { Page } from '@playwright/test'

export type Transfers = {
  /** Brotli bytes of scripts and styles, in KB of 1,024; what stands in the page itself is counted with the page. */
  codeKb: number
  /** Brotli bytes of the page. */
  pageKb: number
  /** The page, its scripts and styles. */
  requests: number
}

/** Opens an address with an empty cache and weighs what was asked for until the screen could be used. */
export async function weigh(
  page: Page,
  path: string,
  standing: (page: Page) => Promise<void>,
): Promise<Transfers> {
  await page.goto(path)
  await standing(page)
  return page.evaluate(() => {
    // A public screen says when it can be used; what it fetches ahead, for the one after it, begins a second later.
    const untilMs = performance.getEntriesByName('usable')[0]?.startTime ?? performance.now()
    // What entries of these types are; the library types them all alike.
    const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const code = resources.filter(
      ({ name, startTime }) => /\.(js|css)$/.test(new URL(name).pathname) && startTime <= untilMs,
    )
    return {
      codeKb: code.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1024,
      pageKb: (document?.encodedBodySize ?? 0) / 1024,
      requests: 1 + code.length,
    }
  })
}
