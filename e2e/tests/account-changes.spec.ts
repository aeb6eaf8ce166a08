import type { Page, Route } from '@playwright/test'
import { fillSignIn, PASSWORD } from './demo-users.ts'
import { IDP, operationOf } from './idp.ts'
import { watchForLeaks } from './leak-detector.ts'
import { resetCodeFor, temporaryPasswordFor } from './outbox.ts'
import { title } from './page-objects.ts'
import { test } from './provider-fixture.ts'
import { interceptRefreshes, storageKeys } from './session-storage.ts'
import { expect } from './test.ts'

// What administrators do to an account, and what wrong passwords do to it, as its owner meets it.

const WRONG = 'Wrong#password1'
const NEW_PASSWORD = 'Chosen-anew#2026'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const WEEK_AND_A_DAY_MS = 8 * DAY_MS

async function signInAs(page: Page, email: string, password = PASSWORD) {
  await page.goto('/login')
  await fillSignIn(page, email, password)
}

/** Two tabs of somebody signed in, on a screen and on the dashboard. */
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

test('a disabled account cannot sign in, and can once it is enabled', async ({ page, provider, lent }) => {
  await provider.admin('AdminDisableUser', { Username: lent.email })
  await signInAs(page, lent.email, WRONG)
  await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.')
  await fillSignIn(page, lent.email, PASSWORD)
  await expect(page.getByRole('alert')).toHaveText(/^This account is disabled\. Ask an access administrator/)
  await provider.admin('AdminEnableUser', { Username: lent.email })
  await fillSignIn(page, lent.email, PASSWORD)
  await expect(title(page, 'Operational Dashboard')).toBeVisible()
})

/** What administrators do at the provider, and what signing in says afterwards. */
const AT_THE_PROVIDER = [
  ['AdminDisableUser', /^This account is disabled\./],
  ['AdminDeleteUser', /^Incorrect email or password\.$/],
  ['AdminUserGlobalSignOut', null],
] as const

for (const [operation, told] of AT_THE_PROVIDER)
  test(`${operation} ends the session with the next refresh, in every tab`, async ({
    page,
    context,
    provider,
    lent,
  }) => {
    await context.clock.install()
    const counted = await interceptRefreshes(context, (route) => route.continue())
    const other = await twoTabs(page, lent.email)
    await provider.admin(operation, { Username: lent.email })
    await context.clock.fastForward(41 * MINUTE_MS)
    await expectSignedOut(page, other)
    // Once is enough: it is not tried again.
    expect(counted.count).toBe(1)
    await fillSignIn(page, lent.email, PASSWORD)
    if (told) await expect(page.getByRole('alert')).toHaveText(told)
    else await expect(title(page, 'Operational Dashboard')).toBeVisible()
  })

/** What the product itself knows of a person. */
const IN_THE_PRODUCT = [
  ['DISABLED', /^This account is disabled\. Ask an access administrator/],
  ['DELETED', /^This account was removed from Backoffice\. Ask an access administrator/],
] as const

