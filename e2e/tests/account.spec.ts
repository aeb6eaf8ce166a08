import {
  card,
  EMAIL,
  expectSignedOut,
  field,
  fillPasswords,
  NEW_PASSWORD,
  openAccount,
  pressInDialog,
  signInOnOtherDevice,
  test,
} from './account-page.ts'
import { expectAccessible } from './axe.ts'
import { fillSignIn, PASSWORD } from './demo-users.ts'
import { watchForLeaks } from './leak-detector.ts'
import { openTab, press, title } from './page-objects.ts'
import { storageKeys } from './session-storage.ts'
import { expect } from './test.ts'

const WRONG = 'Not#mine-at-all1'

test('a changed password, by keyboard, signs out every other device and keeps this session in every tab', async ({
  page,
  browser,
}) => {
  const other = await signInOnOtherDevice(browser)
  await openAccount(page)
  const otherTab = await openTab(page, '/operational_dashboard', 'Operational Dashboard')
  const expectNoneOf = watchForLeaks(page)
  await test.step('a wrong current password is reported at its field', async () => {
    await fillPasswords(page, WRONG, NEW_PASSWORD)
    await expect(field(page, 'Current password')).toHaveAccessibleDescription(
      'This is not your current password.',
    )
    await expect(field(page, 'Current password')).toBeFocused()
    await page.reload()
    await expect(title(page, 'Account')).toBeVisible()
  })
  await test.step('Tab reaches every field; the message is in view in a low window', async () => {
    for (const [name, text] of [
      ['Current password', PASSWORD],
      ['New password', NEW_PASSWORD],
      ['Confirm password', NEW_PASSWORD],
    ] as const) {
      for (let presses = 0; presses < 30; presses++) {
        if (await field(page, name).evaluate((element) => element === document.activeElement)) break
        await page.keyboard.press('Tab')
      }
      await expect(field(page, name)).toBeFocused()
      await page.keyboard.type(text)
    }
    await page.setViewportSize({ width: 360, height: 500 })
    await page.keyboard.press('Enter')
    const status = card(page, 'Password').getByRole('status')
    await expect(status).toHaveText('The password was changed. You are signed out everywhere else.')
    await expect(status).toBeInViewport({ ratio: 1 })
    for (const name of ['Current password', 'New password', 'Confirm password'])
      await expect(field(page, name)).toHaveValue('')
    await expectNoneOf([WRONG, PASSWORD, NEW_PASSWORD])
  })
  await test.step('the other device needs the new password', async () => {
    await expectSignedOut(other)
    await fillSignIn(other, EMAIL, PASSWORD)
    await expect(other.getByRole('alert')).toHaveText('Incorrect email or password.')
    await fillSignIn(other, EMAIL, NEW_PASSWORD)
    await expect(title(other, 'SMAC Inquiry')).toBeVisible()
    await other.context().close()
  })
  await test.step('the other tab continues; a reload works without a prompt about unsaved changes', async () => {
    await otherTab.getByRole('link', { name: EMAIL }).click()
    await expect(otherTab.getByText('This browser', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByText('This browser', { exact: true })).toBeVisible()
  })
})

test('the account page: profile and cards; sessions end one by one and all at once', async ({
  page,
  browser,
  provider,
}) => {
  await provider.admin('AdminUserGlobalSignOut', { Username: EMAIL })
  const other = await signInOnOtherDevice(browser)
  await openAccount(page)
  const sessions = card(page, 'Where you are signed in')
  await test.step('profile and cards, accessible in both themes', async () => {
    await expect(page).toHaveTitle('Account · Backoffice')
    const profile = card(page, 'Profile')
    await expect(profile.getByText(EMAIL)).toBeVisible()
    await expect(profile.getByText(/SMAC Inquiry/)).toBeVisible()
    await expect(profile.getByText(/^\+63900\d{7}$/)).toBeVisible()
    await expect(profile.getByText(/An access administrator can change/)).toBeVisible()
    await expect(card(page, 'Password').getByText('At least 12 characters')).toBeVisible()
    await expect(card(page, 'Authenticator').getByText('Off')).toBeVisible()
    await expect(sessions.getByText('This browser')).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1280, height: 800 })
  })
  await test.step('an ended session is signed out at once', async () => {
    const others = sessions.getByRole('listitem').filter({ hasNotText: 'This browser' })
    await expect(others).toHaveCount(1)
    await others.getByRole('button', { name: /^End session of Chrome on Linux/ }).click()
    await pressInDialog(page, 'End session')
    await expect(others).toHaveCount(0)
    await expectSignedOut(other)
    await expect(
      other.getByRole('status').filter({ hasText: 'Your session was ended elsewhere' }),
    ).toBeVisible()
  })
  await test.step('signing out everywhere ends both tabs here and the other device', async () => {
    await fillSignIn(other, EMAIL, PASSWORD)
    await expect(title(other, 'SMAC Inquiry')).toBeVisible()
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
})
