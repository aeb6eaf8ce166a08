import type { BrowserContext, Page, Route } from '@playwright/test'
import { type DemoUser, emailOf, fillSignIn, PASSWORD, signIn } from './demo-users.ts'
import { pauseClock, roundTrip, runUntil, title, typeUnsaved } from './page-objects.ts'
import { interceptRefreshes, readSession, revokeSession, storageKeys } from './session-storage.ts'
import { expect, test } from './test.ts'

const MINUTE_MS = 60_000
const ROLE = '**/role/access-policy'
const NOT_RENEWED = 'Your session could not be renewed'

const again = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' })
const notice = (page: Page) => page.getByRole('status').filter({ hasText: NOT_RENEWED })
const serverError = (route: Route) => route.fulfill({ status: 500, json: {} })
const isAuthenticated = async (page: Page) => (await readSession(page)).isAuthenticated

/** Signs in, leaves the application and lets the one-hour token age. */
async function signedInBefore(page: Page, person: DemoUser, minutesLeft: number): Promise<void> {
  await page.context().clock.install()
  await signIn(page, person)
  await page.goto('/builds/latest.json')
  await page.context().clock.fastForward((60 - minutesLeft) * MINUTE_MS)
}

/** Runs timers second by second, and waits for the replies of each. */
async function runSeconds(page: Page, seconds: number, each: () => Promise<void>): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await page.clock.runFor(1_000)
    await roundTrip(page)
    await each()
  }
}

/** Fails every refresh while `isDown`. */
async function refreshesFail(context: BrowserContext) {
  const provider = { isDown: true, reply: serverError }
  const counted = await interceptRefreshes(context, (route) =>
    provider.isDown ? provider.reply(route) : route.continue(),
  )
  return { provider, counted }
}

/** True if any tab holds the refresh lock. */
function isRefreshing(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query()
    return held.some(({ name }) => name === 'session-renewal')
  })
}

/** Lets the token age until its refresh fails, and stops the timers to prevent a retry. */
async function failNextRefresh(page: Page) {
  await page.clock.fastForward(45 * MINUTE_MS)
  await expect.poll(() => isAuthenticated(page)).toBe(false)
  await pauseClock(page)
}

test('a refresh failing at start-up clears the session and restores it with backoff', async ({
  page,
  context,
}) => {
  await signedInBefore(page, 'viewer', 10)
  const { provider, counted } = await refreshesFail(context)
  await page.goto('/operational_dashboard')
  await expect(title(page, 'Sign in')).toBeVisible()
  await expect(page).toHaveURL('/login?redirect=%2Foperational_dashboard')

  const counts: number[] = []
  await runSeconds(page, 30, async () => {
    counts.push(counted.count)
    expect(await storageKeys(page)).not.toContain('auth')
  })
  await expect(notice(page)).toHaveCount(0)
  const [first = 0, half = 0, whole = 0] = [counts[0], counts[14], counts[29]]
  // The identity library sends each attempt up to three times; at the cap, one every 4 to 5 seconds.
  expect(half - first).toBeGreaterThan(3)
  expect(whole - half).toBeGreaterThan(3)
  expect(whole - half).toBeLessThanOrEqual(3 * 4)

  provider.isDown = false
  await page.clock.resume()
  await expect(title(page, 'Operational Dashboard')).toBeVisible()
  expect(await isAuthenticated(page)).toBe(true)
})

for (const [path, heading] of [
  ['/forgot-password', 'Forgot password'],
  // Other public pages have the same entry.
  ...(process.env.FULL
    ? ([
        ['/reset', 'Reset password'],
        ['/components', 'Components'],
      ] as const)
    : []),
] as const) {
  test(`restore on every page: ${path} renews a token with 10 minutes left, but not with 30`, async ({
    page,
    context,
  }) => {
    await signedInBefore(page, 'viewer', 30)
    await pauseClock(page)
    const counted = await interceptRefreshes(context, (route) => route.continue())
    const open = async () => {
      const role = page.waitForResponse(ROLE)
      await page.goto(path)
      return role
    }
    await open()
    await page.waitForLoadState('networkidle')
    expect(counted.count).toBe(0)
    await expect.poll(() => isAuthenticated(page)).toBe(true)

    await page.goto('/builds/latest.json')
    await page.clock.fastForward(20 * MINUTE_MS)
    const { auth } = await readSession(page)
    const loaded = open()
    await expect.poll(() => counted.count).toBe(1)
    await runUntil(page, async () => (await readSession(page)).auth.token !== auth.token)
    // Expirations are in whole seconds, so a quick refresh may not change them.
    expect((await readSession(page)).auth.tokenExpiration).toBeGreaterThanOrEqual(auth.tokenExpiration)
    await runUntil(page, async () => !(await isRefreshing(page)))
    await loaded
    await expect.poll(() => isAuthenticated(page)).toBe(true)
    await expect(title(page, heading)).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(counted.count).toBe(1)
  })
}

