import type { Page, Route } from '@playwright/test'
import { fillSignIn, PASSWORD } from './demo-users.ts'
import { IDP, operationOf } from './idp.ts'
import { watchForLeaks } from './leak-detector.ts'
import { resetCodeFor, temporaryPasswordFor } from './outbox.ts'
import { title } from './page-objects.ts'
import { test } from './provider-fixture.ts'
import { interceptRefreshes, storageKeys } from './session-storage.ts'
import { expect } from './test.ts'

// Changes of an account by administrators and wrong passwords, from the user's view.

const WRONG = 'Wrong#password1'
const NEW_PASSWORD = 'Chosen-later#2026'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const WEEK_AND_A_DAY_MS = 8 * DAY_MS

async function signInAs(page: Page, email: string, password = PASSWORD) {
  await page.goto('/login')
  await fillSignIn(page, email, password)
}

async function twoTabs(page: Page, email: string): Promise<Page> {
  await signInAs(page, email)
  await expect(title(page, 'Operational Dashboard')).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/users/users_roles')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  return other
}

async function expectSignedOut(...pages: Page[]) {
  for (const page of pages) await expect(title(page, 'Sign in')).toBeVisible()
  for (const page of pages) expect(await storageKeys(page)).toEqual([])
}

test('a disabled account cannot sign in until it is enabled', async ({ page, provider, borrowedUser }) => {
  await provider.admin('AdminDisableUser', { Username: borrowedUser.email })
  await signInAs(page, borrowedUser.email, WRONG)
  await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.')
  await fillSignIn(page, borrowedUser.email, PASSWORD)
  await expect(page.getByRole('alert')).toHaveText(/^This account is disabled\. Ask an access administrator/)
  await provider.admin('AdminEnableUser', { Username: borrowedUser.email })
  await fillSignIn(page, borrowedUser.email, PASSWORD)
  await expect(title(page, 'Operational Dashboard')).toBeVisible()
})

test('a user disabled at the provider loses the session with the next refresh, in every tab', async ({
  page,
  context,
  provider,
  borrowedUser,
}) => {
  await context.clock.install()
  const counted = await interceptRefreshes(context, (route) => route.continue())
  const other = await twoTabs(page, borrowedUser.email)
  await provider.admin('AdminDisableUser', { Username: borrowedUser.email })
  await context.clock.fastForward(41 * MINUTE_MS)
  await expectSignedOut(page, other)
  // There is no retry.
  expect(counted.count).toBe(1)
  await fillSignIn(page, borrowedUser.email, PASSWORD)
  await expect(page.getByRole('alert')).toHaveText(/^This account is disabled\./)
})

