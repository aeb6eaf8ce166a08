import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { emailOf, fillSignIn, PASSWORD, signIn, startSession } from './demo-users.ts'
import { watchForLeaks } from './leak-detector.ts'
import { title, typeUnsaved } from './page-objects.ts'
import { readSession, revokeSession, storageKeys } from './session-storage.ts'
import { aTender, newCode, openTender, save } from './tender-records.ts'
import { expect, test } from './test.ts'

const MINUTE_MS = 60_000
const ROLE = '**/role/access-policy'
const FORM = '/lookup/tenders/create'

const again = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' })
const name = (page: Page) => page.getByLabel('Tender name')

/** Ends the session and lets its refresh fail. */
async function interrupt(page: Page): Promise<void> {
  await revokeSession(page)
  await page.context().clock.fastForward(41 * MINUTE_MS)
  await expect(again(page)).toBeVisible()
}

async function enterPassword(page: Page, text: string): Promise<void> {
  await again(page).getByLabel('Password', { exact: true }).fill(text)
  await page.keyboard.press('Enter')
}

const problem = (status: number, code: string, detail: string) => ({
  status,
  contentType: 'application/problem+json',
  json: { type: 'about:blank', title: 'Unauthorized', status, code, detail },
})

test('a session that ends over unsaved input reauthenticates in place, and the form continues', async ({
  page,
}) => {
  page.on('dialog', () => expect('the browser').toBe('silent'))
  const expectNoneOf = watchForLeaks(page)
  await page.context().clock.install()
  await startSession(page, 'lookup')
  const code = newCode()
  await aTender(page, code)
  await openTender(page, code)
  await typeUnsaved(page, 'Tender name', 'Typed before the end')
  await interrupt(page)
  const alert = again(page).getByRole('alert')
  await test.step('nothing closes the dialog, and a wrong password is refused', async () => {
    expect(await storageKeys(page)).toEqual([])
    await expect(again(page)).toContainText(emailOf('lookup'))
    await expectAccessible(page)
    for (let time = 0; time < 2; time++) await page.keyboard.press('Escape')
    await enterPassword(page, 'Wrong#2026')
    await expect(alert).toHaveText('Incorrect password.')
  })
  await test.step('access that cannot be loaded, and a disabled user, get a message in place', async () => {
    for (const [reply, text] of [
      [{ status: 500, json: {} }, 'Something went wrong on the server.'],
      [problem(401, 'user_disabled', 'User is disabled.'), 'This account is disabled.'],
    ] as const) {
      await page.route(ROLE, (route) => route.fulfill(reply))
      await enterPassword(page, PASSWORD)
      await expect(alert).toContainText(text)
      expect(await storageKeys(page)).toEqual([])
      await page.unroute(ROLE)
    }
  })
  await enterPassword(page, PASSWORD)
  await expect(again(page)).toHaveCount(0)
  await expect(name(page)).toHaveValue('Typed before the end')
  expect((await readSession(page)).isAuthenticated).toBe(true)
  await expectNoneOf([PASSWORD, 'Wrong#2026'])
  await test.step('a submit after the end of the session shows an error and can be repeated', async () => {
    const update = '**/lookup/tenders/update'
    await page.route(update, (route) =>
      route.fulfill(problem(401, 'session_revoked', 'Access Token has been revoked')),
    )
    await save(page)
    await expect(again(page)).toBeVisible()
    await page.unroute(update)
    await enterPassword(page, PASSWORD)
    await expect(page.getByText('Your session had ended before this was sent.')).toBeVisible()
    await save(page)
    await expect(page.getByRole('row', { name: /Typed before the end/ })).toBeVisible()
  })
})

test('unsaved input waits for its user in any tab, and is gone for another user', async ({
  page,
  context,
}) => {
  let prompts = 0
  page.on('dialog', (dialog) => {
    prompts += 1
    void dialog.accept()
  })
  await context.clock.install()
  await signIn(page, 'lookup', FORM)
  await typeUnsaved(page, 'Tender name', 'Kept')
  const other = await context.newPage()
  await other.goto(FORM)
  await typeUnsaved(other, 'Tender name', 'Left')
  await interrupt(page)
  await test.step('it survives leaving in another tab and a failed sign-in there', async () => {
    await expect(again(other)).toBeVisible()
    await again(other).getByRole('button', { name: 'Leave without saving' }).click()
    await expect(title(other, 'Sign in')).toBeVisible()
    await expect(other).toHaveURL('/login')
    await expect(again(page)).toBeVisible()
    await other.route(ROLE, (route) => route.fulfill({ status: 500, json: {} }))
    await fillSignIn(other, emailOf('viewer'), PASSWORD)
    await expect(other.getByRole('alert')).toBeVisible()
    await expect(again(page)).toBeVisible()
    await other.unroute(ROLE)
  })
  await test.step('signing in there lets this tab continue', async () => {
    await fillSignIn(other, emailOf('lookup'), PASSWORD)
    await expect(title(other, 'Operational Dashboard')).toBeVisible()
    await expect(again(page)).toHaveCount(0)
    await expect(name(page)).toHaveValue('Kept')
  })
  await test.step('a tab without unsaved input goes to sign-in; another user there does not see the input', async () => {
    await interrupt(page)
    await expect(title(other, 'Sign in')).toBeVisible()
    const loaded = page.waitForEvent('load')
    await fillSignIn(other, emailOf('viewer'), PASSWORD)
    await loaded
    await expect(page.getByText('Kept')).toHaveCount(0)
    await expect(name(page)).toHaveCount(0)
    expect(prompts).toBe(0)
  })
})
