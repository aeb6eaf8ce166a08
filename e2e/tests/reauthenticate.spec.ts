import type { Page } from '@playwright/test'
import { codeShownAt } from '../../packages/identity/src/testing/authenticator.ts'
import { expectAccessible } from './axe.ts'
import { aFile, asUpload } from './card-files.ts'
import { type DemoUser, emailOf, fillSignIn, PASSWORD, signIn } from './demo-users.ts'
import { callIdentity } from './idp.ts'
import { uploadFile } from './inquiry-page.ts'
import { watchForLeaks } from './leak-detector.ts'
import { holdResponses, openTab, title } from './page-objects.ts'
import { test } from './provider-fixture.ts'
import { readSession, revokeSession, storageKeys } from './session-storage.ts'
import { expect } from './test.ts'

const MINUTE_MS = 60_000
const TICKET = 'OPS-1234'
const ROLE = '**/role/access-policy'

const again = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' })
const ticket = (page: Page) => page.getByLabel('Ticket number')

async function typed(page: Page, name: string, person: DemoUser = 'agent'): Promise<void> {
  await page.context().clock.install()
  await signIn(page, person)
  await uploadFile(page, asUpload(aFile(3), name))
  await ticket(page).fill(TICKET)
}

/** Ends the session and lets its refresh fail. */
async function interrupt(page: Page): Promise<void> {
  await revokeSession(page)
  await page.context().clock.fastForward(41 * MINUTE_MS)
  await expect(again(page)).toBeVisible()
}

async function interrupted(page: Page, name: string): Promise<void> {
  await typed(page, name)
  await interrupt(page)
}

async function enterPassword(page: Page, text: string): Promise<void> {
  await again(page).getByLabel('Password', { exact: true }).fill(text)
  await page.keyboard.press('Enter')
}

test('a session that ends over unsaved input reauthenticates in place, and the form continues', async ({
  page,
}) => {
  page.on('dialog', () => expect('the browser').toBe('silent'))
  const expectNoneOf = watchForLeaks(page)
  await interrupted(page, 'again')
  expect(await storageKeys(page)).toEqual([])
  await expect(again(page)).toContainText(emailOf('agent'))
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await enterPassword(page, 'Wrong#2026')
  await expect(again(page).getByRole('alert')).toHaveText('Incorrect password.')
  await enterPassword(page, PASSWORD)
  await expect(again(page)).toHaveCount(0)
  await expect(ticket(page)).toHaveValue(TICKET)
  expect((await readSession(page)).isAuthenticated).toBe(true)
  await expectNoneOf([PASSWORD, 'Wrong#2026'])
  await page.getByLabel('Purpose').selectOption({ label: 'Reconciliation' })
  await page.getByRole('button', { name: 'Run inquiry' }).click()
  await expect(page.getByText('All 3 rows processed.')).toBeVisible()
})

test('a tab without unsaved input goes to sign-in; signing in there lets the other tab continue', async ({
  page,
}) => {
  await typed(page, 'two-tabs')
  const other = await openTab(page, '/operational_dashboard', 'Operational Dashboard')
  await interrupt(page)
  await expect(title(other, 'Sign in')).toBeVisible()
  await fillSignIn(other, emailOf('agent'), PASSWORD)
  await expect(title(other, 'Operational Dashboard')).toBeVisible()
  await expect(again(page)).toHaveCount(0)
  await expect(ticket(page)).toHaveValue(TICKET)
})

test('unsaved input survives leaving in another tab and a failed sign-in there', async ({
  page,
  context,
}) => {
  await typed(page, 'kept-one')
  const other = await context.newPage()
  await other.goto(page.url())
  await ticket(other).fill('OPS-5678')
  await interrupt(page)
  await expect(again(other)).toBeVisible()
  await again(other).getByRole('button', { name: 'Leave without saving' }).click()
  await expect(title(other, 'Sign in')).toBeVisible()
  await expect(again(page)).toBeVisible()

  await other.route(ROLE, (route) => route.fulfill({ status: 500, json: {} }))
  await fillSignIn(other, emailOf('viewer'), PASSWORD)
  await expect(other.getByRole('alert')).toBeVisible()
  await expect(again(page)).toBeVisible()
  await enterPassword(page, PASSWORD)
  await expect(again(page)).toHaveCount(0)
  await expect(ticket(page)).toHaveValue(TICKET)
})

