import type { Locator, Page } from '@playwright/test'
import { type DemoUser, emailOf, signIn } from './demo-users.ts'
import { holdEventStream, holdResponses, title } from './page-objects.ts'
import { expect, test } from './test.ts'

const CODE = /assets\/app-[^/]+\.js$/

/** The frame is hidden from assistive technology, so roles do not find it. */
const frame = (page: Page) => page.locator('#root > [inert]')
const heading = (page: Page) => frame(page).locator('h1')
const links = (page: Page) => frame(page).locator('aside nav a')

/** Opens a screen whose code is held until the returned function is called. */
async function openHeld(page: Page, path: string): Promise<() => void> {
  const release = await holdResponses(page, CODE)
  await page.goto(path, { waitUntil: 'commit' })
  // This element comes after the scripts that show the frame.
  await page.locator('#waiting').waitFor({ state: 'attached' })
  return release
}

async function signInAs(page: Page, user: DemoUser): Promise<void> {
  await holdEventStream(page)
  await signIn(page, user)
  // A document of the origin without code.
  await page.goto('/builds/latest.json')
}

async function boxesOf(within: Locator): Promise<unknown[]> {
  const parts = within.locator(
    'aside a, aside button, header button:not(section *), header ol, h1, main section:first-of-type',
  )
  return parts.evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [element.textContent, x, y, width, height].map((each) =>
        typeof each === 'number' ? Math.round(each) : each,
      )
    }),
  )
}

/** Opens a held screen, and expects that the frame matches the screen and nothing shifts. */
async function expectSameFrame(page: Page, user: DemoUser, path: string, name: string): Promise<void> {
  // Without data, the screen is in the place of its frame.
  const releaseRows = await holdResponses(page, /\/api\/operations\/lookup\/tenders$/)
  const release = await openHeld(page, path)
  await expect(heading(page)).toHaveText(name)
  await expect(links(page).first()).toHaveText('Operational Dashboard')
  await expect(frame(page).locator('aside a[href="/account"] span')).toHaveText(emailOf(user))
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  const before = await boxesOf(frame(page))
  release()
  await expect(title(page, name)).toBeVisible()
  await expect(frame(page)).toHaveCount(0)
  expect(await boxesOf(page.locator('#root'))).toEqual(before)
  expect(await page.evaluate(() => (window as unknown as { shifts: { score: number } }).shifts.score)).toBe(0)
  releaseRows()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await holdEventStream(page)
}

async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts = { score: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      // Entries of this type have a value, but TypeScript's library types all entries alike.
      for (const entry of list.getEntries()) shifts.score += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Opens the page of a screen, and expects that it names all code that its rows need. */
async function expectAllCode(page: Page, path: string, name: string): Promise<void> {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  const response = await page.goto(path)
  const html = (await response?.text()) ?? ''
  const list = page.getByRole('region', { name })
  await expect(list.locator('tbody tr[data-id]').first()).toBeVisible()
  // Live updates load a second after the screen.
  expect(scripts.filter((each) => !html.includes(each) && !each.includes('live-updates'))).toEqual([])
}

test('the page of /lookup/tenders names all code that its rows need, and its frame matches the screen', async ({
  page,
}) => {
  await countShifts(page)
  await signInAs(page, 'lookup')
  await expectAllCode(page, '/lookup/tenders', 'Tenders')
  for (const width of process.env.FULL ? [1280, 360] : [1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectSameFrame(page, 'lookup', '/lookup/tenders', 'Tenders')
  }
})

test('the page of /audit names all code that its rows need', async ({ page }) => {
  await signInAs(page, 'admin')
  await expectAllCode(page, '/audit', 'Events')
})

// show-frame.test.tsx tests its content.
test('the frame of /smac_inquiry matches the screen, has the theme of the tab and omits content that the user may not use', async ({
  page,
}) => {
  await countShifts(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await signInAs(page, 'agent')
  for (const width of process.env.FULL ? [1280, 360] : [360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectSameFrame(page, 'agent', '/smac_inquiry', 'SMAC Inquiry')
  }
  await page.goto('/builds/latest.json')
  await page.evaluate(() => {
    sessionStorage.setItem('theme', 'dark')
    const stored = JSON.parse(localStorage.getItem('auth') ?? '')
    stored.state.auth.userDetails.policies = ['file:view']
    localStorage.setItem('auth', JSON.stringify(stored))
  })
  await openHeld(page, '/smac_inquiry')
  await expect(frame(page).locator('[name=theme][value=dark]')).toBeChecked()
  await expect(heading(page)).toHaveCSS('color', 'rgb(230, 235, 239)')
  await expect(heading(page)).toHaveText('SMAC Inquiry')
  await expect(frame(page).locator('main h2')).toHaveCount(0)
})
