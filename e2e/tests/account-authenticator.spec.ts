import type { Page } from '@playwright/test'
import { card, EMAIL, field, fillPasswords, NEW_PASSWORD, openAccount, test, USER } from './account-page.ts'
import { authenticatorApp } from './authenticator-app.ts'
import { expectAccessible } from './axe.ts'
import { fillSignIn, PASSWORD, signIn } from './demo-users.ts'
import { callIdentity, operationOf, stubIdentity } from './idp.ts'
import { watchForLeaks } from './leak-detector.ts'
import { press, title } from './page-objects.ts'
import { expect } from './test.ts'

const ON = { SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } }
const OFF = { SoftwareTokenMfaSettings: { Enabled: false } }

const WRONG = 'Not#mine-at-all1'

const MINUTE = 60_000

const passwordOf = (page: Page) => card(page, 'Authenticator').getByLabel('Password', { exact: true })

async function enterPassword(page: Page, password = PASSWORD) {
  await passwordOf(page).fill(password)
  await press(page, 'Continue')
}

/** Sets up an authenticator with the session of the page, but without the browser. */
async function withAuthenticator(page: Page) {
  const { SecretCode } = await callIdentity<{ SecretCode: string }>(page, 'AssociateSoftwareToken', {})
  const app = authenticatorApp(SecretCode)
  await callIdentity(page, 'VerifySoftwareToken', { UserCode: app.nextCode() })
  await callIdentity(page, 'SetUserMFAPreference', ON)
  return app
}

test('an authenticator is set up, and sign-in requires its code', async ({ page }) => {
  await openAccount(page)
  const expectNoneOf = watchForLeaks(page)
  const authenticator = card(page, 'Authenticator')
  await press(page, 'Set up authenticator')
  await enterPassword(page)
  await expect(authenticator.getByRole('img', { name: /QR code/ })).toBeVisible()
  const shown = (await authenticator.getByRole('code').textContent()) ?? ''
  expect(shown).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  const app = authenticatorApp(shown.replaceAll(' ', ''))
  await press(page, 'Confirm')
  await expect(field(page, 'Code')).toHaveAccessibleDescription('Confirmation code cannot be empty 6 digits')
  await field(page, 'Code').fill(app.wrongCode())
  await press(page, 'Confirm')
  await expect(field(page, 'Code')).toHaveAccessibleDescription(
    'This code is incorrect. Check it and try again. 6 digits',
  )
  await expectAccessible(page, 'form[aria-label=Authenticator]')
  await field(page, 'Code').fill(app.nextCode())
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
  await field(page, 'Code').fill(app.nextCode())
  await page.keyboard.press('Enter')
  await expect(title(page, 'Operational Dashboard')).toBeVisible()
})

test('changing the password requires an authenticator code', async ({ page }) => {
  await signIn(page, USER)
  const app = await withAuthenticator(page)
  await page.getByRole('link', { name: EMAIL }).click()
  await fillPasswords(page, PASSWORD, NEW_PASSWORD)
  const password = card(page, 'Password')
  await expect(password.getByText(/Enter a code to stay signed in/)).toBeVisible()
  await expect(field(page, 'Code')).toBeFocused()
  await field(page, 'Code').fill(app.wrongCode())
  await press(page, 'Stay signed in')
  await expect(field(page, 'Code')).toHaveAccessibleDescription(
    'This code is incorrect. Check it and try again. 6 digits',
  )
  await field(page, 'Code').fill(app.nextCode())
  await press(page, 'Stay signed in')
  await expect(password.getByText(/You are signed out everywhere else/)).toBeVisible()
})