for (const [status, told] of IN_THE_PRODUCT)
  test(`a user set to ${status} is signed out by the next call, in every tab, and cannot sign in`, async ({
    page,
    provider,
    lent,
  }) => {
    const other = await twoTabs(page, lent.email)
    await provider.setStatus(lent, status)
    const link = other.getByRole('link', { name: 'Operational Dashboard' }).first()
    await expect(async () => {
      // A call of the screen's own may have been the next.
      if (await link.isVisible()) await link.click({ timeout: 1_000 })
      await expect(title(other, 'Sign in')).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expectSignedOut(page, other)
    await signInAs(page, lent.email)
    await expect(page.getByRole('alert')).toHaveText(told)
    expect(await storageKeys(page)).toEqual([])
    await provider.setStatus(lent, 'ACTIVE')
    await fillSignIn(page, lent.email, PASSWORD)
    await expect(title(page, 'Operational Dashboard')).toBeVisible()
  })

test('a password that an administrator reset is replaced by the code that was sent', async ({
  page,
  request,
  provider,
  lent,
}) => {
  const expectNoneOf = watchForLeaks(page)
  await provider.admin('AdminResetUserPassword', { Username: lent.email })
  const code = await resetCodeFor(request, lent.email)
  await signInAs(page, lent.email)
  await expect(title(page, 'Reset password')).toBeVisible()
  await expect(page.getByText(/has to be reset before you can sign in/)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(lent.email)
  await expect(page.getByRole('button', { name: 'Send code' })).not.toHaveAttribute('aria-disabled')
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await expectNoneOf([lent.email, PASSWORD, code])
  await page.keyboard.type(code)
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(title(page, 'Sign in')).toBeVisible()
  await fillSignIn(page, lent.email, PASSWORD)
  await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.')
  await fillSignIn(page, lent.email, NEW_PASSWORD)
  await expect(title(page, 'Operational Dashboard')).toBeVisible()
  await expectNoneOf([PASSWORD, NEW_PASSWORD, code])
})

test('the e-mail of a required reset is not filled in after a reload', async ({ page, provider, lent }) => {
  await provider.admin('AdminResetUserPassword', { Username: lent.email })
  await signInAs(page, lent.email)
  await expect(page.getByLabel('Email')).toHaveValue(lent.email)
  await expect(title(page, 'Reset password')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Email')).toHaveValue('')
})

// The embedded provider says of such a session that it was revoked; a cloud pool may say this.
test('a refresh refused with PasswordResetRequired ends the session in every tab', async ({
  page,
  context,
  lent,
}) => {
  await context.clock.install()
  const other = await twoTabs(page, lent.email)
  const answer = { __type: 'PasswordResetRequiredException', message: 'Password reset required for the user' }
  const counted = await interceptRefreshes(context, (route: Route) =>
    route.fulfill({ status: 400, json: answer }),
  )
  await context.clock.fastForward(41 * MINUTE_MS)
  await expectSignedOut(page, other)
  expect(counted.count).toBe(1)
})

test('an expired temporary password names the administrator; a new one signs in', async ({
  page,
  context,
  provider,
  lent,
}) => {
  const temporary = { Username: lent.email, Password: 'Temporary-one#2026', Permanent: false }
  provider.ahead(-WEEK_AND_A_DAY_MS)
  await provider.admin('AdminSetUserPassword', temporary)
  await signInAs(page, lent.email, temporary.Password)
  await expect(page.getByRole('alert')).toHaveText(
    'The temporary password has expired. Ask an access administrator for a new one.',
  )
  provider.ahead(0)
  await provider.admin('AdminCreateUser', { Username: lent.email, MessageAction: 'RESEND' })
  const sent = await temporaryPasswordFor(context, lent.email)
  const expectNoneOf = watchForLeaks(page)
  await fillSignIn(page, lent.email, sent)
  await expect(title(page, 'Set a new password')).toBeVisible()
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(title(page, 'Operational Dashboard')).toBeVisible()
  await expectNoneOf([temporary.Password, sent, NEW_PASSWORD])
})

test('a new password that is set while the sign-in after it fails is reported as set', async ({
  page,
  provider,
  lent,
}) => {
  const temporary = { Username: lent.email, Password: 'Temporary-one#2026', Permanent: false }
  await provider.admin('AdminSetUserPassword', temporary)
  await signInAs(page, lent.email, temporary.Password)
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
  await expect(page.getByLabel('Email')).toHaveValue(lent.email)
  await fillSignIn(page, lent.email, NEW_PASSWORD)
  await expect(title(page, 'Operational Dashboard')).toBeVisible()
})

test('five wrong passwords lock an account; the lock expires', async ({ page, provider, lent }) => {
  await page.goto('/login')
  const alert = page.getByRole('alert')
  const submit = page.getByRole('button', { name: 'Sign in' })
  for (let time = 0; time < 5; time++) {
    const answered = page.waitForResponse((response) => response.status() === 400)
    await fillSignIn(page, lent.email, WRONG)
    await answered
    await expect(submit).not.toHaveAttribute('aria-disabled')
    await expect(alert).toHaveText('Incorrect email or password.')
  }
  // One more, four seconds from now when the first lock is over: the next one lasts for two from then.
  provider.ahead(4_000)
  await provider.call('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: lent.email, PASSWORD: WRONG },
  })
  await fillSignIn(page, lent.email, PASSWORD)
  await expect(alert).toHaveText(/^Too many wrong passwords\. Wait, then try again/)
  await expect(async () => {
    await fillSignIn(page, lent.email, PASSWORD)
    // Longer than the lock and than any sign-in: once signed in, there is nothing to fill in any more.
    await expect(title(page, 'Operational Dashboard')).toBeVisible({ timeout: 15_000 })
  }).toPass({ timeout: 90_000 })
})
