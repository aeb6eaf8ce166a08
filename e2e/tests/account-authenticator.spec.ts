import type { Page } from '@playwright/test'
import { card, EMAIL, field, fillPasswords, NEW_PASSWORD, openAccount, test } from './account-page.ts'
import { authenticatorApp } from './authenticator-app.ts'
import { fillSignIn, PASSWORD } from './demo-users.ts'
import { callIdentity } from './idp.ts'
import { watchForLeaks } from './leak-detector.ts'
import { press, title } from './page-objects.ts'
import { expect } from './test.ts'

const MINUTE_MS = 60_000
const SETTINGS = { SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } }

async function openKey(page: Page, wanted: string, password: string) {
  await press(page, wanted)
  await card(page, 'Authenticator').getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Continue')
}

/** Replaces the authenticator without the browser, because the provider accepts each code of a secret only once. */
async function replaceAuthenticator(page: Page) {
  const { SecretCode } = await callIdentity<{ SecretCode: string }>(page, 'AssociateSoftwareToken', {})
  const app = authenticatorApp(SecretCode)
  await callIdentity(page, 'VerifySoftwareToken', { UserCode: app.nextCode() })
  await callIdentity(page, 'SetUserMFAPreference', SETTINGS)
  return app
}

/** Sets an authenticator up, and signs in again with its code. */
async function setUp(page: Page): Promise<void> {
  const authenticator = card(page, 'Authenticator')
  const key = authenticator.getByRole('code')
  const expectNoneOf = watchForLeaks(page)
  await openKey(page, 'Set up authenticator', PASSWORD)
  await expect(authenticator.getByRole('img', { name: /QR code/ })).toBeVisible()
  const shown = (await key.textContent()) ?? ''
  expect(shown).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  const app = authenticatorApp(shown.replaceAll(' ', ''))
  await field(page, 'Code').fill(app.wrongCode())
  await press(page, 'Confirm')
  await expect(field(page, 'Code')).toHaveAccessibleDescription(
    'This code is incorrect. Check it and try again. 6 digits',
  )
  const setUpCode = app.nextCode()
  await field(page, 'Code').fill(setUpCode)
  await press(page, 'Confirm')
  await expect(authenticator.getByText('On', { exact: true })).toBeVisible()
  await expect(
    authenticator.getByText(/If you lose the phone, an access administrator can reset/),
  ).toBeVisible()
  await expect(page.getByText(shown)).toHaveCount(0)
  await expectNoneOf([shown, shown.replaceAll(' ', ''), 'otpauth'])
  await press(page, 'Sign out')
  await expect(title(page, 'Sign in')).toBeVisible()
  await fillSignIn(page, EMAIL, PASSWORD)
  await field(page, 'Code').fill(setUpCode)
  await page.keyboard.press('Enter')
  await expect(field(page, 'Code')).toHaveAccessibleDescription(
    'This code was already used. Wait for the next code. 6 digits',
  )
  await field(page, 'Code').fill(app.nextCode())
  await page.keyboard.press('Enter')
  await expect(title(page, 'Operational Dashboard')).toBeVisible()
}

test('an authenticator is set up; sign-in, a password change and its removal require a code', async ({
  page,
  provider,
}) => {
  await openAccount(page)
  const authenticator = card(page, 'Authenticator')
  await test.step('an old sign-in cannot set it up', async () => {
    await openKey(page, 'Set up authenticator', PASSWORD)
    await expect(authenticator.getByRole('code')).toBeVisible()
    await provider.ageSignIns(EMAIL, 11 * MINUTE_MS)
    await field(page, 'Code').fill('123456')
    await press(page, 'Confirm')
    await expect(authenticator.getByRole('alert')).toHaveText(
      'That took too long. Start again with your password.',
    )
  })
  await test.step('a code sets it up, and sign-in requires one', () => setUp(page))
  await test.step('changing the password requires a code', async () => {
    const app = await replaceAuthenticator(page)
    await page.getByRole('link', { name: EMAIL }).click()
    await fillPasswords(page, PASSWORD, NEW_PASSWORD)
    const password = card(page, 'Password')
    await expect(password.getByText(/Enter a code to stay signed in/)).toBeVisible()
    await expect(field(page, 'Code')).toBeFocused()
    await field(page, 'Code').fill(app.nextCode())
    await press(page, 'Stay signed in')
    await expect(password.getByText(/You are signed out everywhere else/)).toBeVisible()
  })
  await test.step('removing it requires the password and a code; sign-in then requires none', async () => {
    const app = await replaceAuthenticator(page)
    await openKey(page, 'Remove authenticator', NEW_PASSWORD)
    await expect(authenticator.getByText(/Enter a code to continue/)).toBeVisible()
    await expect(field(page, 'Code')).toBeFocused()
    await field(page, 'Code').fill(app.nextCode())
    await press(page, 'Remove')
    await expect(authenticator.getByText('Off', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Set up authenticator' })).toBeFocused()
    await press(page, 'Sign out')
    await fillSignIn(page, EMAIL, NEW_PASSWORD)
    await expect(title(page, 'Operational Dashboard')).toBeVisible()
  })
})
