import type { Page } from '@playwright/test'
import { emailOf, fillSignIn, PASSWORD, signIn } from './demo-users.ts'
import { holdResponses, pauseClock } from './page-objects.ts'
import { expect, test } from './test.ts'

// With reduced motion the bar moves in steps.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

async function holdScreen(page: Page, instead?: string): Promise<() => void> {
  const wanted = Promise.withResolvers<void>()
  await page.route(/\/inquiries\.route-[^/]+\.js/, async (route) => {
    await wanted.promise
    if (instead) await route.fulfill({ contentType: 'text/javascript', body: instead })
    else await route.continue()
  })
  return wanted.resolve
}

async function leaveForInquiry(page: Page): Promise<void> {
  await page.clock.install()
  await signIn(page, 'agent')
  await expect(page.getByText(/^(received|No files received)/)).toBeVisible()
  await pauseClock(page)
  await page.getByRole('link', { name: 'SMAC Inquiry' }).click()
}

const barOf = (page: Page) => page.getByRole('progressbar', { name: 'Loading page' })
const arrived = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: 'SMAC Inquiry' })).toBeVisible()

test('a slow navigation shows the bar after 200 ms, full for 500 ms at the end', async ({ page }) => {
  const release = await holdScreen(page)
  await leaveForInquiry(page)
  await page.clock.runFor(199)
  await expect(barOf(page)).toHaveCount(0)
  await page.clock.runFor(17)
  await expect(barOf(page)).toHaveCount(1)
  await expect(barOf(page)).toHaveCSS('pointer-events', 'none')
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true')
  await page.clock.runFor(984)
  await expect(barOf(page)).toHaveAttribute('aria-valuenow', '50')
  const box = await barOf(page).boundingBox()
  expect(box).toMatchObject({ x: 0, y: 0 })
  release()
  await arrived(page)
  await page.clock.runFor(16)
  await expect(barOf(page)).toHaveAttribute('aria-valuenow', '100')
  await expect(barOf(page)).toHaveCSS('height', '3px')
  await expect(page.getByRole('main')).not.toHaveAttribute('aria-busy')
  await page.clock.runFor(483)
  await expect(barOf(page)).toHaveCount(1)
  await page.clock.runFor(17)
  await expect(barOf(page)).toHaveCount(0)

  await test.step('a navigation below 200 ms shows no bar', async () => {
    await page.getByRole('link', { name: 'Operational Dashboard' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Operational Dashboard' })).toBeVisible()
    for (let frame = 0; frame < 20; frame += 1) {
      await page.clock.runFor(50)
      expect(await barOf(page).count()).toBe(0)
    }
  })
})

test('a screen that throws turns the bar red', async ({ page }) => {
  const release = await holdScreen(page, 'export const component = () => { throw new Error("broken") }')
  await leaveForInquiry(page)
  await page.clock.runFor(1000)
  await expect(barOf(page)).toHaveCSS('background-image', /26, 127, 75/)
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Internal Server Error' })).toBeVisible()
  await page.clock.runFor(16)
  await expect(barOf(page)).toHaveCSS('background-image', /179, 38, 30/)
  await page.clock.runFor(500)
  await expect(barOf(page)).toHaveCount(0)
})

/** Opens an interactive public screen and stops its clock. */
async function openPublic(page: Page, address: string): Promise<void> {
  await page.clock.install()
  await page.goto(address, { waitUntil: 'networkidle' })
  await pauseClock(page)
}

test('between public screens the bar waits for the code of the next one', async ({ page }) => {
  const release = await holdResponses(page, /\/forgot-password-screen-[^/]+\.js/)
  await openPublic(page, '/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.clock.runFor(199)
  await expect(barOf(page)).toHaveCount(0)
  await page.clock.runFor(17)
  await expect(barOf(page)).toHaveCount(1)
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot password' })).toBeVisible()
  await page.clock.runFor(16)
  await expect(barOf(page)).toHaveAttribute('aria-valuenow', '100')
  await expect(page.getByRole('main')).not.toHaveAttribute('aria-busy')
  await page.clock.runFor(500)
  await expect(barOf(page)).toHaveCount(0)

  await test.step('going back, it waits for the payload', async () => {
    const release = await holdResponses(page, '**/login/_payload.json?*')
    await page.goBack()
    await page.clock.runFor(300)
    await expect(barOf(page)).toHaveCount(1)
    release()
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    await page.clock.runFor(600)
    await expect(barOf(page)).toHaveCount(0)
  })
})

test('after sign-in the bar runs until the page unloads', async ({ page }) => {
  // An unloading page cannot be evaluated, so it reports by itself.
  const seen = Promise.withResolvers<string | null>()
  await page.exposeFunction('reportBar', seen.resolve)
  await page.addInitScript(() =>
    new MutationObserver(() => {
      const bar = document.querySelector('[role=progressbar][aria-label="Loading page"]')
      // The function that was just exposed.
      if (bar) (window as unknown as { reportBar: (path: string) => void }).reportBar(location.pathname)
    }).observe(document, { attributes: true, subtree: true }),
  )
  const release = await holdResponses(page, '**/operational_dashboard')
  await page.goto('/login')
  await fillSignIn(page, emailOf('agent'), PASSWORD)
  expect(await seen.promise).toBe('/login')
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Operational Dashboard' })).toBeVisible()
})
