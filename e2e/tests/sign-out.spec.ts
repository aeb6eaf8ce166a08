import type { Page } from '@playwright/test'
import { emailOf, signIn } from './demo-users.ts'
import { callProvider, IDP, operationOf } from './idp.ts'
import { openFiles, openTab, press, title, typeUnsaved } from './page-objects.ts'
import { readRefreshToken, readSession, storageKeys } from './session-storage.ts'
import { expect, test } from './test.ts'

const ACCESS = '/api/user/role/access-policy'

async function expectSignedOut(page: Page): Promise<void> {
  await expect(title(page, 'Sign in')).toBeVisible()
  // There is no return path for the next user.
  await expect(page).toHaveURL('/login')
}

test('signing out revokes the session and redirects every tab at once, without a warning about unsaved changes', async ({
  page,
}) => {
  page.on('dialog', () => expect('the browser').toBe('silent'))
  await signIn(page, 'lookup', '/lookup/tenders/create')
  await typeUnsaved(page, 'Tender name', 'Not saved')
  const other = await openTab(page, '/lookup/tenders?q=fuel', 'Tenders')
  const { token } = (await readSession(other)).auth
  const { clientId, value } = await readRefreshToken(other)
  await other.evaluate(() => sessionStorage.setItem('CognitoSignInState.username', 'someone'))
  const revoked = other.waitForRequest((request) => operationOf(request) === 'RevokeToken')
  await press(other, 'Sign out')
  await revoked
  await expectSignedOut(other)
  await expectSignedOut(page)
  await test.step('only the other tab shows a reason', async () => {
    await expect(page.getByRole('status').filter({ hasText: 'You signed out in another tab.' })).toBeVisible()
    await other.waitForLoadState('networkidle')
    for (const role of ['alert', 'status'] as const)
      await expect(other.getByRole(role).filter({ hasText: /\S/ })).toHaveCount(0)
  })
  await test.step('the storage is empty, and provider and server refuse the tokens', async () => {
    const left = await other.evaluate(() => [
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage).filter((key) => key.startsWith('Cognito')),
    ])
    expect(left).toEqual([])
    const again = { ClientId: clientId, RefreshToken: value }
    const refused = await callProvider(page, 'GetTokensFromRefreshToken', again)
    expect(await refused.json()).toMatchObject({ message: 'Refresh Token has been revoked' })
    const reply = await page.request.get(ACCESS, { headers: { authorization: `Bearer ${token}` } })
    expect([reply.status(), (await reply.json()).detail]).toEqual([401, 'Access Token has been revoked'])
  })
})

test('a tab reloads when another user signs in', async ({ page, context, browser }) => {
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await signIn(other, 'admin')
  const kept = await other.evaluate(() => Object.entries({ ...localStorage }))
  await elsewhere.close()

  await signIn(page, 'agent')
  const otherTab = await context.newPage()
  await otherTab.goto('/builds/latest.json')
  const loaded = page.waitForEvent('load')
  await otherTab.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value)
  }, kept)
  await loaded
  await expect(title(page, 'Operational Dashboard')).toBeVisible()
  await expect(
    page
      .getByText(emailOf('admin'))
      .or(page.getByTitle(emailOf('admin')))
      .first(),
  ).toBeAttached()
})

test('pages work without session storage; unreadable local storage counts as signed out', async ({
  page,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('Denied', 'SecurityError')
      },
    }),
  )
  await page.goto('/builds/latest.json')
  await page.evaluate(() => localStorage.setItem('auth', '{'))
  await page.goto('/operational_dashboard')
  await expect(title(page, 'Sign in')).toBeVisible()
  expect(await storageKeys(page)).toEqual([])
  await page.getByLabel('Email').fill('someone')
  await page.getByLabel('Password').focus()
  await expect(page.getByText('Invalid email address')).toBeVisible()
})

test('a session error of any call signs out every tab; other errors do not', async ({ page, context }) => {
  await signIn(page, 'agent')
  const other = await context.newPage()
  await other.goto('/smac_inquiry?tab=file')
  await expect(other.getByRole('region', { name: 'Tracked files' })).toBeVisible()
  await expect(other.locator('main [aria-busy=true]')).toHaveCount(0)
  let detail = 'You may not do this.'
  await page.route('**/file_tracker**', (route) =>
    route.fulfill({ status: 403, contentType: 'application/problem+json', json: { code: 'x', detail } }),
  )
  await openFiles(page)
  await expect(page.getByText(detail).first()).toBeVisible()
  await expect(page).toHaveURL('/smac_inquiry?tab=file')

  detail = 'Password reset required for the user'
  await page.reload()
  await expect(title(page, 'Sign in')).toBeVisible()
  await expect(title(other, 'Sign in')).toBeVisible()
  expect(await storageKeys(other)).toEqual([])
})

test('an unresponsive provider does not delay a sign-out', async ({ page }) => {
  await signIn(page, 'viewer')
  const { token } = (await readSession(page)).auth
  await page.route(IDP, () => new Promise(() => undefined))
  // Neither does a pending refresh.
  await page.evaluate(() => {
    void navigator.locks.request('session-renewal', () => new Promise(() => undefined))
  })
  await press(page, 'Sign out')
  await expect(title(page, 'Sign in')).toBeVisible()
  expect(await storageKeys(page)).toEqual([])
  const headers = { authorization: `Bearer ${token}` }
  expect((await page.request.get(ACCESS, { headers })).status()).toBe(401)
})
