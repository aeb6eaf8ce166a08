import { type BrowserContext, expect, type Page } from '@playwright/test'

export const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Opens another tab and waits for its screen. */
export async function openTab(page: Page, path: string, name: string): Promise<Page> {
  const other = await page.context().newPage()
  await other.goto(path)
  await expect(title(other, name)).toBeVisible()
  return other
}

/** Waits for the hydration of a public page. Not with an installed clock, which clears the performance entries. */
export async function waitUntilInteractive(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0)
}

/** Stops the clock of the page; later than now, because it cannot be set back to what has passed on the way there. */
export async function pauseClock(page: Page): Promise<void> {
  await expect(async () => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  }).toPass()
}

/** Of a stopped clock: runs the timers, those too that are only set meanwhile, until it holds. */
export async function runUntil(page: Page, holds: () => Promise<boolean>): Promise<void> {
  const run = () => page.clock.runFor(100).then(holds)
  await expect.poll(run, { intervals: [20] }).toBe(true)
}

/** After a round trip to the server the page has handled everything before it. */
export async function roundTrip(page: Page): Promise<void> {
  await page.evaluate(() => fetch('/health/live').then(({ status }) => status))
}

/** Holds matching requests until the returned function is called. */
export async function holdResponses(page: Page, what: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(what, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Types into an untouched form, and waits until leaving it is guarded. */
export async function typeUnsaved(page: Page, label: string, words: string): Promise<void> {
  await page.getByLabel(label).fill(words)
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

/** Never answers the event stream, which refetches lists on every change; of a context: that of any tab. */
export async function holdEventStream(page: Page | BrowserContext): Promise<void> {
  await page.route('**/file_tracker/events', () => new Promise(() => undefined))
}

/** The text of the clipboard, pasted into a blank page: the product may not read it. */
export async function readClipboard(page: Page): Promise<string> {
  const blank = await page.context().newPage()
  await blank.setContent('<textarea aria-label="Paste here"></textarea>')
  const field = blank.getByLabel('Paste here')
  await field.press('ControlOrMeta+V')
  const text = await field.inputValue()
  await blank.close()
  return text
}
