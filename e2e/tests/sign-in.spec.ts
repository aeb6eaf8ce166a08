import type { Response } from '@playwright/test'
import { emailOf, fillSignIn, PASSWORD, TEMPORARY_PASSWORD } from './demo-users.ts'
import { operationOf } from './idp.ts'
import { title } from './page-objects.ts'
import { expect, test } from './test.ts'

test('a screen redirects a signed-out user to sign-in and back; the session survives a reload', async ({
  page,
}) => {
  const replies: Promise<object>[] = []
  const collect = (response: Response) => {
    if (response.url().endsWith('/idp/')) replies.push(outwardOf(response))
  }
  page.on('response', collect)
  await page.goto('/smac_inquiry?f.state=FAILED')
  await expect(page).toHaveURL(/\/login\?/)
  await test.step('a wrong password and an unknown email get the same reply', async () => {
    for (const email of [emailOf('agent'), 'unknown@backoffice.test']) {
      await fillSignIn(page, email, 'Wrong#password1')
      await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.')
      await expect(page.getByLabel('Password')).toBeFocused()
    }
    const [start, challenge, ...unknown] = await Promise.all(replies)
    expect(unknown).toEqual([start, challenge])
  })
  // A successful sign-in navigates before its replies are read.
  page.off('response', collect)
  await fillSignIn(page, emailOf('agent'), PASSWORD)
  await expect(title(page, 'SMAC Inquiry')).toBeVisible()
  await expect(page).toHaveURL(/\/smac_inquiry\?f\.state=FAILED$/)
  await page.reload()
  await expect(title(page, 'SMAC Inquiry')).toBeVisible()
  await page.goto('/login')
  await expect(page).toHaveURL(/\/operational_dashboard$/)
})

/** Properties that an observer of the network could compare. */
async function outwardOf(response: Response): Promise<object> {
  const headers = Object.keys(await response.allHeaders()).sort()
  return { status: response.status(), headers, length: (await response.body()).length }
}

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
