import type { Browser, Page } from '@playwright/test'
import { emailOf, PASSWORD, signIn } from './demo-users.ts'
import { press, title } from './page-objects.ts'
import { test as base } from './provider-fixture.ts'
import { storageKeys } from './session-storage.ts'
import { expect } from './test.ts'

export const USER = 'supervisor'
export const EMAIL = emailOf(USER)
export const NEW_PASSWORD = 'Quiet#Harbour-2027'

/** Resets the account after each test, also if it fails. */
export const test = base.extend<{ restoredAccount: undefined }>({
  restoredAccount: [
    async ({ provider }, use) => {
      await use(undefined)
      await provider.admin('AdminSetUserMFAPreference', {
        Username: EMAIL,
        SoftwareTokenMfaSettings: { Enabled: false },
      })
      await provider.admin('AdminSetUserPassword', { Username: EMAIL, Password: PASSWORD, Permanent: true })
    },
    { auto: true },
  ],
})

export const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
export const pressInDialog = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()

export async function openAccount(page: Page) {
  await signIn(page, USER)
  await page.getByRole('link', { name: EMAIL }).click()
  await expect(title(page, 'Account')).toBeFocused()
}

export async function signInOnOtherDevice(browser: Browser) {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, USER)
  await page.getByRole('link', { name: 'SMAC Inquiry' }).click()
  await expect(title(page, 'SMAC Inquiry')).toBeVisible()
  return page
}

export async function fillPasswords(page: Page, current: string, next: string, again = next) {
  await field(page, 'Current password').fill(current)
  await field(page, 'New password').fill(next)
  await field(page, 'Confirm password').fill(again)
  await press(page, 'Change password')
}

/** The ended session closes the event stream, and the refused reconnect signs out. */
export async function expectSignedOut(page: Page) {
  await expect(title(page, 'Sign in')).toBeVisible()
  expect(await storageKeys(page)).toEqual([])
}
