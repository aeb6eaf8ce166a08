import type { Page } from '@playwright/test'
import { codeShownAt } from '../../packages/identity/src/testing/authenticator.ts'
import { expectClean } from './axe.ts'
import { answerIdentity, askIdentity } from './idp.ts'
import { watchForLeaks } from './leaks.ts'
import { fillSignIn, PASSWORD } from './people.ts'
import { expect, test } from './test.ts'

// Nobody else's: its way in changes for a while.
const EMAIL = 'lookup@backoffice.test'
const STEP_MS = 30_000

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const code = (page: Page) => page.getByLabel('Code', { exact: true })

async function signInAs(page: Page, email: string) {
  await page.goto('/login')
  await fillSignIn(page, email, PASSWORD)
}

const challenge = (name: string, parameters: object = {}) => ({
  ChallengeName: name,
  Session: 'a-session-of-the-provider',
  ChallengeParameters: { USER_ID_FOR_SRP: '7c1d', ...parameters },
})

test('an account with an authenticator is asked for its code', async ({ page }) => {
  const signOut = page.getByRole('button', { name: 'Sign out' })
  await signInAs(page, EMAIL)
  await expect(signOut).toBeVisible()
  const startedAt = Date.now()
  const { SecretCode } = await askIdentity<{ SecretCode: string }>(page, 'AssociateSoftwareToken', {})
  await askIdentity(page, 'VerifySoftwareToken', { UserCode: codeShownAt(SecretCode, startedAt) })
  await askIdentity(page, 'SetUserMFAPreference', {
    SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
  })
  await signOut.click()
  await expect(title(page, 'Sign in')).toBeVisible()

  const expectNoneOf = watchForLeaks(page)
  await fillSignIn(page, EMAIL, PASSWORD)
  await expect(title(page, 'Enter your code')).toBeVisible()
  await expect(code(page)).toBeFocused()
  await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code')
  await press(page, 'Sign in')
  await expect(code(page)).toHaveAccessibleDescription('Confirmation code cannot be empty')
  await code(page).fill('12345')
  await page.keyboard.press('Enter')
  await expect(code(page)).toHaveAccessibleDescription('A code has 6 digits')
  const used = codeShownAt(SecretCode, startedAt)
  await code(page).fill(used)
  await page.keyboard.press('Enter')
  await expect(code(page)).toHaveAccessibleDescription('This code was used already. Wait for the next one.')
  const right = codeShownAt(SecretCode, startedAt + STEP_MS)
  const wrong = ['000000', '111111', '222222', '333333'].find((text) => text !== right && text !== used) ?? ''
  await code(page).fill(wrong)
  await page.keyboard.press('Enter')
  await expect(code(page)).toHaveAccessibleDescription('This code is not right. Check it and try again.')
  await expectClean(page)
  await expectNoneOf([EMAIL, PASSWORD, used, wrong, SecretCode])
  await code(page).fill(right)
  await page.keyboard.press('Enter')
  await expect(signOut).toBeVisible()
  await askIdentity(page, 'SetUserMFAPreference', { SoftwareTokenMfaSettings: { Enabled: false } })
})

test('a code that took too long starts over, with the e-mail still there', async ({ page }) => {
  await answerIdentity(page, { RespondToAuthChallenge: challenge('SOFTWARE_TOKEN_MFA') })
  await signInAs(page, EMAIL)
  await expect(title(page, 'Enter your code')).toBeVisible()
  await page.unrouteAll()
  await answerIdentity(page, {
    RespondToAuthChallenge: {
      refusal: 'NotAuthorizedException',
      message: 'Invalid session for the user, session is expired.',
    },
  })
  await code(page).fill('123456')
  await press(page, 'Sign in')
  await expect(page.getByRole('alert')).toHaveText('That took too long. Sign in again.')
  await expect(title(page, 'Sign in')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(EMAIL)
  await expect(page.getByLabel('Password')).toHaveValue('')
})

test('a code by text message: where it went, and back to sign-in', async ({ page }) => {
  await answerIdentity(page, {
    RespondToAuthChallenge: challenge('SMS_MFA', {
      CODE_DELIVERY_DELIVERY_MEDIUM: 'SMS',
      CODE_DELIVERY_DESTINATION: '+********4567',
    }),
  })
  await signInAs(page, EMAIL)
  await expect(page.getByText('It was sent by text message to +********4567.')).toBeVisible()
  await page.unrouteAll()
  await answerIdentity(page, { RespondToAuthChallenge: { refusal: 'CodeMismatchException' } })
  await code(page).fill('123456')
  await press(page, 'Sign in')
  await expect(code(page)).toHaveAccessibleDescription('This code is not right. Check it and try again.')
  await press(page, 'Back to sign-in')
  await expect(page.getByLabel('Email')).toHaveValue(EMAIL)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a password that has to be reset leads to where that is done', async ({ page }) => {
  await answerIdentity(page, { RespondToAuthChallenge: { refusal: 'PasswordResetRequiredException' } })
  const expectNoneOf = watchForLeaks(page)
  await signInAs(page, EMAIL)
  await expect(title(page, 'Reset password')).toBeVisible()
  await expect(page.getByText(/has to be reset before you can sign in/)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(EMAIL)
  await expect(code(page)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Send code' })).not.toHaveAttribute('aria-disabled')
  await expectNoneOf([EMAIL, PASSWORD])
  await page.reload()
  await expect(page.getByLabel('Email')).toHaveValue('')
})

test('any other challenge says so, each time, and stays at sign-in', async ({ page }) => {
  await answerIdentity(page, { RespondToAuthChallenge: challenge('CUSTOM_CHALLENGE') })
  await page.goto('/login')
  for (let time = 0; time < 2; time++) {
    await fillSignIn(page, EMAIL, PASSWORD)
    await expect(page.getByRole('alert')).toHaveText(/sign-in method that is not available here/)
    await expect(page.getByLabel('Email')).toHaveValue(EMAIL)
    await expect(page.getByLabel('Password')).toHaveValue('')
  }
})
