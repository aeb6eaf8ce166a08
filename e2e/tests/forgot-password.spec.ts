import type { APIRequestContext, Page } from '@playwright/test'
import { emailOf, fillSignIn, PASSWORD } from './demo-users.ts'
import { watchForLeaks } from './leak-detector.ts'
import { resetCodeFor } from './outbox.ts'
import { press, title } from './page-objects.ts'
import { expect, test } from './test.ts'

// Not used by other specs, because its password changes.
const EMAIL = emailOf('glass')
const NEW_PASSWORD = 'Another-one#2026'

async function fillReset(page: Page, code: string, password: string, again = password) {
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(again)
  await press(page, 'Reset password')
}

test('resets a forgotten password by a code and signs in', async ({ page, request }) => {
  const expectNoneOf = watchForLeaks(page)
  await page.goto('/login?redirect=%2Fsmac_inquiry')
  await fillSignIn(page, EMAIL, 'Forgotten#2026')
  await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.')
  await page.getByRole('link', { name: 'Forgot password?' }).click()

  await expect(title(page, 'Forgot password')).toBeVisible()
  await expect(page).toHaveTitle('Forgot password · Backoffice')
  await expect(page.getByLabel('Email')).toHaveValue(EMAIL)
  await expect(page.getByLabel('Email')).toBeFocused()
  await press(page, 'Send code')

  await expect(title(page, 'Reset password')).toBeVisible()
  await expect(page).toHaveTitle('Reset password · Backoffice')
  await expect(page.getByRole('main').getByRole('status')).toContainText('g***@b***')
  await expect(page.getByLabel('Email')).toHaveValue(EMAIL)
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  await expect(page.getByText('At least 12 characters')).toBeVisible()

  const sent = await resetCodeFor(request, EMAIL)
  const wrong = sent === '000000' ? '111111' : '000000'
  await fillReset(page, wrong, NEW_PASSWORD)
  await expect(code).toHaveAccessibleDescription('This code is incorrect. Check it and try again. 6 digits')
  await expect(code).toBeFocused()
  await expectNoneOf([EMAIL, 'Forgotten#2026', NEW_PASSWORD, wrong, sent])

  await code.fill(sent)
  await press(page, 'Reset password')
  await expect(title(page, 'Sign in')).toBeVisible()
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    'The password was changed. Sign in with it.',
  )
  await expect(page.getByLabel('Email')).toHaveValue(EMAIL)
  await expect(page.getByLabel('Password')).toBeFocused()
  // The return path is kept.
  await expect(page).toHaveURL(/\/login\?redirect=%2Fsmac_inquiry$/)
  await expectNoneOf([EMAIL, 'Forgotten#2026', NEW_PASSWORD, wrong, sent])

  await fillSignIn(page, EMAIL, PASSWORD)
  await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.')
  await fillSignIn(page, EMAIL, NEW_PASSWORD)
  await expect(page).toHaveURL(/\/smac_inquiry$/)
  await test.step('by keyboard to the previous one', () => resetByKeyboard(page, request, sent))
})

async function resetByKeyboard(page: Page, request: APIRequestContext, known: string): Promise<void> {
  const type = (words: string) => page.keyboard.type(words)
  const keys = async (...names: string[]) => {
    for (const name of names) await page.keyboard.press(name)
  }
  await press(page, 'Sign out')
  await expect(page.getByLabel('Email')).toBeFocused()
  await keys('Tab', 'Tab', 'Tab')
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeFocused()
  await keys('Enter')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(title(page, 'Forgot password')).toBeVisible()
  await type(EMAIL)
  await keys('Enter')
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await type(await resetCodeFor(request, EMAIL, known))
  // Skip the button that sends another code.
  await keys('Tab', 'Tab')
  await expect(page.getByLabel('New password')).toBeFocused()
  await type(PASSWORD)
  await keys('Tab', 'Tab')
  await type(PASSWORD)
  await keys('Enter')
  await expect(title(page, 'Sign in')).toBeVisible()
  await expect(page.getByLabel('Password')).toBeFocused()
  await type(PASSWORD)
  await keys('Enter')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
}
