import type { Page } from '@playwright/test'
import { aFile, asUpload } from './card-files.ts'
import { emailOf, signIn } from './demo-users.ts'
import { callProvider, IDP, operationOf } from './idp.ts'
import { openFiles, uploadFile } from './inquiry-page.ts'
import { readRefreshToken, readSession, storageKeys } from './session-storage.ts'
import { expect, test } from './test.ts'

const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: 'Operational Dashboard' })
const signInPage = (page: Page) => page.getByRole('heading', { level: 1, name: 'Sign in' })

test('a sign-out leaves no return path for the next user', async ({ page }) => {
  await signIn(page, 'agent')
  await page.goto('/smac_inquiry?search=ticket')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page).toHaveURL('/login')
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
  await expect(dashboard(page)).toBeVisible()
  await expect(
    page
      .getByText(emailOf('admin'))
      .or(page.getByTitle(emailOf('admin')))
      .first(),
  ).toBeAttached()
})

test('pages work without session storage', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('Denied', 'SecurityError')
      },
    }),
  )
  await page.goto('/login')
  await page.getByLabel('Email').fill('someone')
  await page.getByLabel('Password').focus()
  await expect(page.getByText('Invalid email address')).toBeVisible()
})

test('unreadable local storage counts as signed out', async ({ page }) => {
  await page.goto('/builds/latest.json')
  await page.evaluate(() => localStorage.setItem('auth', '{'))
  await page.goto('/operational_dashboard')
  await expect(signInPage(page)).toBeVisible()
  expect(await storageKeys(page)).toEqual([])
})

test('signing out revokes the session at provider and server and clears a pending sign-in', async ({
  page,
}) => {
  await signIn(page, 'agent')
  const { token } = (await readSession(page)).auth
  await page.evaluate(() => sessionStorage.setItem('CognitoSignInState.username', 'someone'))
  const { clientId, value } = await readRefreshToken(page)
  const revoked = page.waitForRequest((request) => operationOf(request) === 'RevokeToken')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await revoked
  await expect(signInPage(page)).toBeVisible()
  const left = await page.evaluate(() => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage).filter((key) => key.startsWith('Cognito')),
  ])
  expect(left).toEqual([])
  const again = { ClientId: clientId, RefreshToken: value }
  const refused = await callProvider(page, 'GetTokensFromRefreshToken', again)
  expect(await refused.json()).toMatchObject({ message: 'Refresh Token has been revoked' })
  const headers = { authorization: `Bearer ${token}` }
  const reply = await page.request.get('/api/user/role/access-policy', { headers })
  expect([reply.status(), (await reply.json()).detail]).toEqual([401, 'Access Token has been revoked'])
})

test('a sign-out redirects every tab at once, without a warning about unsaved changes', async ({
  page,
  context,
}) => {
  await signIn(page, 'agent', '/smac_inquiry')
  await uploadFile(page, asUpload(aFile(3), 'elsewhere'))
  await page.getByLabel('Ticket number').fill('OPS-1234')
  page.on('dialog', () => expect('the browser').toBe('silent'))
  const other = await context.newPage()
  await other.goto('/operational_dashboard')
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(signInPage(other)).toBeVisible()
  await expect(signInPage(page)).toBeVisible()
  await expect(page).toHaveURL('/login')
})

test('an unresponsive provider does not delay a sign-out', async ({ page }) => {
  await signIn(page, 'viewer')
  const { token } = (await readSession(page)).auth
  await page.route(IDP, () => new Promise(() => undefined))
  // Neither does a pending refresh.
  await page.evaluate(() => {
    void navigator.locks.request('session-renewal', () => new Promise(() => undefined))
  })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(signInPage(page)).toBeVisible()
  expect(await storageKeys(page)).toEqual([])
  const headers = { authorization: `Bearer ${token}` }
  expect((await page.request.get('/api/user/role/access-policy', { headers })).status()).toBe(401)
})

test('a session error of any call signs out every tab; other errors do not', async ({ page, context }) => {
  await signIn(page, 'agent')
  const other = await context.newPage()
  await other.goto('/smac_inquiry?tab=file')
  await expect(other.getByRole('table', { name: 'Tracked files' })).toBeVisible()
  let detail = 'You may not do this.'
  await page.route('**/file_tracker**', (route) =>
    route.fulfill({ status: 403, contentType: 'application/problem+json', json: { code: 'x', detail } }),
  )
  await openFiles(page)
  await expect(page.getByText(detail).first()).toBeVisible()
  await expect(page).toHaveURL('/smac_inquiry?tab=file')

  detail = 'Password reset required for the user'
  await page.reload()
  await expect(signInPage(page)).toBeVisible()
  await expect(signInPage(other)).toBeVisible()
  expect(await storageKeys(other)).toEqual([])
})
