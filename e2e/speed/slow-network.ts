import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { StorageState } from '../pictures/arrange.ts'

/** "Fast 4G" and a processor four times slower, with an empty cache. The answers come from this machine, over HTTP/1.1. */
const NETWORK = {
  offline: false,
  latency: 85,
  downloadThroughput: 9_000_000 / 8,
  uploadThroughput: 1_500_000 / 8,
}
const CPU_SLOWDOWN = 4

export async function slowPage(
  browser: Browser,
  baseURL: string,
  state?: StorageState,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL, ...(state && { storageState: state }) })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.addInitScript(watch)
  return { context, page }
}

declare global {
  interface Window {
    measured: {
      longTasksMs: number
      layoutShift: number
      keysMs: number[]
      shownAt: (text: string) => Promise<number>
    }
  }
}

/** Runs in the page before anything of its own. */
export function watch(): void {
  const measured: Window['measured'] = {
    longTasksMs: 0,
    layoutShift: 0,
    keysMs: [],
    shownAt: (text) =>
      new Promise((resolve) => {
        const look = () => {
          if (document.querySelector('main')?.textContent?.includes(text)) resolve(performance.now())
          else requestAnimationFrame(look)
        }
        look()
      }),
  }
  window.measured = measured
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) measured.longTasksMs += duration
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    // Entries of this type have a value; the library types them all alike.
    for (const entry of list.getEntries())
      measured.layoutShift += (entry as unknown as { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
  addEventListener(
    'keydown',
    () => {
      const pressedAt = performance.now()
      // The task after the frame: what the key changed has been painted.
      requestAnimationFrame(() => setTimeout(() => measured.keysMs.push(performance.now() - pressedAt)))
    },
    true,
  )
}
