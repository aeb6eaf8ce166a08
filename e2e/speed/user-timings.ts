import type { Browser, Page } from '@playwright/test'
import type { StorageState } from '../pictures/arrange.ts'
import { slowPage, watch } from './slow-network.ts'

/** Milliseconds, megabytes of heap or a share of the window, by what is measured. */
export type Felt = Record<string, number>

const LIST = '/lookup/tenders'
/** A cell of every row of the list. */
const SEEN = 'In force'
/** The figures of tiles in the first and the second row of the dashboard. */
const FIGURES = ['received', 'Net liability'] as const

const LAYOUT_SHIFT = 'list: layout shift'
const SHIFT_OF_DASHBOARD = 'dashboard: layout shift'
const CODE_OF_DASHBOARD = 'dashboard: code until its figures'

/** Of what is no time. */
export const UNITS: Readonly<Record<string, 'KB' | ''>> = {
  [LAYOUT_SHIFT]: '',
  [SHIFT_OF_DASHBOARD]: '',
  [CODE_OF_DASHBOARD]: 'KB',
}

export async function feltSignIn(browser: Browser, baseURL: string): Promise<Felt> {
  const plain = await slowPage(browser, baseURL)
  await plain.page.route(/\.js$/, (route) => route.abort())
  await plain.page.goto('/login')
  const floor = await firstPaint(plain.page)
  await plain.context.close()

  const { context, page } = await slowPage(browser, baseURL)
  await page.goto('/login')
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0)
  const usable = await page.evaluate(() => performance.getEntriesByName('usable')[0]?.startTime ?? 0)
  const felt = {
    'sign-in without scripts, on screen': floor,
    'sign-in, on screen': await firstPaint(page),
    'sign-in, usable': usable,
  }
  await context.close()
  return felt
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

/** A signed-in load of the screen with the lists, then what is done there all day. */
export async function feltList(browser: Browser, baseURL: string, state: StorageState): Promise<Felt> {
  const { context, page } = await slowPage(browser, baseURL, state)
  const load = async (how: () => Promise<unknown>) => {
    await how()
    return page.evaluate((text) => window.measured.shownAt(text), SEEN)
  }
  const rows = await load(() => page.goto(LIST, { waitUntil: 'commit' }))
  const longTasks = await page.evaluate(() => window.measured.longTasksMs)
  const painted = await firstPaint(page)
  // The stream of events never ends: there is no idle network to wait for.
  await page.waitForTimeout(1500)
  const layoutShift = await page.evaluate(() => window.measured.layoutShift)
  const search = page.getByRole('searchbox').first()
  await search.pressSequentially('visa gold card', { delay: 60 })
  const keys = await page.evaluate(() => window.measured.keysMs)
  await page.waitForTimeout(600)
  await search.clear()
  const first = await goTo(page, 'Operational Dashboard', FIGURES[0])
  await goTo(page, 'Tenders', SEEN)
  const later = await goTo(page, 'Operational Dashboard', FIGURES[0])
  await page.goto(LIST)
  const warm = await load(() => page.reload({ waitUntil: 'commit' }))
  await context.close()
  return {
    'list: first paint': painted,
    'list: rows on screen': rows,
    'list: long tasks': longTasks,
    [LAYOUT_SHIFT]: layoutShift,
    'list: key → paint, median': median(keys),
    'list: key → paint, most': Math.max(...keys),
    'screen → screen, first': first,
    'screen → screen, later': later,
    'list: warm reload, rows': warm,
  }
}

/** The first screen after sign-in, loaded as a list is; its charts come after the figures. */
export async function feltDashboard(browser: Browser, baseURL: string, state: StorageState): Promise<Felt> {
  const { context, page } = await slowPage(browser, baseURL, state)
  let bytes = 0
  page.on('requestfinished', async (request) => {
    if (/\/assets\//.test(request.url())) bytes += (await request.sizes()).responseBodySize
  })
  await page.goto('/operational_dashboard', { waitUntil: 'commit' })
  const [first, all] = await page.evaluate(
    async (texts) => Promise.all(texts.map((text) => window.measured.shownAt(text))),
    FIGURES,
  )
  const longTasks = await page.evaluate(() => window.measured.longTasksMs)
  const beforeCharts = bytes
  await page.locator('canvas').first().waitFor()
  const charts = await page.evaluate(() => performance.now())
  await page.waitForTimeout(500)
  const layoutShift = await page.evaluate(() => window.measured.layoutShift)
  const painted = await firstPaint(page)
  await context.close()
  return {
    'dashboard: first paint': painted,
    'dashboard: first figures': first ?? Number.NaN,
    'dashboard: figures of two rows': all ?? Number.NaN,
    'dashboard: charts drawn': charts,
    'dashboard: long tasks until its figures': longTasks,
    [SHIFT_OF_DASHBOARD]: layoutShift,
    [CODE_OF_DASHBOARD]: beforeCharts / 1_024,
  }
}

/** Typing into a select of 10,000 options, on this machine as it is. */
export async function feltSelect(browser: Browser, baseURL: string): Promise<Felt> {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await page.addInitScript(watch)
  await page.goto('/components')
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0)
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
  await context.close()
  return {
    'select of 10,000: key → paint, median': median(keys),
    'select of 10,000: most': Math.max(...keys),
  }
}

async function goTo(page: Page, link: string, shows: string): Promise<number> {
  return page.evaluate(
    async ([name, text]) => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>('nav a')]
      const began = performance.now()
      links.find((each) => each.textContent?.trim() === name)?.click()
      return (await window.measured.shownAt(text ?? '')) - began
    },
    [link, shows],
  )
}

/** Megabytes in use after so many navigations, garbage collected. */
export async function heapAfter(browser: Browser, baseURL: string, state: StorageState, times: number) {
  const context = await browser.newContext({ baseURL, storageState: state })
  const page = await context.newPage()
  await page.goto(LIST)
  for (let time = 0; time < times; time += 1) {
    const [link, heading] = time % 2 === 0 ? ['Operational Dashboard', FIGURES[0]] : ['Tenders', SEEN]
    await page.getByRole('navigation').getByRole('link', { name: link }).click()
    await page
      .getByText(heading ?? '')
      .first()
      .waitFor()
  }
  const session = await context.newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await context.close()
  return usedSize / 1e6
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
