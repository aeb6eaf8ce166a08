import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { emailOf, fillSignIn, PASSWORD } from './demo-users.ts'
import { IDP, operationOf } from './idp.ts'
import { watchForLeaks } from './leak-detector.ts'
import { resetCodeFor } from './outbox.ts'
import { press, title, waitUntilInteractive } from './page-objects.ts'
import { expect, test } from './test.ts'

// Not used by other specs, because its password changes.
const EMAIL = emailOf('glass')
const UNKNOWN = 'gone@backoffice.test'
const NEW_PASSWORD = 'Another-one#2026'

async function requestCode(page: Page, email: string) {
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(email)
  await press(page, 'Send code')
  await expect(title(page, 'Reset password')).toBeVisible()
}

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
})

test('resets a password by keyboard to the previous one', async ({ page, request }) => {
  const type = (words: string) => page.keyboard.type(words)
  const keys = async (...names: string[]) => {
    for (const name of names) await page.keyboard.press(name)
  }
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeFocused()
  await keys('Tab', 'Tab', 'Tab')
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeFocused()
  await keys('Enter')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(title(page, 'Forgot password')).toBeVisible()
  await type(EMAIL)
  await keys('Enter')
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await type(await resetCodeFor(request, EMAIL))
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
})

test('known and unknown emails get the same replies, also for a wrong code', async ({ page }) => {
  const replies: (string | null | undefined)[] = []
  for (const email of [EMAIL, UNKNOWN]) {
    await requestCode(page, email)
    const status = await page.getByRole('main').getByRole('status').textContent()
    await fillReset(page, '000000', NEW_PASSWORD)
    await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/is incorrect/)
    const text = (await page.getByRole('main').textContent())?.replace(/in \d+ s/, 'in a while')
    replies.push(status, text)
  }
  expect(replies.slice(2)).toEqual(replies.slice(0, 2))
})

test('another code can be requested after a minute', async ({ page }) => {
  await page.clock.install()
  const requestedAt = await clockOf(page)
  await requestCode(page, UNKNOWN)
  const resend = page.getByRole('button', { name: 'Send another code' })
  await expect(resend).toHaveAttribute('aria-disabled', 'true')
  await expectMinuteSince(page, requestedAt)
  await page.clock.fastForward(30_000)
  await expect(page.getByText(/^in (30|[12]?\d) s$/)).toBeVisible()
  await page.clock.fastForward(31_000)
  await expect(resend).not.toHaveAttribute('aria-disabled')
  const resent = page.waitForRequest(IDP)
  const resentAt = await clockOf(page)
  await resend.click()
  expect(operationOf(await resent)).toBe('ForgotPassword')
  await expectMinuteSince(page, resentAt)
})

const clockOf = (page: Page) => page.evaluate(() => Date.now())

/** Checks that the countdown of a minute began no earlier than `ms` on the page's clock. */
async function expectMinuteSince(page: Page, ms: number): Promise<void> {
  const wait = page.getByText(/^in (60|[1-5]?\d) s$/)
  const left = Number.parseInt((await wait.innerText()).slice('in '.length), 10)
  const passed = ((await clockOf(page)) - ms) / 1000
  expect(left).toBeGreaterThanOrEqual(Math.floor(60 - passed))
}

test('/reset opened directly requires the email, and every field shows what is missing', async ({ page }) => {
  await page.goto('/reset')
  const email = page.getByLabel('Email')
  await expect(email).toBeFocused()
  await press(page, 'Reset password')
  await expect(email).toHaveAccessibleDescription('Username cannot be empty')
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toHaveAccessibleDescription('Confirmation code cannot be empty 6 digits')
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/^Password cannot be empty/)
  await expectAccessible(page)

  await page.reload()
  await waitUntilInteractive(page)
  await press(page, 'Send code')
  await expect(email).toHaveAccessibleDescription('Username cannot be empty')
  await email.fill(UNKNOWN)
  await fillReset(page, ' 12345', 'short', 'other')
  await expect(code).toHaveAccessibleDescription('Code is invalid 6 digits')
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(
    /^Must contain at least 12 characters/,
  )
  await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription('Passwords do not match')

  await page.goto('/forgot-password')
  await press(page, 'Send code')
  await expect(email).toHaveAccessibleDescription('Username cannot be empty')
  await expectAccessible(page)
})

const REJECTIONS = [
  ['ExpiredCodeException', 'This code has expired. Request a new code.', 'Code'],
  ['InvalidPasswordException', 'The password does not meet the rules below.', 'New password'],
  ['TooManyFailedAttemptsException', 'Too many attempts. Wait up to an hour, then request a new code.'],
  ['InternalErrorException', 'That did not work. Try again in a moment.'],
] as const

test('shows every error of a new password at its field', async ({ page }) => {
  await requestCode(page, UNKNOWN)
  for (const [name, words, label] of REJECTIONS) {
    await page.route(IDP, (route) =>
      route.fulfill({ status: 400, json: { __type: name, message: 'in the words of the provider' } }),
    )
    await fillReset(page, '123456', NEW_PASSWORD)
    if (label)
      await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(
        new RegExp(`^${words}`),
      )
    else await expect(page.getByRole('alert')).toHaveText(words)
    await page.unrouteAll()
  }
  await page.route(IDP, (route) => route.abort('connectionrefused'))
  await press(page, 'Reset password')
  await expect(page.getByRole('alert')).toHaveText(/The server cannot be reached/)
  await expectAccessible(page)
})