test('removing the authenticator requires the password and a code', async ({ page }) => {
  await signIn(page, USER)
  const app = await withAuthenticator(page)
  await page.getByRole('link', { name: EMAIL }).click()
  await press(page, 'Remove authenticator')
  await enterPassword(page)
  const authenticator = card(page, 'Authenticator')
  await expect(authenticator.getByText(/Enter a code to continue/)).toBeVisible()
  await expect(field(page, 'Code')).toBeFocused()
  await field(page, 'Code').fill(app.wrongCode())
  await press(page, 'Remove')
  await expect(field(page, 'Code')).toHaveAccessibleDescription(
    'This code is incorrect. Check it and try again. 6 digits',
  )
  await expectAccessible(page, 'form[aria-label="Second step"]')
  await field(page, 'Code').fill(app.nextCode())
  await press(page, 'Remove')
  await expect(authenticator.getByText('Off', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set up authenticator' })).toBeFocused()
  await press(page, 'Sign out')
  await fillSignIn(page, EMAIL, PASSWORD)
  await expect(title(page, 'Operational Dashboard')).toBeVisible()
})

test('an access token alone cannot change the authenticator; the screen signs in again', async ({
  page,
  provider,
}) => {
  await openAccount(page)
  await provider.ageSignIns(EMAIL, 11 * MINUTE)
  for (const [operation, input] of [
    ['AssociateSoftwareToken', {}],
    ['VerifySoftwareToken', { UserCode: '123456' }],
    ['SetUserMFAPreference', OFF],
  ] as const)
    await expect(callIdentity(page, operation, input)).rejects.toThrow(/ForbiddenException/)

  const authenticator = card(page, 'Authenticator')
  const key = authenticator.getByRole('code')
  await press(page, 'Set up authenticator')
  await enterPassword(page)
  await expect(key).toBeVisible()
  await provider.ageSignIns(EMAIL, 11 * MINUTE)
  await field(page, 'Code').fill('123456')
  await press(page, 'Confirm')
  await expect(authenticator.getByRole('alert')).toHaveText(
    'That took too long. Start again with your password.',
  )
  await expect(page.getByRole('button', { name: 'Set up authenticator' })).toBeFocused()

  await press(page, 'Set up authenticator')
  await enterPassword(page)
  const app = authenticatorApp(((await key.textContent()) ?? '').replaceAll(' ', ''))
  const revoked = page.waitForRequest((request) => operationOf(request) === 'RevokeToken')
  await field(page, 'Code').fill(app.nextCode())
  await press(page, 'Confirm')
  await expect(authenticator.getByText('On', { exact: true })).toBeVisible()
  // The extra sign-in has ended; the session continues.
  await revoked
  await press(page, 'Replace authenticator')
  await expect(passwordOf(page)).toBeFocused()
})

test('without the password no secret is requested, shown or removed', async ({ page }) => {
  const operations: string[] = []
  page.on('request', (request) => operations.push(operationOf(request) ?? ''))
  await stubIdentity(page, {
    GetUser: { Username: 'x', UserAttributes: [], UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] },
  })
  await openAccount(page)
  const expectNoneOf = watchForLeaks(page)
  const authenticator = card(page, 'Authenticator')
  for (const wanted of ['Replace authenticator', 'Remove authenticator']) {
    await press(page, wanted)
    const password = passwordOf(page)
    await expect(password).toBeFocused()
    await press(page, 'Continue')
    await expect(password).toHaveAccessibleDescription('Password cannot be empty')
    await enterPassword(page, WRONG)
    await expect(authenticator.getByRole('alert')).toHaveText('Incorrect password.')
    await expect(password).toBeFocused()
    await expectAccessible(page, `form[aria-label="${wanted}"]`)
    await press(page, 'Cancel')
    await expect(page.getByRole('button', { name: wanted })).toBeFocused()
  }
  expect(operations).toContain('InitiateAuth')
  expect(operations).not.toContain('AssociateSoftwareToken')
  expect(operations).not.toContain('SetUserMFAPreference')
  await expectNoneOf([WRONG])
})

for (const [message, words] of [
  ['Password attempts exceeded', /^Too many wrong passwords\. Wait/],
  ['User is disabled.', null],
] as const)
  test(`provider error “${message}”: ${words ? 'the card shows it' : 'the session ends'}`, async ({
    page,
  }) => {
    await openAccount(page)
    await stubIdentity(page, { InitiateAuth: { refusal: 'NotAuthorizedException', message } })
    await press(page, 'Set up authenticator')
    await enterPassword(page)
    if (words) await expect(card(page, 'Authenticator').getByRole('alert')).toHaveText(words)
    else await expect(title(page, 'Sign in')).toBeVisible()
  })

test('an expired key restarts the set-up; a pool that requires an authenticator refuses its removal', async ({
  page,
}) => {
  await stubIdentity(page, {
    AssociateSoftwareToken: { SecretCode: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' },
    VerifySoftwareToken: { refusal: 'SoftwareTokenMFANotFoundException' },
    GetUser: { Username: 'x', UserAttributes: [], UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] },
    SetUserMFAPreference: { refusal: 'InvalidParameterException', message: 'MFA is required' },
  })
  await openAccount(page)
  const authenticator = card(page, 'Authenticator')
  await press(page, 'Replace authenticator')
  await enterPassword(page)
  await expect(
    authenticator.getByText('Your current authenticator works until you confirm the new one.'),
  ).toBeVisible()
  await field(page, 'Code').fill('123456')
  await press(page, 'Confirm')
  await expect(authenticator.getByRole('alert')).toHaveText(
    'This key has expired. Start again with a new key.',
  )
  await press(page, 'Remove authenticator')
  await enterPassword(page)
  await expect(authenticator.getByRole('alert')).toHaveText(/can’t be removed. Replace it/)
  await press(page, 'Cancel')
  await expect(page.getByRole('button', { name: 'Remove authenticator' })).toBeFocused()
})
