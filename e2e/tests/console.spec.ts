import type { ConsoleMessage, Page } from '@playwright/test'
import { emailOf, fillSignIn, PASSWORD } from './demo-users.ts'
import { waitUntilInteractive } from './page-objects.ts'
import { expect, test } from './test.ts'

/** Chromium logs every reply of 400 and above; a page cannot prevent it. */
const isRefusedCall = (message: ConsoleMessage) =>
  message.type() === 'error' &&
  /^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())

function listen(page: Page): string[] {
  const messages: string[] = []
  page.on('console', (message) => {
    if (!isRefusedCall(message)) messages.push(`${message.type()}: ${message.text()}`)
  })
  return messages
}

/** Waits for preloads too. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await waitUntilInteractive(page)
  await page.waitForLoadState('networkidle')
}

test('the console stays empty on the public pages, with a wrong code, a wrong password and the right one', async ({
  page,
}) => {
  const messages = listen(page)
  await test.step('a password is reset with a wrong code', async () => {
    for (const address of ['/components', '/reset', '/forgot-password']) {
      await open(page, address)
      expect(messages, address).toEqual([])
    }
    await page.getByLabel('Email').fill('unknown@backoffice.test')
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Reset password' })).toBeVisible()
    await page.getByLabel('Code', { exact: true }).fill('123456')
    await page.getByLabel('New password', { exact: true }).fill('Backoffice#2027')
    await page.getByLabel('Confirm password', { exact: true }).fill('Backoffice#2027')
    await page.getByRole('button', { name: 'Reset password' }).click()
    await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/is incorrect/)
    expect(messages).toEqual([])
  })
  await test.step('a wrong password, then the right one', async () => {
    await open(page, '/login')
    await fillSignIn(page, 'unknown@backoffice.test', 'Wrong#password1')
    await expect(page.getByRole('alert')).toBeVisible()
    // The last request of a screen. It never ends, so the network may never become idle.
    const stream = page.waitForResponse('**/file_tracker/events', { timeout: 0 })
    await fillSignIn(page, emailOf('viewer'), PASSWORD)
    await expect(page.getByRole('heading', { level: 1, name: 'Operational Dashboard' })).toBeVisible()
    await stream
    expect(messages).toEqual([])
  })
})
