import type { Browser, Page } from 'playwright-core'
import { median } from '../measure.ts'
import { type Session, withPage } from './slow-page.ts'

/** Values by report row or by description, in milliseconds unless a unit is named. */
export type Timings = Record<string, number>

const LIST = '/lookup/tenders'
const CELL = 'In force'
const FIGURE = 'received'

export function timeSignIn(browser: Browser, baseURL: string): Promise<Timings> {
  return withPage(browser, { baseURL }, async (page) => {
    await page.goto('/login')
    const usable = await untilUsable(page)
    return {
      'web.sign-in.painted': await firstPaint(page),
      'web.sign-in.usable': usable,
    }
  })
}

async function untilUsable(page: Page): Promise<number> {
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0)
  return page.evaluate(() => performance.getEntriesByName('usable')[0]?.startTime ?? 0)
}

function firstPaint(page: Page): Promise<number> {
  return page.evaluate(async () => {
    for (;;) {
      const [entry] = performance.getEntriesByName('first-contentful-paint')
      if (entry) return entry.startTime
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })
}

const shownAt = (page: Page, text: string) => page.evaluate((shown) => window.measured.shownAt(shown), text)

export function timeList(browser: Browser, baseURL: string, session: Session): Promise<Timings> {
  return withPage(browser, { baseURL, session }, async (page) => {
    await page.goto(LIST, { waitUntil: 'commit' })
    const rows = await shownAt(page, CELL)
    const longTasks = await page.evaluate(() => window.measured.longTasksMs)
    const painted = await firstPaint(page)
    // The event stream never ends, so the network is never idle.
    await page.waitForTimeout(1500)
    const layoutShift = await page.evaluate(() => window.measured.layoutShift)
    const search = page.getByRole('searchbox').first()
    await search.pressSequentially('visa gold card', { delay: 60 })
    const keys = await page.evaluate(() => window.measured.keysMs)
    await page.waitForTimeout(600)
    await search.clear()
    const first = await timeScreen(page, 'Operational Dashboard', FIGURE)
    await timeScreen(page, 'Tenders', CELL)
    const later = await timeScreen(page, 'Operational Dashboard', FIGURE)
    await page.goto(LIST)
    await page.reload({ waitUntil: 'commit' })
    const warm = await shownAt(page, CELL)
    return {
      'web.list.painted': painted,
      'web.list.rows': rows,
      'web.list.long-tasks': longTasks,
      'web.list.layout-shift': layoutShift,
      'web.key.median': median(keys),
      'web.key.most': Math.max(...keys),
      'web.screen.first': first,
      'web.screen.later': later,
      'web.reload.rows': warm,
    }
  })
}

function timeScreen(page: Page, link: string, text: string): Promise<number> {
  return page.evaluate(
    async ([name, shown]) => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>('nav a')]
      const began = performance.now()
      links.find((each) => each.textContent?.trim() === name)?.click()
      return (await window.measured.shownAt(shown)) - began
    },
    [link, text] as const,
  )
}

/** Typing into a select of 10,000 options, without a slow machine. */
export function timeSelect(browser: Browser, baseURL: string): Promise<Timings> {
  return withPage(browser, { baseURL, isSlow: false }, async (page) => {
    await page.goto('/components')
    await untilUsable(page)
    const select = page.getByRole('region', { name: 'Select' }).getByRole('combobox', { name: /10,000/ })
    await select.click()
    await page.evaluate(() => {
      window.measured.keysMs = []
    })
    for (let round = 0; round < 4; round += 1) {
      await select.pressSequentially('branch 0412', { delay: 30 })
      await select.clear()
    }
    const keys = await page.evaluate(() => window.measured.keysMs)
    return { 'web.select.key': median(keys), 'select of 10,000: key to paint, most': Math.max(...keys) }
  })
}

/** Heap in megabytes after this many navigations and a garbage collection. */
export function heapAfter(browser: Browser, baseURL: string, session: Session, times: number) {
  return withPage(browser, { baseURL, session, isSlow: false }, async (page) => {
    await page.goto(LIST)
    for (let time = 0; time < times; time += 1) {
      const [link, text] = time % 2 === 0 ? ['Operational Dashboard', FIGURE] : ['Tenders', CELL]
      await page.getByRole('navigation').getByRole('link', { name: link }).click()
      await page.getByText(text).first().waitFor()
    }
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    return usedSize / 1e6
  })
}
