import type { Page } from '@playwright/test'
import { codeShownAt } from '../../packages/identity/src/testing/authenticator.ts'
import type { Provider } from '../system/open-provider.ts'
import { expectAccessible } from './axe.ts'
import { emailOf, fillSignIn, PASSWORD } from './demo-users.ts'
import { callIdentity, stubIdentity } from './idp.ts'
import { watchForLeaks } from './leak-detector.ts'
import { signInCodeFor } from './outbox.ts'
import { press, title } from './page-objects.ts'
import { test } from './provider-fixture.ts'
import { expect } from './test.ts'

// Not used by other specs, because its second factor changes.
const EMAIL = emailOf('lookup')
const STEP_MS = 30_000

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

test('an account with an authenticator requires its code', async ({ page }) => {
  const signOut = page.getByRole('button', { name: 'Sign out' })
  await signInAs(page, EMAIL)
  await expect(signOut).toBeVisible()
  const startedAt = Date.now()
  const { SecretCode } = await callIdentity<{ SecretCode: string }>(page, 'AssociateSoftwareToken', {})
  await callIdentity(page, 'VerifySoftwareToken', { UserCode: codeShownAt(SecretCode, startedAt) })
  await callIdentity(page, 'SetUserMFAPreference', {
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
  await expect(code(page)).toHaveAccessibleDescription('Confirmation code cannot be empty 6 digits')
  await code(page).fill('12345')
  await page.keyboard.press('Enter')
  await expect(code(page)).toHaveAccessibleDescription('Code is invalid 6 digits')
  const used = codeShownAt(SecretCode, startedAt)
  await code(page).fill(used)
  await page.keyboard.press('Enter')
  await expect(code(page)).toHaveAccessibleDescription(
    'This code was already used. Wait for the next code. 6 digits',
  )
  const right = codeShownAt(SecretCode, startedAt + STEP_MS)
  const wrong = ['000000', '111111', '222222', '333333'].find((text) => text !== right && text !== used) ?? ''
  await code(page).fill(wrong)
  await page.keyboard.press('Enter')
  await expect(code(page)).toHaveAccessibleDescription(
    'This code is incorrect. Check it and try again. 6 digits',
  )
  await expectAccessible(page)
  await expectNoneOf([EMAIL, PASSWORD, used, wrong, SecretCode])
  await code(page).fill(right)
  await page.keyboard.press('Enter')
  await expect(signOut).toBeVisible()
  await callIdentity(page, 'SetUserMFAPreference', { SoftwareTokenMfaSettings: { Enabled: false } })
})

test('an expired code returns to sign-in and keeps the email', async ({ page }) => {
  await stubIdentity(page, { RespondToAuthChallenge: challenge('SOFTWARE_TOKEN_MFA') })
  await signInAs(page, EMAIL)
  await expect(title(page, 'Enter your code')).toBeVisible()
  await page.unrouteAll()
  await stubIdentity(page, {
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

const PHONE = '+639170004567'

async function useTextMessages(provider: Provider, Username: string) {
  const attributes = { phone_number: PHONE, phone_number_verified: 'true' }
  const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }))
  await provider.admin('AdminUpdateUserAttributes', { Username, UserAttributes })
  const SMSMfaSettings = { Enabled: true, PreferredMfa: true }
  await provider.admin('AdminSetUserMFAPreference', { Username, SMSMfaSettings })
}

test('a code by SMS shows a masked destination and rejects a wrong code', async ({
  page,
  request,
  provider,
  borrowedUser,
}) => {
  await useTextMessages(provider, borrowedUser.email)
  const expectNoneOf = watchForLeaks(page)
  await signInAs(page, borrowedUser.email)
  await expect(page.getByText('It was sent by text message to +********4567.')).toBeVisible()
  const sent = await signInCodeFor(request, PHONE)
  // No repeated digits, which occur in local storage.
  const wrong = sent === '493817' ? '718394' : '493817'
  await code(page).fill(wrong)
  await press(page, 'Sign in')
  await expect(code(page)).toHaveAccessibleDescription(
    'This code is incorrect. Check it and try again. 6 digits',
  )
  await expectNoneOf([borrowedUser.email, PHONE, PASSWORD, wrong, sent])
  await code(page).fill(sent)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  // The token contains the phone number, but nothing contains the code.
  await expectNoneOf([PASSWORD, wrong, sent])
})

test('the code form leads back to sign-in', async ({ page, provider, borrowedUser }) => {
  await useTextMessages(provider, borrowedUser.email)
  await signInAs(page, borrowedUser.email)
  await expect(title(page, 'Enter your code')).toBeVisible()
  await press(page, 'Back to sign-in')
  await expect(page.getByLabel('Email')).toHaveValue(borrowedUser.email)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a user disabled between password and code gets the message', async ({
  page,
  request,
  provider,
  borrowedUser,
}) => {
  await useTextMessages(provider, borrowedUser.email)
  await signInAs(page, borrowedUser.email)
  await expect(title(page, 'Enter your code')).toBeVisible()
  await provider.admin('AdminDisableUser', { Username: borrowedUser.email })
  await code(page).fill(await signInCodeFor(request, PHONE))
  await press(page, 'Sign in')
  await expect(page.getByRole('alert')).toHaveText(/^This account is disabled\./)
})

test('any other challenge shows a message, each time, and stays at sign-in', async ({ page }) => {
  await stubIdentity(page, { RespondToAuthChallenge: challenge('CUSTOM_CHALLENGE') })
  await page.goto('/login')
  for (let time = 0; time < 2; time++) {
    await fillSignIn(page, EMAIL, PASSWORD)
    await expect(page.getByRole('alert')).toHaveText(/sign-in method that is not available here/)
    await expect(page.getByLabel('Email')).toHaveValue(EMAIL)
    await expect(page.getByLabel('Password')).toHaveValue('')
  }
})
