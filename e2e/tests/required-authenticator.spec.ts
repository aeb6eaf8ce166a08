import type { Page } from '@playwright/test'
import { newName, policyNamed } from './access-records.ts'
import { authenticatorApp } from './authenticator-app.ts'
import { expectAccessible } from './axe.ts'
import { fillSignIn, PASSWORD, startSession } from './demo-users.ts'
import { watchForLeaks } from './leak-detector.ts'
import { press, title } from './page-objects.ts'
import { test as base } from './provider-fixture.ts'
import { aTender, field, newCode, openTender, save } from './tender-records.ts'
import { expect } from './test.ts'
import { aUser, callUsers, type User, untilInvited } from './user-records.ts'

const TITLE = 'Set up an authenticator'
const step = (page: Page) => page.getByRole('dialog', { name: TITLE })
const inStep = (page: Page, name: string) => step(page).getByRole('button', { name, exact: true })

/** A new user of a role that requires an authenticator, and the administrator who can change both. */
const test = base.extend<{ administrator: Page; newUser: User }>({
  administrator: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ ...(baseURL && { baseURL }) })
    const page = await context.newPage()
    await startSession(page, 'admin')
    await use(page)
    await context.close()
  },
  newUser: async ({ administrator, provider }, use) => {
    const policy_ids = [await policyNamed(administrator, 'Lookup maintenance')]
    const body = { name: newName('Role'), modules: ['Lookup'], policy_ids, requires_second_factor: true }
    const { id } = await callUsers<{ id: string }>(administrator, 'POST', '/role', body)
    const user = await aUser(administrator, { role_id: id })
    await untilInvited(administrator, user)
    const Username = user.email
    await provider.admin('AdminSetUserPassword', { Username, Password: PASSWORD, Permanent: true })
    await use(user)
  },
})

/** Sets the authenticator up in the step that covers the screen. */
async function setUp(page: Page) {
  await step(page).getByLabel('Password', { exact: true }).fill(PASSWORD)
  await inStep(page, 'Continue').click()
  const key = ((await step(page).getByRole('code').textContent()) ?? '').replaceAll(' ', '')
  const app = authenticatorApp(key)
  await expectAccessible(page)
  await step(page).getByLabel('Code', { exact: true }).fill(app.nextCode())
  await inStep(page, 'Confirm').click()
  await expect(step(page)).toHaveCount(0)
  return { app, key }
}

test('the next sign-in leads to the set-up, which returns to the screen; a removal asks again without losing input', async ({
  page,
  administrator,
  newUser,
}) => {
  const expectNoneOf = watchForLeaks(page)
  await page.goto('/lookup/tenders')
  await expect(title(page, 'Sign in')).toBeVisible()
  await fillSignIn(page, newUser.email, PASSWORD)
  await expect(step(page)).toBeVisible()
  await expect(page).toHaveURL(/\/lookup\/tenders/)

  await test.step('every screen shows only the set-up, which can be left by signing out', async () => {
    await expectAccessible(page)
    await page.goto('/account')
    await expect(step(page)).toBeVisible()
    await expect(step(page).getByRole('link')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(step(page)).toBeVisible()
    await inStep(page, 'Sign out').click()
    await expect(title(page, 'Sign in')).toBeVisible()
  })

  await page.goto('/lookup/tenders')
  await fillSignIn(page, newUser.email, PASSWORD)
  const { key } = await setUp(page)
  await expect(page).toHaveURL(/\/lookup\/tenders/)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectNoneOf([PASSWORD, key, 'otpauth'])

  await test.step('a save after the removal by an administrator waits for the set-up, and is done', async () => {
    const code = newCode()
    await aTender(page, code)
    await openTender(page, code)
    await field(page, 'Tender name').fill('Typed before the removal')
    const reset = { id: newUser.id, mode: 'authenticator' }
    await callUsers(administrator, 'PATCH', '/reset-password', reset)
    await untilInvited(administrator, newUser)
    // Another call of the page may be refused first. The click then waits until the step is done.
    const saving = save(page)
    await expect(step(page)).toBeVisible()
    await setUp(page)
    await saving
    await expect(page.getByText('Typed before the removal').first()).toBeVisible()
  })

  await test.step('the next sign-in needs a code, and no set-up', async () => {
    await press(page, 'Sign out')
    await expect(title(page, 'Sign in')).toBeVisible()
    await fillSignIn(page, newUser.email, PASSWORD)
    await expect(title(page, 'Enter your code')).toBeVisible()
  })
})