test('another user who signs in does not see the unsaved input', async ({ page, context }) => {
  let prompts = 0
  page.on('dialog', (dialog) => {
    prompts += 1
    void dialog.accept()
  })
  await interrupted(page, 'another-person')
  const other = await context.newPage()
  const loaded = page.waitForEvent('load')
  await signIn(other, 'viewer')
  await loaded
  await expect(page.getByText(TICKET)).toHaveCount(0)
  await expect(ticket(page)).toHaveCount(0)
  expect(prompts).toBe(0)
})

test('reauthentication can be left; a failed load of the role keeps the input', async ({ page }) => {
  page.on('dialog', () => expect('the browser').toBe('silent'))
  await interrupted(page, 'leave-instead')
  await page.route(ROLE, (route) => route.fulfill({ status: 500, json: {} }))
  await enterPassword(page, PASSWORD)
  await expect(again(page).getByRole('alert')).toContainText('Something went wrong on the server.')
  expect(await storageKeys(page)).toEqual([])
  await page.unroute(ROLE)
  await again(page).getByRole('button', { name: 'Leave without saving' }).click()
  await expect(title(page, 'Sign in')).toBeVisible()
  await expect(page).toHaveURL('/login')
})

test('the second factor is required in place; the page continues after loading the role', async ({
  page,
  provider,
}) => {
  const Username = emailOf('supervisor')
  await typed(page, 'second-step', 'supervisor')
  const startedAt = Date.now()
  const { SecretCode } = await callIdentity<{ SecretCode: string }>(page, 'AssociateSoftwareToken', {})
  await callIdentity(page, 'VerifySoftwareToken', { UserCode: codeShownAt(SecretCode, startedAt) })
  await callIdentity(page, 'SetUserMFAPreference', {
    SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
  })
  const code = again(page).getByLabel('Code', { exact: true })
  try {
    await interrupt(page)
    await enterPassword(page, PASSWORD)
    await expect(code).toBeFocused()
    await again(page).getByRole('button', { name: 'Back to sign-in' }).click()
    await enterPassword(page, PASSWORD)
    await code.fill(codeShownAt(SecretCode, startedAt + 30_000))
    const release = await holdResponses(page, ROLE)
    const request = page.waitForRequest(ROLE)
    await page.keyboard.press('Enter')
    await request
    await expect(again(page)).toBeVisible()
    release()
    await expect(again(page)).toHaveCount(0)
    await expect(ticket(page)).toHaveValue(TICKET)
  } finally {
    await provider.admin('AdminSetUserMFAPreference', {
      Username,
      SoftwareTokenMfaSettings: { Enabled: false },
    })
  }
})

test('a disabled user gets the message in place', async ({ page }) => {
  await interrupted(page, 'disabled')
  await page.route(ROLE, (route) =>
    route.fulfill({
      status: 401,
      contentType: 'application/problem+json',
      json: { code: 'user_disabled', detail: 'User is disabled.' },
    }),
  )
  await enterPassword(page, PASSWORD)
  await expect(again(page).getByRole('alert')).toContainText('This account is disabled.')
})

test('a submit after the end of the session shows an error and can be repeated', async ({ page }) => {
  await signIn(page, 'agent')
  await uploadFile(page, asUpload(aFile(3), 'sent-too-late'))
  await ticket(page).fill(TICKET)
  await page.getByLabel('Purpose').selectOption({ label: 'Reconciliation' })
  await page.route('**/smac_inquiry', (route) =>
    route.fulfill({
      status: 401,
      contentType: 'application/problem+json',
      json: {
        type: 'about:blank',
        title: 'Unauthorized',
        status: 401,
        code: 'session_revoked',
        detail: 'Access Token has been revoked',
      },
    }),
  )
  await page.getByRole('button', { name: 'Run inquiry' }).click()
  await expect(again(page)).toBeVisible()
  await page.unroute('**/smac_inquiry')
  await enterPassword(page, PASSWORD)
  await expect(page.getByText('Your session had ended before this was sent.')).toBeVisible()
  await page.getByRole('button', { name: 'Run inquiry' }).click()
  await expect(page.getByText('All 3 rows processed.')).toBeVisible()
})
