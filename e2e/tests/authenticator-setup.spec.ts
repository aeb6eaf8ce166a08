import { mergeTests, type Page } from '@playwright/test'
import { authenticatorApp } from './authenticator-app.ts'
import { expectAccessible } from './axe.ts'
import { emailOf, fillSignIn, PASSWORD } from './demo-users.ts'
import { stubIdentity } from './idp.ts'
import { watchForLeaks } from './leak-detector.ts'
import { press, title } from './page-objects.ts'
import { test as withProvider } from './provider-fixture.ts'
import { test as withSecondFactor } from './second-factor-server.ts'
import { expect } from './test.ts'

const EMAIL = emailOf('viewer')

/** Resets the account after each test, also if it fails. */
const test = mergeTests(withSecondFactor, withProvider).extend<{ restoredAccount: undefined }>({
  restoredAccount: [
    async ({ provider }, use) => {
      await use(undefined)
      await provider.admin('AdminSetUserMFAPreference', {
        Username: EMAIL,
        SoftwareTokenMfaSettings: { Enabled: false },
      })
    },
    { auto: true },
  ],
})

const code = (page: Page) => page.getByLabel('Code', { exact: true })

test('the first sign-in sets up a required second factor, which cannot be removed', async ({
  page,
  secondFactorUrl,
}) => {
  await page.goto(`${secondFactorUrl}/login`)
  const expectNoneOf = watchForLeaks(page)
  await fillSignIn(page, EMAIL, PASSWORD)
  await expect(title(page, 'Set up an authenticator')).toBeFocused()
  await expect(page).toHaveTitle('Set up authenticator · Backoffice')
  const picture = await page.getByRole('img', { name: /QR code/ }).boundingBox()
  // Without the style of this step it would be as wide as the card.
  expect(picture?.width).toBeLessThan(200)
  const shown = (await page.getByRole('code').textContent()) ?? ''
  expect(shown).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  const app = authenticatorApp(shown.replaceAll(' ', ''))
  await press(page, 'Sign in')
  await expect(code(page)).toHaveAccessibleDescription('Confirmation code cannot be empty 6 digits')
  const wrong = app.wrongCode()
  await code(page).fill(wrong)
  await page.keyboard.press('Enter')
  await expect(code(page)).toHaveAccessibleDescription(
    'This code is incorrect. Check it and try again. 6 digits',
  )
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await expectNoneOf([shown, shown.replaceAll(' ', ''), 'otpauth', wrong, PASSWORD, EMAIL])
  await code(page).fill(app.nextCode())
  await page.keyboard.press('Enter')
  await expect(title(page, 'Operational Dashboard')).toBeVisible()
  await expectNoneOf([shown, shown.replaceAll(' ', ''), 'otpauth'])

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: EMAIL }).click()
  await press(page, 'Remove authenticator')
  const authenticator = page.getByRole('region', { name: 'Authenticator' })
  await authenticator.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await press(page, 'Continue')
  await code(page).fill(app.nextCode())
  await press(page, 'Remove')
  await expect(authenticator.getByRole('alert')).toHaveText(/can’t be removed\. Replace it/)
  await press(page, 'Cancel')
  await expect(authenticator.getByText('On', { exact: true })).toBeVisible()
})

test('a set-up whose chunk fails to load shows a message', async ({ page }) => {
  const chunk = '**/assets/authenticator-setup-*.js'
  await page.route(chunk, (route) => route.fulfill({ status: 404 }))
  await stubIdentity(page, {
    RespondToAuthChallenge: {
      ChallengeName: 'MFA_SETUP',
      Session: 'a-session-of-the-provider',
      ChallengeParameters: { USER_ID_FOR_SRP: '7c1d', MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' },
    },
    AssociateSoftwareToken: { SecretCode: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', Session: 'the-next-session' },
  })
  await page.goto('/login')
  await fillSignIn(page, EMAIL, PASSWORD)
  await expect(page.getByRole('alert')).toHaveText(/A part of this page could not be loaded/)
  await expect(title(page, 'Sign in')).toBeVisible()
})
