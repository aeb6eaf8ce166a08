import type { Page } from '@playwright/test'

export type Transfers = {
  /** Brotli bytes of scripts and styles, in KB of 1,024; what stands in the page itself is counted with the page. */
  codeKb: number
  /** Brotli bytes of the page. */
  pageKb: number
  /** The page, its scripts and styles. */
  requests: number
}

/** The shortest wait before a screen fetches ahead of need: what it needs comes first. */
const AHEAD_MS = 1000

/** Opens an address with an empty cache and weighs what the screen asked for, without what it fetches ahead of need. */
export async function weigh(
  page: Page,
  path: string,
  standing: (page: Page) => Promise<void>,
): Promise<Transfers> {
  await page.addInitScript(holdTimers, AHEAD_MS)
  await page.goto(path)
  await standing(page)
  return page.evaluate(() => {
    // What entries of these types are; the library types them all alike.
    const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const code = resources.filter(({ name }) => /\.(js|css)$/.test(new URL(name).pathname))
    return {
      codeKb: code.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1024,
      pageKb: (document?.encodedBodySize ?? 0) / 1024,
      requests: 1 + code.length,
    }
  })
}

/** Long timers never run: on a busy machine they would before the screen stands. */
function holdTimers(fromMs: number): void {
  const original = window.setTimeout.bind(window)
  const held = (handler: TimerHandler, ms = 0, ...args: unknown[]) =>
    ms < fromMs ? original(handler, ms, ...args) : 0
  window.setTimeout = held as typeof window.setTimeout
}