test('the next call of a deleted user signs out every tab, and sign-in fails', async ({
  page,
  provider,
  borrowedUser,
}) => {
  const other = await twoTabs(page, borrowedUser.email)
  await provider.setStatus(borrowedUser, 'DELETED')
  const link = other.getByRole('link', { name: 'Operational Dashboard' }).first()
  await expect(async () => {
    // The screen itself may have made the next call.
    if (await link.isVisible()) await link.click({ timeout: 1_000 })
    await expect(title(other, 'Sign in')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expectSignedOut(page, other)
  await signInAs(page, borrowedUser.email)
  await expect(page.getByRole('alert')).toHaveText(
    /^This account was removed from Backoffice\. Ask an access administrator/,
  )
  expect(await storageKeys(page)).toEqual([])
  await provider.setStatus(borrowedUser, 'ACTIVE')
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
  await signInAs(page, borrowedUser.email)
  await expect(title(page, 'Reset password')).toBeVisible()
  await expect(page.getByText(/has to be reset before you can sign in/)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(borrowedUser.email)
  await expect(page.getByRole('button', { name: 'Send code' })).not.toHaveAttribute('aria-disabled')
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await expectNoneOf([borrowedUser.email, PASSWORD, code])
  await page.keyboard.type(code)
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(title(page, 'Sign in')).toBeVisible()
  await fillSignIn(page, borrowedUser.email, PASSWORD)
  await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.')
  await fillSignIn(page, borrowedUser.email, NEW_PASSWORD)
  await expect(title(page, 'Operational Dashboard')).toBeVisible()
  await expectNoneOf([PASSWORD, NEW_PASSWORD, code])
})

test('the email of a required reset is empty after a reload', async ({ page, provider, borrowedUser }) => {
  await provider.admin('AdminResetUserPassword', { Username: borrowedUser.email })
  await signInAs(page, borrowedUser.email)
  await expect(page.getByLabel('Email')).toHaveValue(borrowedUser.email)
  await expect(title(page, 'Reset password')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Email')).toHaveValue('')
})

// A cloud pool's reply. The embedded provider reports such a session as revoked.
test('a refresh refused with PasswordResetRequired ends the session in every tab', async ({
  page,
  context,
  borrowedUser,
}) => {
  await context.clock.install()
  const other = await twoTabs(page, borrowedUser.email)
  const problem = {
    __type: 'PasswordResetRequiredException',
    message: 'Password reset required for the user',
  }
  const counted = await interceptRefreshes(context, (route: Route) =>
    route.fulfill({ status: 400, json: problem }),
  )
  await context.clock.fastForward(41 * MINUTE_MS)
  await expectSignedOut(page, other)
  expect(counted.count).toBe(1)
})

test('an expired temporary password names the administrator; a new one signs in', async ({
  page,
  context,
  provider,
  borrowedUser,
}) => {
  const temporary = { Username: borrowedUser.email, Password: 'Temporary-one#2026', Permanent: false }
  provider.ahead(-WEEK_AND_A_DAY_MS)
  await provider.admin('AdminSetUserPassword', temporary)
  await signInAs(page, borrowedUser.email, temporary.Password)
  await expect(page.getByRole('alert')).toHaveText(
    'The temporary password has expired. Ask an access administrator for a new one.',
  )
  provider.ahead(0)
  await provider.admin('AdminCreateUser', { Username: borrowedUser.email, MessageAction: 'RESEND' })
  const sent = await temporaryPasswordFor(context, borrowedUser.email)
  const expectNoneOf = watchForLeaks(page)
  await fillSignIn(page, borrowedUser.email, sent)
  await expect(title(page, 'Set a new password')).toBeVisible()
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(title(page, 'Operational Dashboard')).toBeVisible()
  await expectNoneOf([temporary.Password, sent, NEW_PASSWORD])
})

test('reports a new password as set even if the sign-in after it fails', async ({
  page,
  provider,
  borrowedUser,
}) => {
  const temporary = { Username: borrowedUser.email, Password: 'Temporary-one#2026', Permanent: false }
  await provider.admin('AdminSetUserPassword', temporary)
  await signInAs(page, borrowedUser.email, temporary.Password)
  await expect(title(page, 'Set a new password')).toBeVisible()
  await page.route(IDP, (route) =>
    operationOf(route.request()) === 'InitiateAuth' ? route.abort('connectionrefused') : route.fallback(),
  )
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(
    'The new password was set. The server cannot be reached. Check the connection and try again.',
  )
  await page.unrouteAll()
  await expect(page.getByLabel('Email')).toHaveValue(borrowedUser.email)
  await fillSignIn(page, borrowedUser.email, NEW_PASSWORD)
  await expect(title(page, 'Operational Dashboard')).toBeVisible()
})

test('five wrong passwords lock an account; the lock expires', async ({ page, provider, borrowedUser }) => {
  await page.goto('/login')
  const alert = page.getByRole('alert')
  const submit = page.getByRole('button', { name: 'Sign in' })
  for (let time = 0; time < 5; time++) {
    const settled = page.waitForResponse((response) => response.status() === 400)
    await fillSignIn(page, borrowedUser.email, WRONG)
    await settled
    await expect(submit).not.toHaveAttribute('aria-disabled')
    await expect(alert).toHaveText('Incorrect email or password.')
  }
  // In four seconds the first lock has expired. One more wrong password locks for another two.
  provider.ahead(4_000)
  await provider.call('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: borrowedUser.email, PASSWORD: WRONG },
  })
  await fillSignIn(page, borrowedUser.email, PASSWORD)
  await expect(alert).toHaveText(/^Too many wrong passwords\. Wait, then try again/)
  await expect(async () => {
    // The refusal, or the first call after a sign-in.
    const settled = page.waitForResponse((reply) => reply.status() === 400 || reply.url().includes('/api/'))
    await fillSignIn(page, borrowedUser.email, PASSWORD)
    expect((await settled).status()).not.toBe(400)
  }).toPass({ timeout: 90_000 })
  await expect(title(page, 'Operational Dashboard')).toBeVisible()
})
