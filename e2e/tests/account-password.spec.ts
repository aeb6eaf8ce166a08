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
import { stubIdentity } from './idp.ts'
import { openFiles } from './inquiry-page.ts'
import { watchForLeaks } from './leak-detector.ts'
import { openTab, press, title } from './page-objects.ts'
import { expect } from './test.ts'

const WRONG = 'Not#mine-at-all1'

test('shows each error of a password change at its field', async ({ page }) => {
  await openAccount(page)
  const expectNoneOf = watchForLeaks(page)
  await press(page, 'Change password')
  await expect(field(page, 'Current password')).toHaveAccessibleDescription('Password cannot be empty')
  await fillPasswords(page, PASSWORD, PASSWORD)
  await expect(field(page, 'New password')).toHaveAccessibleDescription(
    /a password that differs from the current/,
  )
  await fillPasswords(page, PASSWORD, NEW_PASSWORD, 'Quiet#Harbour-2028')
  await expect(field(page, 'Confirm password')).toHaveAccessibleDescription('Passwords do not match')
  await fillPasswords(page, WRONG, NEW_PASSWORD)
  await expect(field(page, 'Current password')).toHaveAccessibleDescription(
    'This is not your current password.',
  )
  await expect(field(page, 'Current password')).toBeFocused()
  // Only the form: covered by the bar, buttons elsewhere would be too small for axe.
  await expectAccessible(page, 'form[aria-label=Password]')
  await expectNoneOf([PASSWORD, NEW_PASSWORD, WRONG])
})

test('a changed password signs out every other device and keeps this session', async ({ page, browser }) => {
  const other = await signInOnOtherDevice(browser)
  await openAccount(page)
  const expectNoneOf = watchForLeaks(page)
  await fillPasswords(page, PASSWORD, NEW_PASSWORD)
  await expect(card(page, 'Password').getByRole('status')).toHaveText(
    'The password was changed. You are signed out everywhere else.',
  )
  for (const name of ['Current password', 'New password', 'Confirm password'])
    await expect(field(page, name)).toHaveValue('')
  await expectNoneOf([PASSWORD, NEW_PASSWORD])
  await expectSignedOut(other)
  await fillSignIn(other, EMAIL, PASSWORD)
  await expect(other.getByRole('alert')).toHaveText('Incorrect email or password.')
  await fillSignIn(other, EMAIL, NEW_PASSWORD)
  await expect(title(other, 'SMAC Inquiry')).toBeVisible()
  await other.context().close()

  // A reload works without a prompt about unsaved changes.
  const files = card(page, 'Tracked files')
  const listed = files.getByRole('table').or(files.getByText('No files yet'))
  await openFiles(page)
  await expect(listed).toBeVisible()
  await page.reload()
  await expect(listed).toBeVisible()
})

test('another tab continues with the new session', async ({ page }) => {
  await openAccount(page)
  const otherTab = await openTab(page, '/operational_dashboard', 'Operational Dashboard')
  await page.setViewportSize({ width: 360, height: 500 })
  await fillPasswords(page, PASSWORD, NEW_PASSWORD)
  await expect(page.getByText(/You are signed out everywhere else/)).toBeInViewport({ ratio: 1 })
  await otherTab.getByRole('link', { name: EMAIL }).click()
  await expect(otherTab.getByText('This browser', { exact: true })).toBeVisible()
})

test('if other devices cannot be signed out, a message offers a retry', async ({ page, browser }) => {
  const other = await signInOnOtherDevice(browser)
  await openAccount(page)
  await page.route('**/account/sessions/end-others', (route) => route.fulfill({ status: 503, json: {} }))
  await fillPasswords(page, PASSWORD, NEW_PASSWORD)
  const alert = card(page, 'Password').getByRole('alert')
  await expect(alert).toContainText('The password was changed, but you could not be signed out elsewhere.')
  await expectAccessible(page, '[role=alert]')
  await alert.getByRole('button', { name: 'Sign out everywhere' }).click()
  await pressInDialog(page, 'Sign out everywhere')
  await expect(title(page, 'Sign in')).toBeVisible()
  await expectSignedOut(other)
  await other.context().close()
})

test('each password error of the provider has its own message', async ({ page }) => {
  await openAccount(page)
  for (const [refusal, message, label, text] of [
    ['InvalidPasswordException', 'Password did not conform', 'New password', /rules below/],
    ['PasswordHistoryPolicyViolationException', '', 'New password', /used before/],
  ] as const) {
    await stubIdentity(page, { ChangePassword: { refusal, message } })
    await fillPasswords(page, PASSWORD, NEW_PASSWORD)
    await expect(field(page, label)).toHaveAccessibleDescription(text)
    await page.unrouteAll()
  }
  await stubIdentity(page, {
    ChangePassword: { refusal: 'NotAuthorizedException', message: 'Password attempts exceeded' },
  })
  await fillPasswords(page, PASSWORD, NEW_PASSWORD)
  await expect(page.getByRole('alert')).toHaveText(/Too many wrong passwords/)
})

test('the password is changed by keyboard', async ({ page }) => {
  await openAccount(page)
  const reach = async (name: string) => {
    for (let presses = 0; presses < 30; presses++) {
      if (await field(page, name).evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`${name} is not reached with the Tab key.`)
  }
  await reach('Current password')
  await page.keyboard.type(PASSWORD)
  await reach('New password')
  await page.keyboard.type(NEW_PASSWORD)
  await reach('Confirm password')
  await page.keyboard.type(NEW_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/You are signed out everywhere else/)).toBeVisible()
})
