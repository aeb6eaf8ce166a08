import type { Page } from '@playwright/test'
import { signIn } from './demo-users.ts'
import { holdResponses, openTab, title } from './page-objects.ts'
import { readSession, storageKeys } from './session-storage.ts'
import { expect, test } from './test.ts'

const ROLE = '**/role/access-policy'
const MINUTE_MS = 60_000

const hasTokens = async (page: Page) => (await storageKeys(page)).some((key) => key.endsWith('.refreshToken'))

async function expectSilent(page: Page): Promise<void> {
  for (const role of ['alert', 'status'] as const)
    await expect(page.getByRole(role).filter({ hasText: /\S/ })).toHaveCount(0)
}

test('only the frame is shown until the access has loaded', async ({ page }) => {
  await signIn(page, 'viewer')
  const release = await holdResponses(page, ROLE)
  const first = page.waitForResponse('**/dashboard/files*')
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('#root > [inert] h1')).toHaveText('Operational Dashboard')
  // The request does not finish while its body is unread.
  await first
  await expect(page.locator('#root > [inert]')).toHaveCount(1)
  await expect(page.getByText(/^(received|No files received)/)).toHaveCount(0)
  release()
  await expect(page.getByText(/^(received|No files received)/)).toBeVisible()

  for (const { status, isPassing } of [
    { status: 503, isPassing: true },
    { status: 401, isPassing: false },
  ])
    await test.step(`a restore that fails with ${status} clears the session silently and leads to sign-in`, async () => {
      let isFailing = true
      await page.route(ROLE, (route) => (isFailing ? route.fulfill({ status, json: {} }) : route.continue()))
      await page.reload()
      await expect(title(page, 'Sign in')).toBeVisible()
      await expect(page).toHaveURL('/login?redirect=%2Foperational_dashboard')
      expect(await storageKeys(page)).not.toContain('auth')
      expect(await hasTokens(page)).toBe(isPassing)
      await expectSilent(page)
      if (!isPassing) return
      isFailing = false
      await expect(title(page, 'Operational Dashboard')).toBeVisible()
      expect((await readSession(page)).isAuthenticated).toBe(true)
    })
})

test('after an outage of 20 seconds a reloaded tab recovers unlocked, another keeps its session', async ({
  page,
  context,
}) => {
  await context.clock.install()
  await signIn(page, 'agent', '/smac_inquiry?tab=file')
  const other = await openTab(page, '/operational_dashboard', 'Operational Dashboard')
  let isDown = true
  await context.route(/\/(api|idp)\//, (route) =>
    isDown ? route.fulfill({ status: 503, json: {} }) : route.continue(),
  )
  await page.reload()
  await expect(title(page, 'Sign in')).toBeVisible()
  await expectSilent(page)
  await context.clock.runFor(20_000)
  await expect(title(page, 'Sign in')).toBeVisible()
  expect(await storageKeys(page)).not.toContain('auth')
  expect(await hasTokens(page)).toBe(true)
  await expect(title(other, 'Operational Dashboard')).toBeVisible()

  isDown = false
  await expect(title(page, 'SMAC Inquiry')).toBeVisible()
  await expect(page).toHaveURL('/smac_inquiry?tab=file')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect((await readSession(page)).isAuthenticated).toBe(true)
  await expect(title(other, 'Operational Dashboard')).toBeVisible()
  await other.getByRole('link', { name: 'SMAC Inquiry' }).first().click()
  await expect(title(other, 'SMAC Inquiry')).toBeVisible()

  // A sign-out still ends both.
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(title(other, 'Sign in')).toBeVisible()
  await expect.poll(() => storageKeys(other)).toEqual([])
})

test('a working tab stores the session again once its refresh succeeds', async ({ page, context }) => {
  await context.clock.install()
  await signIn(page, 'viewer')
  const other = await openTab(page, '/operational_dashboard', 'Operational Dashboard')
  await page.route(ROLE, (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(title(page, 'Sign in')).toBeVisible()
  await page.close()
  expect(await storageKeys(other)).not.toContain('auth')
  await context.clock.fastForward(41 * MINUTE_MS)
  await expect.poll(() => storageKeys(other)).toContain('auth')
  await expect.poll(async () => (await readSession(other)).isAuthenticated).toBe(true)
  await expect(title(other, 'Operational Dashboard')).toBeVisible()
})
