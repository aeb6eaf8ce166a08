import type { Page } from '@playwright/test'
import type { Provider } from '../system/open-provider.ts'
import { expectAccessible } from './axe.ts'
import { type DemoUser, emailOf, PASSWORD, startSession } from './demo-users.ts'
import { watchForLeaks } from './leak-detector.ts'
import { press, tabTo, title } from './page-objects.ts'
import { test } from './provider-fixture.ts'
import { readSession } from './session-storage.ts'
import { expect } from './test.ts'
import { aUser, button, callUsers, nameOf, openUser, pane, type User, userRow } from './user-records.ts'

const USER = 'access'
const OLD_MS = 11 * 60_000
const ROLE = 'Inquiry supervisor'

const dialog = (page: Page) => page.getByRole('alertdialog', { name: 'Confirm it’s you' })
const password = (page: Page) => dialog(page).getByLabel('Password', { exact: true })

/** Makes a session 11 minutes old. The next page refreshes its token, which keeps the time of the sign-in. */
async function ageSession(page: Page, provider: Provider, user: DemoUser): Promise<void> {
  await provider.ageSignIns(emailOf(user), OLD_MS)
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('auth') ?? '{}')
    stored.state.auth.tokenExpiration = Math.floor(Date.now() / 1_000)
    localStorage.setItem('auth', JSON.stringify(stored))
  })
}

/** A new user, opened in an old session. */
const it = test.extend<{ edited: User }>({
  edited: async ({ page, provider }, use) => {
    await startSession(page, USER)
    const user = await aUser(page)
    await ageSession(page, provider, USER)
    await openUser(page, user)
    await use(user)
  },
})

/** Changes a text, and gives a high-risk role. */
async function edit(page: Page, user: User): Promise<void> {
  await page.getByRole('link', { name: 'Edit' }).click()
  const form = pane(page, nameOf(user))
  await form.getByLabel('Department').fill('Night desk')
  await form.getByRole('combobox', { name: 'Role' }).fill(ROLE)
  await page.getByRole('option', { name: ROLE }).click()
  await expect(form.getByText(`${nameOf(user)} gains`)).toBeVisible()
}

async function expectEdited(page: Page, user: User): Promise<void> {
  const form = pane(page, nameOf(user))
  await expect(form.getByLabel('Department')).toHaveValue('Night desk')
  await expect(form.getByRole('combobox', { name: 'Role' })).toHaveValue(ROLE)
}

it('a grant asks for the password and goes on with everything that was typed', async ({ page, edited }) => {
  const expectNoneOf = watchForLeaks(page)
  await edit(page, edited)
  const before = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  await button(page, 'Save').click()
  await expect(dialog(page)).toContainText(`Enter the password of ${emailOf(USER)} to continue`)
  await expect(password(page)).toBeFocused()
  await expectAccessible(page, 'dialog')
  await password(page).fill('Wrong#2026-wrong')
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await expect(password(page)).toHaveAccessibleDescription('Incorrect password.')
  await expect(password(page)).toBeFocused()
  await expectAccessible(page, 'dialog')
  const confirmed = page.waitForRequest(/\/account\/identity\/confirm$/)
  await password(page).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(pane(page, nameOf(edited)).getByText('Night desk')).toBeVisible()
  await expect(pane(page, nameOf(edited)).getByRole('link', { name: ROLE })).toBeVisible()
  // The session is the same, and the token of the sign-in was in memory only.
  const tokens = (stored: string) =>
    Object.entries(JSON.parse(stored)).filter(([key]) => key.startsWith('Cognito') || key === 'auth')
  const now = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  const withoutTime = (stored: string) => JSON.stringify(tokens(stored)).replace(/activeAtMs\D+\d+/, '')
  expect(withoutTime(now)).toBe(withoutTime(before))
  const { token } = (await confirmed).postDataJSON()
  await expectNoneOf([token, PASSWORD])

  // Another page does not ask again.
  await page.goto('/users/users_list')
  await expect(title(page, 'Users')).toBeVisible()
  await press(page, 'Export')
  await page
    .getByRole('dialog', { name: 'Export' })
    .getByRole('button', { name: /^Current view/ })
    .click()
  await expect(page.getByRole('status').filter({ hasText: 'is ready to download' })).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
})

it('cancelling keeps the form, writes nothing and shows no error', async ({ page, edited }) => {
  await edit(page, edited)
  for (const cancel of [
    () => dialog(page).getByRole('button', { name: 'Cancel' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await button(page, 'Save').click()
    await expect(password(page)).toBeFocused()
    await cancel()
    await expect(dialog(page)).toHaveCount(0)
    await expect(button(page, 'Save')).toBeFocused()
    await expect(button(page, 'Save')).not.toHaveAttribute('aria-disabled')
    await expectEdited(page, edited)
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
  const { version } = await callUsers<User>(page, 'GET', `/${edited.id}`)
  expect(version).toBe(edited.version)
  expect((await readSession(page)).isAuthenticated).toBe(true)
})

it('by keyboard alone, from a form and from a list', async ({ page, edited }) => {
  await edit(page, edited)
  await page.keyboard.press('Control+Enter')
  await expect(password(page)).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expectEdited(page, edited)
  await page.keyboard.press('Control+Enter')
  await expect(password(page)).toBeFocused()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(pane(page, nameOf(edited)).getByRole('link', { name: ROLE })).toBeVisible()
  await test.step('a list asks again once the confirmation has ended', async () => {
    // As a lock of the screen does.
    await callUsers(page, 'POST', '/account/identity/end-confirmation')
    await page.goto(`/users/users_list?q=${edited.family_name}`)
    await expect(userRow(page, edited.family_name)).toBeVisible()
    await tabTo(page, 'button', 'Export')
    await page.keyboard.press('Enter')
    await tabTo(page, 'button', /^Current view/)
    await page.keyboard.press('Enter')
    await expect(password(page)).toBeFocused()
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'is ready to download' })).toBeVisible()
  })
})

it('the dialog fits a narrow screen', async ({ page, edited }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await edit(page, edited)
  await button(page, 'Save').click()
  await expect(password(page)).toBeFocused()
  await expectAccessible(page, 'dialog')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
})

test('a card number is revealed after the password', async ({ page, provider }) => {
  await startSession(page, 'supervisor')
  await ageSession(page, provider, 'supervisor')
  await page.goto('/smac_inquiry')
  await page.getByLabel('Card number').fill('9990000000000029')
  await page.getByLabel('Purpose').selectOption('FRAUD_REVIEW')
  await page.getByLabel('Ticket number').fill('OPS-29')
  await button(page, 'Run inquiry').click()
  await button(page, 'Reveal').click()
  await button(page, 'Reveal for 30 s').click()
  await password(page).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('9990 0000 0000 0029')).toBeVisible()
})
