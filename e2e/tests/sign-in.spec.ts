import { emailOf, fillSignIn, PASSWORD, signIn } from './people.ts'
import { expect, test } from './test.ts'

test('an empty form says what is missing, at each field', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Username cannot be empty')
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('Password cannot be empty')
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('an address that is none is told on leaving the field, not while typing', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').pressSequentially('maria.reyes@northline')
  await expect(page.getByText('Invalid email address')).toBeHidden()
  await page.getByLabel('Password').focus()
  await expect(page.getByText('Invalid email address')).toBeVisible()
})

test('a wrong password and an unknown person get the same answer', async ({ page }) => {
  await page.goto('/login')
  for (const email of [emailOf('auditor'), 'nobody@backoffice.test']) {
    await fillSignIn(page, email, 'Wrong#password1')
    await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.')
    await expect(page.getByLabel('Password')).toBeFocused()
  }
})

test('signed out, a screen leads to sign-in and back', async ({ page }) => {
  await page.goto('/smac_inquiry?status=failed')
  await expect(page).toHaveURL(/\/login\?/)
  await fillSignIn(page, emailOf('agent'), PASSWORD)
  await expect(page.getByRole('heading', { level: 1, name: 'SMAC Inquiry' })).toBeVisible()
  await expect(page).toHaveURL(/\/smac_inquiry\?status=failed$/)
})

test('another site is never gone to after signing in', async ({ page }) => {
  await page.goto('/login?redirect=//evil.example/x')
  await fillSignIn(page, emailOf('viewer'), PASSWORD)
  await expect(page).toHaveURL(/\/operational_dashboard$/)
})

test('a session outlives a reload, and sign-in leads on to the dashboard', async ({ page }) => {
  await signIn(page, 'viewer')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Operational Dashboard' })).toBeVisible()
  await page.goto('/login')
  await expect(page).toHaveURL(/\/operational_dashboard$/)
})

test('signing out leaves nothing behind and takes the other tabs along', async ({ page, context }) => {
  await signIn(page, 'agent')
  const other = await context.newPage()
  await other.goto('/smac_inquiry')
  await expect(other.getByRole('heading', { level: 1, name: 'SMAC Inquiry' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await expect(other.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
})

test('the first time a new password is set, by its rules, and signs in', async ({ page }) => {
  await page.goto('/login')
  await fillSignIn(page, emailOf('new.hire'), 'Welcome#2026')
  // Once on a server: E2E_BASE_URL wants a fresh one.
  await expect(page.getByRole('heading', { level: 1, name: 'Set a new password' })).toBeVisible()

  await expect(page.getByText('At least 12 characters')).toBeVisible()
  await page.getByLabel('New password').fill('short')
  await page.getByLabel('Confirm password').fill('Other#password1')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(
    /Must contain at least 12 characters/,
  )
  await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription('Passwords do not match')

  await page.getByLabel('New password').fill('Brand-new#2026')
  await page.getByLabel('Confirm password').fill('Brand-new#2026')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Operational Dashboard' })).toBeVisible()
})
