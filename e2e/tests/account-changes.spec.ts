import type { Page } from '@playwright/test'
import { fillSignIn, PASSWORD, signIn } from './demo-users.ts'
import { IDP, operationOf } from './idp.ts'
import { watchForLeaks } from './leak-detector.ts'
import { resetCodeFor, temporaryPasswordFor } from './outbox.ts'
import { openTab, title } from './page-objects.ts'
import { test } from './provider-fixture.ts'
import { interceptRefreshes, storageKeys } from './session-storage.ts'
import { expect } from './test.ts'

// Changes of an account by administrators and wrong passwords, from the user's view.

const USER = 'access'
const WRONG = 'Wrong#password1'
const NEW_PASSWORD = 'Chosen-later#2026'
const MINUTE_MS = 60_000
const WEEK_AND_A_DAY_MS = 8 * 24 * 60 * MINUTE_MS

const alert = (page: Page) => page.getByRole('alert')

async function fillNewPassword(page: Page): Promise<void> {
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await page.keyboard.press('Enter')
}

test('a user disabled at the provider loses the session with the next refresh, in every tab, until enabled', async ({
  page,
  context,
  provider,
  borrowedUser,
}) => {
  await context.clock.install()
  const counted = await interceptRefreshes(context, (route) => route.continue())
  await signIn(page, USER)
  const other = await openTab(page, '/users/users_roles', 'Roles')
  await provider.admin('AdminDisableUser', { Username: borrowedUser.email })
  await context.clock.fastForward(41 * MINUTE_MS)
  for (const tab of [page, other]) {
    await expect(title(tab, 'Sign in')).toBeVisible()
    await expect(alert(tab)).toHaveText(/^Your account was disabled/)
    expect(await storageKeys(tab)).toEqual([])
  }
  // There is no retry.
  expect(counted.count).toBe(1)
  await fillSignIn(page, borrowedUser.email, WRONG)
  await expect(alert(page)).toHaveText('Incorrect email or password.')
  await fillSignIn(page, borrowedUser.email, PASSWORD)
  await expect(alert(page)).toHaveText(/^This account is disabled\. Ask an access administrator/)
  await provider.admin('AdminEnableUser', { Username: borrowedUser.email })
  await fillSignIn(page, borrowedUser.email, PASSWORD)
  await expect(title(page, 'Operational Dashboard')).toBeVisible()
})

test('after a reset by an administrator, the sent code sets a new password', async ({
  page,
  request,
  provider,
  borrowedUser,
}) => {
  const expectNoneOf = watchForLeaks(page)
  await provider.admin('AdminResetUserPassword', { Username: borrowedUser.email })
  const code = await resetCodeFor(request, borrowedUser.email)
  await page.goto('/login')
  await fillSignIn(page, borrowedUser.email, PASSWORD)
  await expect(title(page, 'Reset password')).toBeVisible()
  await expect(page.getByText(/has to be reset before you can sign in/)).toBeVisible()
  const email = page.getByLabel('Email')
  await expect(email).toHaveValue(borrowedUser.email)
  await expect(page.getByRole('button', { name: 'Send code' })).not.toHaveAttribute('aria-disabled')
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await expectNoneOf([borrowedUser.email, PASSWORD, code])
  await test.step('the email is empty after a reload', async () => {
    await page.reload()
    await expect(email).toHaveValue('')
    await email.fill(borrowedUser.email)
  })
  await page.getByLabel('Code', { exact: true }).fill(code)
  await fillNewPassword(page)
  await expect(title(page, 'Sign in')).toBeVisible()
  await fillSignIn(page, borrowedUser.email, PASSWORD)
  await expect(alert(page)).toHaveText('Incorrect email or password.')
  await fillSignIn(page, borrowedUser.email, NEW_PASSWORD)
  await expect(title(page, 'Operational Dashboard')).toBeVisible()
  await expectNoneOf([PASSWORD, NEW_PASSWORD, code])
})

test('a locked account, an expired temporary password and a new one', async ({
  page,
  context,
  provider,
  borrowedUser,
}) => {
  const Username = borrowedUser.email
  // Signing in never redirects to another site.
  await page.goto('/login?redirect=//evil.example/x')
  await test.step('too many wrong passwords lock the account', async () => {
    const AuthParameters = { USERNAME: Username, PASSWORD: WRONG }
    const guess = () => provider.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })
    for (let time = 0; time < 5; time++) await guess()
    // A lock that begins later does not expire during the test.
    provider.ahead(10 * MINUTE_MS)
    await guess()
    await fillSignIn(page, Username, PASSWORD)
    await expect(alert(page)).toHaveText(/^Too many wrong passwords\. Wait, then try again/)
  })
  const temporary = 'Temporary-one#2026'
  await test.step('an expired temporary password names the administrator', async () => {
    provider.ahead(-WEEK_AND_A_DAY_MS)
    await provider.admin('AdminSetUserPassword', { Username, Password: temporary, Permanent: false })
    await fillSignIn(page, Username, temporary)
    await expect(alert(page)).toHaveText(
      'The temporary password has expired. Ask an access administrator for a new one.',
    )
  })
  await test.step('a new password is reported as set even if the sign-in after it fails', async () => {
    provider.ahead(0)
    await provider.admin('AdminCreateUser', { Username, MessageAction: 'RESEND' })
    const sent = await temporaryPasswordFor(context, Username)
    const expectNoneOf = watchForLeaks(page)
    await fillSignIn(page, Username, sent)
    await expect(title(page, 'Set a new password')).toBeVisible()
    await page.route(IDP, (route) =>
      operationOf(route.request()) === 'InitiateAuth' ? route.abort('connectionrefused') : route.fallback(),
    )
    await fillNewPassword(page)
    await expect(alert(page)).toHaveText(
      'The new password was set. The server cannot be reached. Check the connection and try again.',
    )
    await page.unrouteAll()
    await expect(page.getByLabel('Email')).toHaveValue(Username)
    await fillSignIn(page, Username, NEW_PASSWORD)
    await expect(title(page, 'Operational Dashboard')).toBeVisible()
    await expect(page).toHaveURL('/operational_dashboard')
    await expectNoneOf([temporary, sent, NEW_PASSWORD])
  })
})
