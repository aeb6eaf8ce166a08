import {
  card,
  EMAIL,
  expectSignedOut,
  openAccount,
  pressInDialog,
  signInOnOtherDevice,
  test,
  USER,
} from './account-page.ts'
import { expectAccessible } from './axe.ts'
import { signIn } from './demo-users.ts'
import { openTab, press, title } from './page-objects.ts'
import { storageKeys } from './session-storage.ts'
import { expect } from './test.ts'

test('an ended session is signed out at once; ending the current one signs out', async ({
  page,
  browser,
  provider,
}) => {
  await provider.admin('AdminUserGlobalSignOut', { Username: EMAIL })
  const other = await signInOnOtherDevice(browser)
  await openAccount(page)
  const sessions = card(page, 'Where you are signed in')
  const others = sessions.getByRole('listitem').filter({ hasNotText: 'This browser' })
  await expect(others).toHaveCount(1)
  await others.getByRole('button', { name: /^End session of Chrome on Linux/ }).click()
  await pressInDialog(page, 'End session')
  await expect(others).toHaveCount(0)
  await expectSignedOut(other)
  await other.context().close()

  await sessions.getByRole('listitem').filter({ hasText: 'This browser' }).getByRole('button').click()
  await expect(page.getByText('This is the session of this browser. You will be signed out.')).toBeVisible()
  await pressInDialog(page, 'End session')
  await expect(title(page, 'Sign in')).toBeVisible()
  expect(await storageKeys(page)).toEqual([])
})

test('signing out everywhere ends both tabs here and the other device', async ({ page, browser }) => {
  const other = await signInOnOtherDevice(browser)
  await openAccount(page)
  const otherTab = await openTab(page, '/operational_dashboard', 'Operational Dashboard')
  await press(page, 'Sign out everywhere')
  await pressInDialog(page, 'Sign out everywhere')
  for (const tab of [page, otherTab]) {
    await expect(title(tab, 'Sign in')).toBeVisible()
    await expect(tab).toHaveURL('/login')
    expect(await storageKeys(tab)).toEqual([])
  }
  await expectSignedOut(other)
  await other.context().close()
})

test('a failed list of sessions can be retried; ending all sessions works without it', async ({ page }) => {
  await signIn(page, USER)
  await page.route('**/account/sessions', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/account')
  const sessions = card(page, 'Where you are signed in')
  await expect(sessions.getByText('The list could not be loaded.')).toBeVisible()
  await expect(sessions.getByRole('button', { name: 'Sign out everywhere' })).toBeVisible()
  await expectAccessible(page)
  await page.unrouteAll()
  await sessions.getByRole('button', { name: 'Try again' }).click()
  await expect(sessions.getByText('This browser')).toBeVisible()

  await page.route('**/account/sessions', (route) =>
    route.fulfill({ json: { resource: { is_available: false, items: [] } } }),
  )
  await page.reload()
  await expect(sessions.getByText(/doesn’t list your sessions/)).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(0)
  await page.route('**/account/sessions/end-all', (route) => route.fulfill({ status: 503, json: {} }))
  await press(page, 'Sign out everywhere')
  await pressInDialog(page, 'Sign out everywhere')
  await expect(page.getByRole('alertdialog').getByRole('alert')).toHaveText(/busy or restarting/)
  await pressInDialog(page, 'Cancel')
  await expect(title(page, 'Account')).toBeVisible()
})