// The provider refuses a token that is due for a refresh; the access call refuses one that is not.
for (const minutes of [10, 30])
  test(`a session that cannot be restored, with ${minutes} minutes left, is cleared without a message on every page`, async ({
    page,
  }) => {
    await signedInBefore(page, 'viewer', minutes)
    // The page makes no calls that could be refused.
    await revokeSession(page)
    const stored = await page.evaluate(() => Object.entries({ ...localStorage }))
    for (const [path, heading] of [
      ['/forgot-password', 'Forgot password'],
      ['/operational_dashboard', 'Sign in'],
    ] as const) {
      await page.goto(path)
      await expect.poll(() => storageKeys(page)).toEqual([])
      await expect(title(page, heading)).toBeVisible()
      for (const role of ['alert', 'status'] as const)
        await expect(page.getByRole(role).filter({ hasText: /\S/ })).toHaveCount(0)
      await page.goto('/builds/latest.json')
      await page.evaluate((entries) => {
        for (const [key, value] of entries) localStorage.setItem(key, value)
      }, stored)
    }
  })

test('guard after a failed refresh: only a navigation refreshes; without a response it redirects to sign-in', async ({
  page,
}) => {
  await page.context().clock.install()
  await signIn(page, 'agent')
  const { provider, counted } = await refreshesFail(page.context())
  await failNextRefresh(page)
  const link = page.getByRole('link', { name: 'SMAC Inquiry' })
  await link.hover()
  await runSeconds(page, 5, async () => expect(page).toHaveURL('/operational_dashboard'))
  expect(await isAuthenticated(page)).toBe(false)

  // A navigation would wait for a running refresh instead of sending a new one.
  await runUntil(page, async () => !(await isRefreshing(page)))
  provider.isDown = false
  const before = counted.count
  await link.click()
  // No timer ran, so the navigation sent the request.
  await expect.poll(() => counted.count).toBeGreaterThan(before)
  // At most 3 seconds of the fake clock on any machine.
  const run = () => page.clock.runFor(100).then(() => isAuthenticated(page))
  await expect.poll(run, { intervals: [400] }).toBe(true)
  await page.clock.resume()
  await expect(title(page, 'SMAC Inquiry')).toBeVisible()
  await expect(page).toHaveURL('/smac_inquiry')

  provider.isDown = true
  await failNextRefresh(page)
  const hanging = Promise.withResolvers<void>()
  provider.reply = (route) => hanging.promise.then(() => serverError(route))
  await page.getByRole('link', { name: 'Operational Dashboard' }).first().click()
  await roundTrip(page)
  await page.clock.runFor(2_500)
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toBeVisible()
  await expect(title(page, 'SMAC Inquiry')).toBeVisible()
  await page.clock.runFor(600)
  await expect(title(page, 'Sign in')).toBeVisible()
  await expect(page).toHaveURL('/login?redirect=%2Foperational_dashboard')
  await expect(notice(page)).toBeVisible()
  expect(await isAuthenticated(page)).toBe(false)

  // Signing in replaces the session that is still retried.
  hanging.resolve()
  await page.clock.resume()
  await fillSignIn(page, emailOf('agent'), PASSWORD)
  await expect(title(page, 'Operational Dashboard')).toBeVisible()
  expect(await isAuthenticated(page)).toBe(true)
})

test('guard after a failed refresh: with unsaved input it reauthenticates in place, until a retry succeeds', async ({
  page,
}) => {
  await page.context().clock.install()
  await signIn(page, 'lookup', '/lookup/tenders/create')
  await typeUnsaved(page, 'Tender name', 'Not saved')
  const { provider } = await refreshesFail(page.context())
  const form = page.url()
  const leave = () => page.getByRole('link', { name: 'Operational Dashboard' }).first().click()
  const password = again(page).getByLabel('Password', { exact: true })
  const requestSignIn = async () => {
    provider.isDown = true
    await failNextRefresh(page)
    await leave()
    await roundTrip(page)
    await page.clock.runFor(3_000)
    await expect(again(page)).toContainText(NOT_RENEWED)
  }
  await test.step('a successful retry closes the dialog', async () => {
    await requestSignIn()
    provider.isDown = false
    await page.clock.resume()
    await expect(again(page)).toHaveCount(0)
    await expect(page.getByLabel('Tender name')).toHaveValue('Not saved')
    await expect.poll(() => isAuthenticated(page)).toBe(true)
  })
  await requestSignIn()
  expect(await storageKeys(page)).toContain('auth')
  await password.fill('Not#the#password1')
  await page.clock.resume()
  await page.keyboard.press('Enter')
  await expect(again(page).getByRole('alert')).toContainText('password')
  // A wrong password does not end the session.
  expect(await storageKeys(page)).toContain('auth')
  await password.fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(again(page)).toHaveCount(0)
  expect(await isAuthenticated(page)).toBe(true)
  await expect(page).toHaveURL(form)
  await expect(page.getByLabel('Tender name')).toHaveValue('Not saved')
  await leave()
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
})

test('a first load during a failing refresh redirects to sign-in within 3 seconds, with the return path', async ({
  page,
  context,
}) => {
  await signedInBefore(page, 'agent', 10)
  const { provider, counted } = await refreshesFail(context)
  provider.reply = () => new Promise(() => undefined)
  await page.goto('/smac_inquiry')
  await expect.poll(() => counted.count).toBe(1)
  await page.clock.fastForward(3_000)
  await expect(title(page, 'Sign in')).toBeVisible()
  await expect(page).toHaveURL('/login?redirect=%2Fsmac_inquiry')
  expect(await storageKeys(page)).not.toContain('auth')
  await expect(notice(page)).toHaveCount(0)
})
