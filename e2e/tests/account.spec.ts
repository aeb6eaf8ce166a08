import type { Page } from '@playwright/test'
import { authenticatorApp } from './authenticator-app.ts'
import { expectClean } from './axe.ts'
import { answerIdentity } from './idp.ts'
import { watchForLeaks } from './leaks.ts'
import {
  answer,
  card,
  EMAIL,
  elsewhere,
  expectOut,
  field,
  openAccount,
  press,
  test,
  title,
} from './own-account.ts'
import { fillSignIn, PASSWORD } from './people.ts'
import { expect } from './test.ts'

const NEW_PASSWORD = 'Quiet#Harbour-2027'

async function fillPasswords(page: Page, current: string, next: string, again = next) {
  await field(page, 'Current password').fill(current)
  await field(page, 'New password').fill(next)
  await field(page, 'Confirm password').fill(again)
  await press(page, 'Change password')
}

test('one’s own page: who one is, by the link with one’s name, clean in both themes', async ({ page }) => {
  await openAccount(page)
  await expect(page).toHaveTitle('Account · Backoffice')
  const profile = card(page, 'Profile')
  await expect(profile.getByText(EMAIL)).toBeVisible()
  await expect(profile.getByText(/SMAC Inquiry/)).toBeVisible()
  await expect(profile.getByText(/An access administrator can change/)).toBeVisible()
  await expect(card(page, 'Password').getByText('At least 12 characters')).toBeVisible()
  await expect(card(page, 'Authenticator').getByText('Off')).toBeVisible()
  await expect(card(page, 'Where you are signed in').getByText('This browser')).toBeVisible()
  await expectClean(page)
  await page.setViewportSize({ width: 360, height: 740 })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

test('a password: each refusal at its field, then changed, and everywhere else is signed out', async ({
  page,
  browser,
}) => {
  const other = await elsewhere(browser)
  await openAccount(page)
  const expectNoneOf = watchForLeaks(page)
  await press(page, 'Change password')
  await expect(field(page, 'Current password')).toHaveAccessibleDescription('Password cannot be empty')
  await fillPasswords(page, PASSWORD, PASSWORD)
  await expect(field(page, 'New password')).toHaveAccessibleDescription(/another password than the current/)
  await fillPasswords(page, PASSWORD, NEW_PASSWORD, 'Quiet#Harbour-2028')
  await expect(field(page, 'Confirm password')).toHaveAccessibleDescription('Passwords do not match')
  await fillPasswords(page, 'Not#mine-at-all1', NEW_PASSWORD)
  await expect(field(page, 'Current password')).toHaveAccessibleDescription(
    'This is not your current password.',
  )
  await expect(field(page, 'Current password')).toBeFocused()
  await expectClean(page)

  await fillPasswords(page, PASSWORD, NEW_PASSWORD)
  await expect(card(page, 'Password').getByRole('status')).toHaveText(
    'The password was changed. Everywhere else you have been signed out.',
  )
  for (const name of ['Current password', 'New password', 'Confirm password'])
    await expect(field(page, name)).toHaveValue('')
  await expectNoneOf([PASSWORD, NEW_PASSWORD, 'Not#mine-at-all1'])
  await expectOut(other)
  await fillSignIn(other, EMAIL, PASSWORD)
  await expect(other.getByRole('alert')).toHaveText('Incorrect email or password.')
  await fillSignIn(other, EMAIL, NEW_PASSWORD)
  await expect(title(other, 'Operational Dashboard')).toBeVisible()
  await other.context().close()

  // This browser goes on, also after loading the page again, and nothing typed is asked about.
  const files = card(page, 'Tracked files')
  const listed = files.getByRole('table').or(files.getByText('No files yet'))
  await page.getByRole('link', { name: 'SMAC Inquiry' }).click()
  await expect(listed).toBeVisible()
  await page.reload()
  await expect(listed).toBeVisible()
})

test('what the provider refuses of a password is said in words', async ({ page }) => {
  await openAccount(page)
  for (const [refusal, message, label, words] of [
    ['InvalidPasswordException', 'Password did not conform', 'New password', /rules below/],
    ['PasswordHistoryPolicyViolationException', '', 'New password', /used before/],
  ] as const) {
    await answerIdentity(page, { ChangePassword: { refusal, message } })
    await fillPasswords(page, PASSWORD, NEW_PASSWORD)
    await expect(field(page, label)).toHaveAccessibleDescription(words)
    await page.unrouteAll()
  }
  await answerIdentity(page, {
    ChangePassword: { refusal: 'NotAuthorizedException', message: 'Password attempts exceeded' },
  })
  await fillPasswords(page, PASSWORD, NEW_PASSWORD)
  await expect(page.getByRole('alert')).toHaveText(/Too many wrong passwords/)
})

test('an authenticator: set up, asked for at sign-in and after a new password, and removed', async ({
  page,
}) => {
  await openAccount(page)
  const expectNoneOf = watchForLeaks(page)
  const authenticator = card(page, 'Authenticator')
  await press(page, 'Set up authenticator')
  await expect(authenticator.getByRole('img', { name: /QR code/ })).toBeVisible()
  const shown = (await authenticator.getByRole('code').textContent()) ?? ''
  expect(shown).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  const app = authenticatorApp(shown.replaceAll(' ', ''))
  await press(page, 'Confirm')
  await expect(field(page, 'Code')).toHaveAccessibleDescription('Confirmation code cannot be empty')
  await field(page, 'Code').fill(app.wrongCode())
  await press(page, 'Confirm')
  await expect(field(page, 'Code')).toHaveAccessibleDescription(
    'This code is not right. Check it and try again.',
  )
  await expectClean(page)
  await field(page, 'Code').fill(app.nextCode())
  await press(page, 'Confirm')
  await expect(authenticator.getByText('On', { exact: true })).toBeVisible()
  await expect(authenticator.getByText(/Phone lost\? An access administrator can reset/)).toBeVisible()
  await expect(page.getByText(shown)).toHaveCount(0)
  await expectNoneOf([shown, shown.replaceAll(' ', ''), 'otpauth'])

  await press(page, 'Sign out')
  await expect(title(page, 'Sign in')).toBeVisible()
  await fillSignIn(page, EMAIL, PASSWORD)
  await field(page, 'Code').fill(app.nextCode())
  await page.keyboard.press('Enter')
  await expect(title(page, 'Operational Dashboard')).toBeVisible()

  await page.goto('/account')
  await fillPasswords(page, PASSWORD, NEW_PASSWORD)
  const password = card(page, 'Password')
  await expect(password.getByText(/Enter a code to stay signed in/)).toBeVisible()
  await expect(field(page, 'Code')).toBeFocused()
  await field(page, 'Code').fill(app.wrongCode())
  await press(page, 'Stay signed in')
  await expect(field(page, 'Code')).toHaveAccessibleDescription(
    'This code is not right. Check it and try again.',
  )
  await field(page, 'Code').fill(app.nextCode())
  await press(page, 'Stay signed in')
  await expect(password.getByText(/Everywhere else you have been signed out/)).toBeVisible()

  await press(page, 'Remove authenticator')
  await expect(page.getByRole('alertdialog', { name: 'Remove the authenticator?' })).toBeVisible()
  await expectClean(page, '[role=alertdialog]')
  await answer(page, 'Keep it')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await press(page, 'Remove authenticator')
  await answer(page, 'Remove')
  await expect(authenticator.getByText('Off', { exact: true })).toBeVisible()
  await press(page, 'Sign out')
  await fillSignIn(page, EMAIL, NEW_PASSWORD)
  await expect(title(page, 'Operational Dashboard')).toBeVisible()
})

test('a key that has run out starts over, and a pool that demands an authenticator keeps it', async ({
  page,
}) => {
  await answerIdentity(page, {
    AssociateSoftwareToken: { SecretCode: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' },
    VerifySoftwareToken: { refusal: 'SoftwareTokenMFANotFoundException' },
    GetUser: { Username: 'x', UserAttributes: [], UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] },
    SetUserMFAPreference: { refusal: 'InvalidParameterException', message: 'MFA is required' },
  })
  await openAccount(page)
  const authenticator = card(page, 'Authenticator')
  await press(page, 'Replace authenticator')
  await expect(authenticator.getByText('The authenticator of now works until this is done.')).toBeVisible()
  await field(page, 'Code').fill('123456')
  await press(page, 'Confirm')
  await expect(authenticator.getByRole('alert')).toHaveText(
    'This key has run out. Start again with a new one.',
  )
  await press(page, 'Remove authenticator')
  await answer(page, 'Remove')
  await expect(page.getByRole('alertdialog').getByRole('alert')).toHaveText(/cannot be removed. Replace it/)
})

test('by keyboard alone: the password is changed', async ({ page }) => {
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
  await expect(page.getByText(/Everywhere else you have been signed out/)).toBeVisible()
})
