import type { Page, Route } from '@playwright/test'
import { emailOf, fillSignIn, PASSWORD, signIn } from './demo-users.ts'
import { openTab } from './page-objects.ts'
import { interceptRefreshes, readSession, revokeSession, storageKeys } from './session-storage.ts'
import { expect, test } from './test.ts'

const ROLE = '**/role/access-policy'
const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: 'Operational Dashboard' })
const signInPage = (page: Page) => page.getByRole('heading', { level: 1, name: 'Sign in' })
const through = (route: Route) => route.continue()

const MINUTE_MS = 60_000

const STORED = {
  isAuthenticated: true,
  auth: {
    token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    tokenExpiration: expect.any(Number),
    userDetails: {
      email: emailOf('viewer'),
      contact: expect.any(String),
      name: expect.any(String),
      modules: ['Operational Dashboard'],
      policies: ['dashboard:view'],
    },
  },
}

test('local storage has the specified shape; two tabs refresh a token once and early, and reload the role', async ({
  page,
  context,
}) => {
  await context.clock.install()
  const { promise: bothDue, resolve: continueRefresh } = Promise.withResolvers<void>()
  const counted = await interceptRefreshes(context, async (route) => {
    await bothDue
    await route.continue()
  })
  await signIn(page, 'viewer')
  await test.step('local storage has one key of the product, in the specified shape', async () => {
    const own = (await storageKeys(page)).filter((key) => !key.startsWith('CognitoIdentityServiceProvider.'))
    expect(own).toEqual(['auth'])
    expect(await readSession(page)).toEqual(STORED)
  })
  const other = await openTab(page, '/operational_dashboard', 'Operational Dashboard')
  // Moving the clock would abort their pending reads.
  for (const tab of [page, other]) await expect(tab.locator('main [aria-busy=true]')).toHaveCount(0)
  await context.clock.fastForward(35 * MINUTE_MS)
  expect(counted.count).toBe(0)
  const { auth: before } = await readSession(page)

  const roles = Promise.all([page.waitForResponse(ROLE), other.waitForResponse(ROLE)])
  await context.clock.fastForward(6 * MINUTE_MS)
  // Not earlier: the clocks of tabs move one after the other, and a tab with the new token would not refresh.
  continueRefresh()
  await roles
  expect(counted.count).toBe(1)
  const { auth: after } = await readSession(other)
  expect(after.token).not.toBe(before.token)
  // Expirations are in whole seconds, so a quick refresh may not change them.
  expect(after.tokenExpiration).toBeGreaterThanOrEqual(before.tokenExpiration)

  // The token is new by the provider's clock.
  await page.reload()
  await expect(dashboard(page)).toBeVisible()
  expect(counted.count).toBe(1)
})

test('a token about to expire is refreshed at start and on focus', async ({ page, context }) => {
  await context.clock.install()
  const counted = await interceptRefreshes(context, through)
  await signIn(page, 'viewer')
  await page.goto('/builds/latest.json')
  await context.clock.fastForward(45 * MINUTE_MS)
  await page.goto('/operational_dashboard')
  await expect(dashboard(page)).toBeVisible()
  // The role loads with the new token after the only refresh.
  await expect.poll(() => counted.count).toBe(1)

  // As on a laptop that slept, time has passed but no timer ran.
  await context.clock.setSystemTime(Date.now() + 95 * MINUTE_MS)
  let rolesRead = 0
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/role/access-policy')) rolesRead += 1
  })
  // Browsers fire both events when the user returns to a window.
  await page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'))
    dispatchEvent(new Event('focus'))
  })
  await expect.poll(() => rolesRead).toBe(1)
  await page.waitForLoadState('load')
  expect([counted.count, rolesRead]).toEqual([2, 1])
})

// identity.test.tsx tests a fast clock.
test('a clock that is 5 hours slow does not affect the session', async ({ page, context }) => {
  await context.clock.install({ time: Date.now() - 5 * 60 * MINUTE_MS })
  const counted = await interceptRefreshes(context, through)
  // Uses the form, because the library stores the clock difference at sign-in.
  await page.goto('/login')
  await fillSignIn(page, emailOf('viewer'), PASSWORD)
  await expect(dashboard(page)).toBeVisible()
  await page.reload()
  await expect(dashboard(page)).toBeVisible()
  await expect(page.getByText(/^(received|No files received)/)).toBeVisible()
  expect(counted.count).toBe(0)
  await context.clock.fastForward(41 * MINUTE_MS)
  await expect.poll(() => counted.count).toBe(1)
  await expect(dashboard(page)).toBeVisible()
})

test('a revoked refresh token signs out every tab after one refresh at most', async ({ page, context }) => {
  await context.clock.install()
  const counted = await interceptRefreshes(context, through)
  await signIn(page, 'agent')
  const other = await openTab(page, '/smac_inquiry', 'SMAC Inquiry')
  await revokeSession(page)

  await context.clock.fastForward(41 * MINUTE_MS)
  for (const tab of [page, other]) {
    await expect(signInPage(tab)).toBeVisible()
    const notice = tab.getByRole('status').filter({ hasText: 'Your session was ended elsewhere' })
    await expect(notice).toBeVisible()
  }
  // No refresh if the server refused a call or ended the stream before.
  expect(counted.count).toBeLessThanOrEqual(1)
  // Each tab clears the storage and is notified of the other's change later.
  await expect.poll(() => storageKeys(page)).toEqual([])
  await expect(other).toHaveURL('/login?redirect=%2Fsmac_inquiry')
})

test('while a refresh fails the screen stays and calls wait; the next success restores every tab', async ({
  page,
  context,
}) => {
  await context.clock.install()
  await signIn(page, 'agent', '/smac_inquiry?tab=file')
  const search = page.getByRole('searchbox').first()
  await expect(search).toBeVisible()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  let reply = (route: Route) => route.fulfill({ status: 500, json: {} })
  const counted = await interceptRefreshes(context, (route) => reply(route))
  await context.clock.fastForward(70 * MINUTE_MS)
  await expect.poll(async () => (await readSession(page)).isAuthenticated).toBe(false)
  expect(counted.count).toBeGreaterThan(0)
  await expect(page.getByRole('heading', { level: 1, name: 'SMAC Inquiry' })).toBeVisible()
  expect((await storageKeys(page)).some((key) => key.endsWith('.refreshToken'))).toBe(true)

  const refused: number[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/') && response.status() === 401) refused.push(response.status())
  })
  const other = await context.newPage()
  await test.step('a tab opened in the meantime waits at sign-in, and does not end the session', async () => {
    reply = (route) => route.abort('connectionfailed')
    await search.fill('nothing is called so')
    await expect(page).toHaveURL(/nothing/)
    await other.goto('/smac_inquiry?tab=file')
    await expect(signInPage(other)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'SMAC Inquiry' })).toBeVisible()
  })
  reply = through
  await expect(page.getByText('No file matches')).toBeVisible()
  await expect(search).toHaveValue('nothing is called so')
  await expect(other.getByRole('searchbox').first()).toBeVisible()
  await expect.poll(async () => (await readSession(page)).isAuthenticated).toBe(true)
  expect(refused).toEqual([])
})
