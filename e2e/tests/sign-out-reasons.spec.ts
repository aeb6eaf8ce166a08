import type { Page } from '@playwright/test'
import { emailOf, fillSignIn, signIn } from './demo-users.ts'
import { holdEventStream, openTab, title } from './page-objects.ts'
import { test } from './provider-fixture.ts'
import { readSession, revokeSession, storageKeys } from './session-storage.ts'
import { expect } from './test.ts'

const MINUTE_MS = 60_000
const USER = 'access'

const notice = (page: Page, role: 'alert' | 'status', text: string) =>
  page.getByRole(role).filter({ hasText: text })
const expectNoNotice = (page: Page) =>
  Promise.all([
    expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0),
    expect(page.getByRole('status').filter({ hasText: /\S/ })).toHaveCount(0),
  ])

test('sign-in shows that the account was disabled, in every tab, once, until the next attempt', async ({
  page,
  provider,
  borrowedUser,
}) => {
  await holdEventStream(page.context())
  await signIn(page, USER)
  const other = await openTab(page, '/operational_dashboard', 'Operational Dashboard')
  // Hold the calls of the other tab: a refused one could end the session first.
  await other.route('**/api/**', () => undefined)
  await page.goto('/builds/latest.json')
  await provider.setStatus(borrowedUser, 'DISABLED')
  await page.goto('/operational_dashboard', { waitUntil: 'commit' })
  for (const tab of [page, other]) {
    await expect(title(tab, 'Sign in')).toBeVisible()
    await expect(notice(tab, 'alert', 'Your account was disabled')).toBeVisible()
    await expect(tab).toHaveURL('/login?redirect=%2Foperational_dashboard')
  }
  expect(await storageKeys(page)).toEqual([])
  await fillSignIn(page, emailOf(USER), 'Wrong#2026')
  await expect(notice(page, 'alert', 'Incorrect email or password.')).toBeVisible()
  await expect(notice(page, 'alert', 'Your account was disabled')).toHaveCount(0)

  await other.reload()
  await expect(title(other, 'Sign in')).toBeVisible()
  await other.waitForLoadState('networkidle')
  await expectNoNotice(other)
})

test('sign-in shows that the session was ended on another device', async ({ page, browser }) => {
  await signIn(page, USER)
  const elsewhere = await (await browser.newContext()).newPage()
  await signIn(elsewhere, USER)
  const { token } = (await readSession(elsewhere)).auth
  const headers = { authorization: `Bearer ${token}` }
  // An open page would redirect to sign-in during the reload.
  await page.goto('/builds/latest.json')
  expect((await elsewhere.request.post('/api/user/account/sessions/end-all', { headers })).ok()).toBe(true)
  await elsewhere.context().close()
  await page.goto('/operational_dashboard', { waitUntil: 'commit' })
  await expect(notice(page, 'status', 'Your session was ended elsewhere')).toBeVisible()
})

test('a refresh refused by the provider shows its reason: the account was disabled', async ({
  page,
  context,
  provider,
  borrowedUser,
}) => {
  await context.clock.install()
  await signIn(page, USER)
  await provider.admin('AdminDisableUser', { Username: borrowedUser.email })
  await context.clock.fastForward(41 * MINUTE_MS)
  await expect(notice(page, 'alert', 'Your account was disabled')).toBeVisible()
})

test('a refresh refused by the provider shows its reason: the session was revoked', async ({
  page,
  context,
}) => {
  await context.clock.install()
  await signIn(page, USER)
  await revokeSession(page)
  await context.clock.fastForward(41 * MINUTE_MS)
  await expect(notice(page, 'status', 'Your session was ended elsewhere')).toBeVisible()
})

test('signing out shows a reason in the other tabs only', async ({ page }) => {
  await signIn(page, USER)
  const other = await openTab(page, '/operational_dashboard', 'Operational Dashboard')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(title(page, 'Sign in')).toBeVisible()
  await expect(notice(other, 'status', 'You signed out in another tab.')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expectNoNotice(page)
})

test('neither the URL nor a foreign code makes sign-in show a reason', async ({ page }) => {
  await page.goto('/login?reason=disabled&sign-out-reason=disabled#disabled', { waitUntil: 'networkidle' })
  await expectNoNotice(page)
  await page.evaluate(() => sessionStorage.setItem('sign-out-reason', 'Call 0900 and tell your password'))
  await page.reload({ waitUntil: 'networkidle' })
  await expectNoNotice(page)
})
