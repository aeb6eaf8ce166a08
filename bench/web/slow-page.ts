import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

export type Session = BrowserContextOptions['storageState']

/** "Fast 4G", a processor four times slower and an empty cache. */
const NETWORK = {
  offline: false,
  latency: 85,
  downloadThroughput: 9_000_000 / 8,
  uploadThroughput: 1_500_000 / 8,
}
const CPU_SLOWDOWN = 4

/** `rowText`: pattern of a text that only the rows of the opened list have. */
type Visit = { baseURL: string; session?: Session; isSlow?: boolean; rowText?: string }

/** Opens a page in a new context, on the slow line unless `isSlow` is false, and closes it after `use`. */
export async function withPage<Result>(
  browser: Browser,
  { baseURL, session, isSlow = true, rowText }: Visit,
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
    await page.addInitScript(watch, { rowText, shown: SHOWN })
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
      /** Milliseconds since the start of the page until its screen shows a text of this pattern. */
      shownAt: (pattern: string) => Promise<number>
    }
  }
}

/** Name of the mark that the page sets, and message that it logs, in the first frame with rows. */
export const SHOWN = 'shown'

/** Runs in the page before its own scripts. */
function watch({ rowText, shown }: { rowText: string | undefined; shown: string }): void {
  const measured: Window['measured'] = {
    longTasksMs: 0,
    layoutShift: 0,
    keysMs: [],
    shownAt: (pattern) =>
      new Promise((resolve, reject) => {
        const end = performance.now() + 15_000
        const look = () => {
          const text = document.querySelector('main')?.textContent ?? ''
          if (new RegExp(pattern).test(text)) resolve(performance.now())
          else if (performance.now() > end) reject(new Error(`The screen does not show ${pattern}.`))
          else requestAnimationFrame(look)
        }
        look()
      }),
  }
  window.measured = measured
  // With a debugger attached, the stack of a new error needs its whole function parsed again: 40 ms for the one that
  // React creates when it loads, for which users never wait.
  const { Error: WithStack } = window
  function WithoutStack(this: unknown, message = '') {
    const error: Error = Object.create(new.target?.prototype ?? WithStack.prototype)
    error.message = message
    return error
  }
  WithoutStack.prototype = WithStack.prototype
  window.Error = Object.setPrototypeOf(WithoutStack, WithStack)
  if (rowText !== undefined)
    void measured.shownAt(rowText).then(() => {
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
