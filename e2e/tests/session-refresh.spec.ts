import type { BrowserContext, Page, Route } from '@playwright/test'
import { aFile, asUpload } from './card-files.ts'
import { type DemoUser, emailOf, fillSignIn, PASSWORD, signIn } from './demo-users.ts'
import { uploadFile } from './inquiry-page.ts'
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

/** Signs in, leaves the application and lets the token of an hour age. */
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

/** Opens a screen whose refresh failed, with stopped timers to prevent a retry. */
async function onScreenWithoutRefresh(page: Page, leave: () => Promise<void>) {
  await page.context().clock.install()
  await signIn(page, 'agent')
  await leave()
  const down = await refreshesFail(page.context())
  await page.clock.fastForward(45 * MINUTE_MS)
  await expect.poll(() => isAuthenticated(page)).toBe(false)
  await pauseClock(page)
  return down
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
  await runSeconds(page, 60, async () => {
    counts.push(counted.count)
    expect(await storageKeys(page)).not.toContain('auth')
  })
  await expect(notice(page)).toHaveCount(0)
  const [first = 0, half = 0, whole = 0] = [counts[0], counts[29], counts[59]]
  // The identity library sends each attempt up to three times; at the cap, one every 4 to 5 seconds.
  expect(half - first).toBeGreaterThan(3)
  expect(whole - half).toBeGreaterThan(3)
  expect(whole - half).toBeLessThanOrEqual(3 * 8)

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
  test(`restore on every page: ${path} renews a token with 10 minutes left`, async ({ page, context }) => {
    await signedInBefore(page, 'viewer', 10)
    await pauseClock(page)
    const { auth } = await readSession(page)
    const counted = await interceptRefreshes(context, (route) => route.continue())
    const role = page.waitForResponse(ROLE)
    await page.goto(path)
    await expect.poll(() => counted.count).toBe(1)
    await runUntil(page, async () => (await readSession(page)).auth.token !== auth.token)
    // Expirations are in whole seconds, so a quick refresh may not change them.
    expect((await readSession(page)).auth.tokenExpiration).toBeGreaterThanOrEqual(auth.tokenExpiration)
    await runUntil(page, async () => !(await isRefreshing(page)))
    await role
    await expect.poll(() => isAuthenticated(page)).toBe(true)
    await expect(title(page, heading)).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(counted.count).toBe(1)
  })

  test(`restore on every page: ${path} does not renew a token with 30 minutes left`, async ({
    page,
    context,
  }) => {
    await signedInBefore(page, 'viewer', 30)
    await pauseClock(page)
    const counted = await interceptRefreshes(context, (route) => route.continue())
    const role = page.waitForResponse(ROLE)
    await page.goto(path)
    await role
    await page.waitForLoadState('networkidle')
    expect(counted.count).toBe(0)
    await expect.poll(() => isAuthenticated(page)).toBe(true)
  })
}

test('restore on every page: a refused refresh on a public page clears the session silently', async ({
  page,
}) => {
  await signedInBefore(page, 'viewer', 10)
  await revokeSession(page)
  await pauseClock(page)
  await page.goto('/forgot-password')
  await expect.poll(() => storageKeys(page)).toEqual([])
  await expect(title(page, 'Forgot password')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: /\S/ })).toHaveCount(0)
})

test('guard after a failed refresh: hovering a link does not refresh; a navigation does and completes', async ({
  page,
}) => {
  const { provider, counted } = await onScreenWithoutRefresh(page, async () => undefined)
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
})

test('guard after a failed refresh: a navigation without a response for 3 seconds redirects to sign-in', async ({
  page,
}) => {
  const { provider } = await onScreenWithoutRefresh(page, async () => undefined)
  const hanging = Promise.withResolvers<void>()
  provider.reply = (route) => hanging.promise.then(() => serverError(route))
  await page.getByRole('link', { name: 'SMAC Inquiry' }).click()
  await roundTrip(page)
  await page.clock.runFor(2_500)
  await expect(page.getByRole('progressbar', { name: 'Loading page' })).toBeVisible()
  await expect(title(page, 'Operational Dashboard')).toBeVisible()
  await page.clock.runFor(600)
  await expect(title(page, 'Sign in')).toBeVisible()
  await expect(page).toHaveURL('/login?redirect=%2Fsmac_inquiry')
  await expect(notice(page)).toBeVisible()
  expect(await isAuthenticated(page)).toBe(false)

  // Signing in replaces the session that is still retried.
  hanging.resolve()
  await page.clock.resume()
  await fillSignIn(page, emailOf('agent'), PASSWORD)
  await expect(title(page, 'SMAC Inquiry')).toBeVisible()
  expect(await isAuthenticated(page)).toBe(true)
})

test('guard after a failed refresh: with unsaved input it reauthenticates in place', async ({ page }) => {
  await onScreenWithoutRefresh(page, async () => {
    await uploadFile(page, asUpload(aFile(3), 'guarded'))
    await typeUnsaved(page, 'Ticket number', 'OPS-1234')
  })
  const file = page.url()
  await page.getByRole('link', { name: 'Operational Dashboard' }).first().click()
  await roundTrip(page)
  await page.clock.runFor(3_000)
  await expect(again(page)).toContainText(NOT_RENEWED)
  expect(await storageKeys(page)).toContain('auth')
  await again(page).getByLabel('Password', { exact: true }).fill('Not#the#password1')
  await page.clock.resume()
  await page.keyboard.press('Enter')
  await expect(again(page).getByRole('alert')).toContainText('password')
  // A wrong password does not end the session.
  expect(await storageKeys(page)).toContain('auth')
  await again(page).getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(again(page)).toHaveCount(0)
  expect(await isAuthenticated(page)).toBe(true)
  await expect(page).toHaveURL(file)
  await expect(page.getByLabel('Ticket number')).toHaveValue('OPS-1234')
  await page.getByRole('link', { name: 'Operational Dashboard' }).first().click()
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
})

test('guard after a failed refresh: a successful retry closes the reauthentication dialog', async ({
  page,
}) => {
  const { provider } = await onScreenWithoutRefresh(page, async () => {
    await uploadFile(page, asUpload(aFile(3), 'guarded-too'))
    await typeUnsaved(page, 'Ticket number', 'OPS-1234')
  })
  await page.getByRole('link', { name: 'Operational Dashboard' }).first().click()
  await roundTrip(page)
  await page.clock.runFor(3_000)
  await expect(again(page)).toBeVisible()
  provider.isDown = false
  await page.clock.resume()
  await expect(again(page)).toHaveCount(0)
  await expect(page.getByLabel('Ticket number')).toHaveValue('OPS-1234')
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
