import type { Browser, Page } from 'playwright-core'
import { median } from '../figures.ts'
import { type Session, SHOWN, withPage } from './slow-page.ts'

/** Values by report row or by description, in milliseconds unless a unit is named. */
export type Timings = Record<string, number>

/** Longer than a screen works after showing its rows. */
const SETTLED_MS = 2_000
const HOVER_MS = 250
/** A screen with charts. */
const DASHBOARD = { link: 'Operational Dashboard', text: 'received' }

export function timeSignIn(browser: Browser, baseURL: string, { signIn }: Site): Promise<Timings> {
  return withPage(browser, { baseURL }, async (page) => {
    await page.goto(signIn)
    await page.waitForTimeout(SETTLED_MS)
    return { 'web.sign-in.painted': await firstPaint(page), 'web.sign-in.usable': await usableAt(page) }
  })
}

/** Time of the mark that only our public pages set. */
function usableAt(page: Page): Promise<number> {
  return page.evaluate(() => performance.getEntriesByName('usable')[0]?.startTime ?? Number.NaN)
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

/**
 * Milliseconds from the start of a page load until its rows are on screen. Waits for a message of the page, because
 * evaluating in it would add a script of the driver to the load.
 */
async function rowsAfter(page: Page, load: () => Promise<unknown>): Promise<number> {
  const shown = page.waitForEvent('console', (message) => message.text() === SHOWN)
  await load()
  await shown
  return page.evaluate((mark) => performance.getEntriesByName(mark)[0]?.startTime ?? 0, SHOWN)
}

/** A site's list with an empty cache, its search, the way to another screen and back, and a reload. */
export function timeList(
  browser: Browser,
  at: { baseURL: string; session?: Session },
  site: Site,
): Promise<Timings> {
  return withPage(browser, { ...at, rowText: site.rowText }, async (page) => {
    const rows = await rowsAfter(page, () => page.goto(site.list, { waitUntil: 'commit' }))
    // The event stream never ends, so the network is never idle.
    await page.waitForTimeout(SETTLED_MS)
    const painted = await firstPaint(page)
    const longTasks = await page.evaluate(() => window.measured.longTasksMs)
    const layoutShift = await page.evaluate(() => window.measured.layoutShift)
    const search = page.locator(site.search).first()
    await search.pressSequentially('visa gold card', { delay: 60 })
    const keys = await page.evaluate(() => window.measured.keysMs)
    await page.waitForTimeout(600)
    await search.clear()
    await page.waitForTimeout(600)
    const first = await timeScreen(page, site.other)
    await page.waitForTimeout(600)
    await timeScreen(page, { link: site.link, text: site.rowText })
    await page.waitForTimeout(600)
    const later = await timeScreen(page, site.other)
    // The browser keeps compiled code from the second load on.
    await rowsAfter(page, () => page.goto(site.list, { waitUntil: 'commit' }))
    await page.waitForTimeout(SETTLED_MS)
    const warm = await rowsAfter(page, () => page.reload({ waitUntil: 'commit' }))
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

function timeScreen(page: Page, { link, text }: Site['other']): Promise<number> {
  return page.evaluate(
    async ([name, shown, hoverMs]) => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>('nav a, aside a, [data-sidebar] a')]
      const target = links.find((each) => each.textContent?.trim() === name)
      if (!target) throw new Error(`No link ${name}: ${links.map((each) => each.textContent?.trim())}`)
      // A pointer rests on a link before the press.
      target.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
      await new Promise((resolve) => setTimeout(resolve, hoverMs))
      const began = performance.now()
      target.click()
      return (await window.measured.shownAt(shown)) - began
    },
    [link, text, HOVER_MS] as const,
  )
}

/** Typing into a select of 10,000 options, without a slow machine. */
export function timeSelect(browser: Browser, baseURL: string): Promise<Timings> {
  return withPage(browser, { baseURL, isSlow: false }, async (page) => {
    await page.goto('/components')
    await page.waitForTimeout(SETTLED_MS)
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

/**
 * Heap in megabytes after this many navigations and a garbage collection. Without locators, for which the driver keeps a
 * script of half a megabyte in the page.
 */
export function heapAfter(browser: Browser, baseURL: string, session: Session, times: number) {
  return withPage(browser, { baseURL, session, isSlow: false, rowText: OURS.rowText }, async (page) => {
    await rowsAfter(page, () => page.goto(OURS.list))
    for (let time = 0; time < times; time += 1)
      await timeScreen(page, time % 2 === 0 ? DASHBOARD : { link: OURS.link, text: OURS.rowText })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    return usedSize / 1e6
  })
}

/** A site whose list is measured: paths, names of links, and texts that the screens show with their data. */
type Site = {
  signIn: string
  list: string
  rowText: string
  link: string
  other: { link: string; text: string }
  search: string
}

export const OURS: Site = {
  signIn: '/login',
  list: '/lookup/tenders',
  rowText: 'In force',
  link: 'Tenders',
  other: { link: 'Shell TID', text: 'Silent|Seen|Never' },
  search: 'input[type=search]',
}

/** The production build of satnaing/shadcn-admin, whose rows are part of its code, so that it waits for no call. */
export const SHADCN_ADMIN: Site = {
  signIn: '/sign-in',
  list: '/tasks',
  rowText: 'TASK-',
  link: 'Tasks',
  other: { link: 'Users', text: '@' },
  search: 'input[placeholder^="Filter"]',
}
