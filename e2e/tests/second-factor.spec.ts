import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { fillSignIn, PASSWORD } from './demo-users.ts'
import { watchForLeaks } from './leak-detector.ts'
import { signInCodeFor } from './outbox.ts'
import { press, title } from './page-objects.ts'
import { test } from './provider-fixture.ts'
import { expect } from './test.ts'

// account-authenticator.spec.ts signs in with an authenticator.

const PHONE = '+639170004567'

const code = (page: Page) => page.getByLabel('Code', { exact: true })

test('a code by SMS signs in, if it is right and its user still enabled', async ({
  page,
  request,
  provider,
  borrowedUser,
}) => {
  const Username = borrowedUser.email
  const attributes = { phone_number: PHONE, phone_number_verified: 'true' }
  const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }))
  await provider.admin('AdminUpdateUserAttributes', { Username, UserAttributes })
  const SMSMfaSettings = { Enabled: true, PreferredMfa: true }
  await provider.admin('AdminSetUserMFAPreference', { Username, SMSMfaSettings })
  const expectNoneOf = watchForLeaks(page)
  await page.goto('/login')
  await fillSignIn(page, Username, PASSWORD)
  await expect(title(page, 'Enter your code')).toBeVisible()
  const first = await signInCodeFor(request, PHONE)
  await test.step('the form leads back to sign-in', async () => {
    await press(page, 'Back to sign-in')
    await expect(page.getByLabel('Email')).toHaveValue(Username)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await fillSignIn(page, Username, PASSWORD)
  })
  await test.step('the destination is masked, and a wrong code refused', async () => {
    await expect(page.getByText('It was sent by text message to +********4567.')).toBeVisible()
    const sent = await signInCodeFor(request, PHONE, first)
    // No repeated digits, which occur in local storage.
    const wrong = sent === '493817' ? '718394' : '493817'
    await code(page).fill(wrong)
    await press(page, 'Sign in')
    await expect(code(page)).toHaveAccessibleDescription(
      'This code is incorrect. Check it and try again. 6 digits',
    )
    await expectAccessible(page)
    await expectNoneOf([Username, PHONE, PASSWORD, wrong, sent])
    await code(page).fill(sent)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    // The token contains the phone number, but nothing contains the code.
    await expectNoneOf([PASSWORD, wrong, sent])
  })
  await test.step('a user disabled between password and code gets the message', async () => {
    const known = await signInCodeFor(request, PHONE)
    await press(page, 'Sign out')
    await expect(title(page, 'Sign in')).toBeVisible()
    await fillSignIn(page, Username, PASSWORD)
    await expect(title(page, 'Enter your code')).toBeVisible()
    await provider.admin('AdminDisableUser', { Username })
    await code(page).fill(await signInCodeFor(request, PHONE, known))
    await press(page, 'Sign in')
    await expect(page.getByRole('alert')).toHaveText(/^This account is disabled\./)
  })
})
