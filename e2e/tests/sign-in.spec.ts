import type { Response } from '@playwright/test'
import { emailOf, fillSignIn, PASSWORD, signIn, TEMPORARY_PASSWORD } from './demo-users.ts'
import { IDP, operationOf, stubIdentity } from './idp.ts'
import { openTab } from './page-objects.ts'
import { test } from './provider-fixture.ts'
import { expect } from './test.ts'

test('an empty form shows what is missing at each field', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Username cannot be empty')
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('Password cannot be empty')
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('an invalid email is reported on blur, not while typing', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').pressSequentially('maria.reyes@northline')
  await expect(page.getByText('Invalid email address')).toBeHidden()
  await page.getByLabel('Password').focus()
  await expect(page.getByText('Invalid email address')).toBeVisible()
})

test('a wrong password and an unknown email get the same reply', async ({ page }) => {
  const seen: Promise<object>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/idp/')) seen.push(outwardOf(response))
  })
  await page.goto('/login')
  for (const email of [emailOf('auditor'), 'unknown@backoffice.test']) {
    await fillSignIn(page, email, 'Wrong#password1')
    await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.')
    await expect(page.getByLabel('Password')).toBeFocused()
  }
  const [start, challenge, ...unknown] = await Promise.all(seen)
  expect(unknown).toEqual([start, challenge])
})

/** Properties that an observer of the network could compare. */
async function outwardOf(response: Response): Promise<object> {
  const headers = Object.keys(await response.allHeaders()).sort()
  return { status: response.status(), headers, length: (await response.body()).length }
}

test('a refusal and a network failure show different messages', async ({ page }) => {
  await page.goto('/login')
  const refused = { refusal: 'TooManyRequestsException', message: 'Too many requests' }
  await stubIdentity(page, { RespondToAuthChallenge: refused })
  await fillSignIn(page, emailOf('viewer'), PASSWORD)
  await expect(page.getByRole('alert')).toHaveText(/^Too many attempts\./)
  await page.unrouteAll()
  await page.route(IDP, (route) => route.abort('connectionrefused'))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^The server cannot be reached\./)
})

test('a screen redirects a signed-out user to sign-in and back', async ({ page }) => {
  await page.goto('/smac_inquiry?f.state=FAILED')
  await expect(page).toHaveURL(/\/login\?/)
  await fillSignIn(page, emailOf('agent'), PASSWORD)
  await expect(page.getByRole('heading', { level: 1, name: 'SMAC Inquiry' })).toBeVisible()
  await expect(page).toHaveURL(/\/smac_inquiry\?f\.state=FAILED$/)
})

test('signing in never redirects to another site', async ({ page }) => {
  await page.goto('/login?redirect=//evil.example/x')
  await fillSignIn(page, emailOf('viewer'), PASSWORD)
  await expect(page).toHaveURL(/\/operational_dashboard$/)
})

test('a session survives a reload, and /login redirects to the dashboard', async ({ page }) => {
  await signIn(page, 'viewer')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Operational Dashboard' })).toBeVisible()
  await page.goto('/login')
  await expect(page).toHaveURL(/\/operational_dashboard$/)
})

test('signing out clears storage and signs out the other tabs', async ({ page }) => {
  await signIn(page, 'agent')
  const other = await openTab(page, '/smac_inquiry', 'SMAC Inquiry')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await expect(other.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
})

// By keyboard alone. It works once per server, so E2E_BASE_URL needs a new one.
test('the first sign-in sets a new password that meets the rules', async ({ page }) => {
  const type = (text: string) => page.keyboard.type(text)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const operations: string[] = []
  page.on('request', (request) => {
    const operation = operationOf(request)
    if (operation) operations.push(operation)
  })
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeFocused()
  await type(emailOf('new.hire'))
  await press('Tab')
  await type(TEMPORARY_PASSWORD)
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Set a new password' })).toBeVisible()

  const password = page.getByLabel('New password')
  await expect(password).toBeFocused()
  await expect(page.getByText('At least 12 characters')).toBeVisible()
  await type('short')
  // Skip the button that shows the password.
  await press('Tab', 'Tab')
  await expect(page.getByLabel('Confirm password')).toBeFocused()
  await type('Other#password1')
  await press('Enter')
  await expect(password).toBeFocused()
  await expect(password).toHaveAccessibleDescription(/Must contain at least 12 characters/)
  await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription('Passwords do not match')

  await press('Control+a')
  await type('Brand-new#2026')
  await press('Tab', 'Tab', 'Control+a')
  await type('Brand-new#2026')
  const before = operations.length
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Operational Dashboard' })).toBeVisible()
  // The tokens issued with the new password are revoked before the normal sign-in.
  expect(operations.slice(before, before + 4)).toEqual([
    'RespondToAuthChallenge',
    'RevokeToken',
    'InitiateAuth',
    'RespondToAuthChallenge',
  ])
})
