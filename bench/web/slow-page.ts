import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

export type Session = BrowserContextOptions['storageState']

/** "Fast 4G", a processor four times slower and an empty cache. The server is local, over HTTP/1.1. */
const NETWORK = {
  offline: false,
  latency: 85,
  downloadThroughput: 9_000_000 / 8,
  uploadThroughput: 1_500_000 / 8,
}
const CPU_SLOWDOWN = 4

/** `rowText`: pattern of a text that only the rows of a list have. */
type Visit = { baseURL: string; session?: Session; isSlow?: boolean; rowText?: string }

/** Opens a page in a new context, on the slow line unless `isSlow` is false, and closes it after `use`. */
export async function withPage<Result>(
  browser: Browser,
  { baseURL, session, isSlow = true, rowText = '$^' }: Visit,
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ baseURL, ...(session && { storageState: session }) })
  try {
    const page = await context.newPage()
    if (isSlow) {
      const devtools = await context.newCDPSession(page)
      await devtools.send('Network.enable')
      await devtools.send('Network.emulateNetworkConditions', NETWORK)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    }
    await page.addInitScript(watch, [rowText, SHOWN] as const)
    return await use(page)
  } finally {
    await context.close()
  }
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

/** Name of the mark of the first frame after which `text` is in a table. */
export const SHOWN = 'shown'

/** Runs in the page before its own scripts, with a pattern of a text in the rows of the first table. */
function watch([text, shown]: readonly [string, string]): void {
  const isShown = (pattern: RegExp) => pattern.test(document.querySelector('main')?.textContent ?? '')
  const measured: Window['measured'] = {
    longTasksMs: 0,
    layoutShift: 0,
    keysMs: [],
    shownAt: (pattern) =>
      new Promise((resolve, reject) => {
        const end = performance.now() + 15_000
        const look = () => {
          if (isShown(new RegExp(pattern))) resolve(performance.now())
          else if (performance.now() > end) reject(new Error(`No ${pattern} in the table.`))
          else requestAnimationFrame(look)
        }
        look()
      }),
  }
  window.measured = measured
  // With a debugger attached, an error with a stack has its whole function parsed again: 50 ms for the one that React
  // creates when it loads.
  Error.stackTraceLimit = 0
  void measured.shownAt(text).then(() => {
    performance.mark(shown)
    console.debug(shown)
  })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) measured.longTasksMs += duration
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if ('value' in entry) measured.layoutShift += Number(entry.value)
  }).observe({ type: 'layout-shift', buffered: true })
  addEventListener(
    'keydown',
    () => {
      const pressedAt = performance.now()
      // The effect of the key is painted by the task after the frame.
      requestAnimationFrame(() => setTimeout(() => measured.keysMs.push(performance.now() - pressedAt)))
    },
    true,
  )
}
