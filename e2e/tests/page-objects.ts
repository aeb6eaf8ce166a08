import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { asUpload } from './card-files.ts'

export const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Enough for a whole page with two full lists. */
const MOST_STOPS = 120

/** Presses Tab until the first element of that name has the focus. */
export async function tabTo(
  page: Page,
  role: Parameters<Page['getByRole']>[0],
  name: string | RegExp,
): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true }).first()
  await expect(wanted).toBeVisible()
  for (let press = 0; press < MOST_STOPS; press += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${name} is not reached with the Tab key.`)
}

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

/** Stops the clock of the page slightly in the future, because it cannot go back. */
export async function pauseClock(page: Page): Promise<void> {
  await expect(async () => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  }).toPass()
}

/** Runs timers of a stopped clock, including new ones, until the condition holds. */
export async function runUntil(page: Page, holds: () => Promise<boolean>): Promise<void> {
  const run = () => page.clock.runFor(100).then(holds)
  await expect.poll(run, { intervals: [20] }).toBe(true)
}

/** Waits for a round trip, after which the page has handled all earlier replies. */
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

/** Types into a form and waits until it warns before leaving. */
export async function typeUnsaved(page: Page, label: string, words: string): Promise<void> {
  await page.getByLabel(label).fill(words)
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

/** Holds the event stream of a page, or of every tab of a context, because changes refetch lists. */
export async function holdEventStream(page: Page | BrowserContext): Promise<void> {
  await page.route('**/file_tracker/events', () => new Promise(() => undefined))
}

/** Text of the clipboard, pasted into a blank page, because the product may not read it. */
export async function readClipboard(page: Page): Promise<string> {
  const blank = await page.context().newPage()
  await blank.setContent('<textarea aria-label="Paste here"></textarea>')
  const field = blank.getByLabel('Paste here')
  await field.press('ControlOrMeta+V')
  const text = await field.inputValue()
  await blank.close()
  return text
}

/**
 * Slows the animation that times a toast almost to a stop, because no fake clock moves it. Tests can set its time, and
 * the library can still pause and resume it.
 */
export async function holdToastTimers(page: Page): Promise<void> {
  await page.addInitScript(() =>
    document.addEventListener('animationstart', ({ target, animationName }) => {
      if (animationName !== 'Toastify__trackProgress' || !(target instanceof Element)) return
      for (const animation of target.getAnimations()) animation.updatePlaybackRate(1e-6)
    }),
  )
}

type Upload = ReturnType<typeof asUpload>

/** Uses links, so that the page stays loaded. */
export async function openFiles(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'SMAC Inquiry' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'SMAC Inquiry' })).toBeVisible()
  await page.getByRole('link', { name: 'From a file' }).click()
}

export async function uploadFile(page: Page, upload: Upload): Promise<void> {
  await openFiles(page)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload file' }).click()
  await (await chooser).setFiles(upload)
  await expect(page.getByRole('heading', { level: 1, name: upload.name })).toBeVisible()
}

export async function runInquiry(page: Page, ticket = 'OPS-1'): Promise<void> {
  await page.getByLabel('Purpose').selectOption({ label: 'Reconciliation' })
  await page.getByLabel('Ticket number').fill(ticket)
  await page.getByRole('button', { name: 'Run inquiry' }).click()
}
