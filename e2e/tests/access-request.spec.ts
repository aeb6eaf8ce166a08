import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { signIn, startSession } from './demo-users.ts'
import { holdEventStream, tabTo, title } from './page-objects.ts'
import { DENIED } from './permission-matrix.ts'
import { expect, test } from './test.ts'
import { button, callUsers, demoUserId, endTemporaryAccess, pane } from './user-records.ts'

const SCREEN = '/lookup/tenders'

const dialog = (page: Page, name = 'Request access') => page.getByRole('dialog', { name, exact: true })
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })

/** A page of an administrator, who decides requests of this worker's agent. */
async function anAdmin(browser: Browser): Promise<Page> {
  const page = await browser.newPage()
  await signIn(page, 'admin')
  return page
}

/** Sends the request of the dialog and returns the id of the request. */
async function send(page: Page): Promise<string> {
  await dialog(page).getByLabel('Reason').fill('A member complaint')
  await inDialog(page, 'Send request').click()
  const link = dialog(page, 'Request sent').getByRole('link', { name: 'View request' })
  await expect(link).toBeFocused()
  return (await link.getAttribute('href'))?.split('/').at(-1) ?? ''
}

async function approveRequest(page: Page, id: string): Promise<void> {
  const { content_hash } = await callUsers<{ content_hash: string }>(page, 'GET', `/approvals/${id}`)
  await callUsers(page, 'POST', '/approvals/approve', { items: [{ id, content_hash }] })
}

const withdraw = (page: Page, id: string) => callUsers(page, 'POST', '/approvals/withdraw', { id })

test('the least access is requested for an hour, works once approved, and ends', async ({
  page,
  browser,
}) => {
  const admin = await anAdmin(browser)
  await startSession(page, 'agent')
  await page.goto(SCREEN)
  await expect(title(page, 'No access')).toBeVisible()
  await button(page, 'Request access').click()
  const least = dialog(page).getByRole('radio').first()
  await expect(least).toBeChecked()
  await expect(least).toBeFocused()
  await expect(dialog(page)).toContainText('Missing: Module Lookup')
  await expect(dialog(page)).toContainText('Least access')
  await expect(dialog(page)).toContainText(/If approved now, ends (today|on \d+ \w+ \d{4}) at \d\d:\d\d/)
  await expect(dialog(page)).toContainText(/Alma Dizon.* decides/)
  await expectAccessible(page, 'dialog')
  const name = (await least.getAttribute('aria-labelledby')) ?? ''
  const chosen = (await page.locator(`[id="${name}"] strong`).textContent()) ?? ''

  const id = await send(page)
  await expectAccessible(page, 'dialog')
  await dialog(page, 'Request sent').getByRole('link', { name: 'View request' }).click()
  await expect(page).toHaveURL(`/approvals/${id}`)
  await expect(pane(page, `${chosen} for 1 hour`)).toContainText('A member complaint')

  await approveRequest(admin, id)
  await page.goto(SCREEN)
  await expect(title(page, 'Tenders')).toBeVisible()
  await page.goto('/account')
  await expect(page.getByRole('region', { name: 'Temporary access' })).toContainText(chosen)
  await page.goto(SCREEN)
  await expect(title(page, 'Tenders')).toBeVisible()

  await test.step('an administrator ends it, and the open page loses it', async () => {
    await admin.goto(`/users/users_list/${await demoUserId(admin, 'agent')}`)
    const card = admin.getByRole('region', { name: 'Temporary access' })
    await expect(card).toContainText('A member complaint')
    await expectAccessible(admin)
    await card.getByRole('button', { name: `End now ${chosen}` }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'End now' }).click()
    await expect(card).toHaveCount(0)
    await expect(title(page, 'No access')).toBeVisible()
    await page.goto(SCREEN)
    await expect(title(page, 'No access')).toBeVisible()
  })
  await admin.close()
})

test('without the event stream, a page notices the end by its first refused call', async ({
  page,
  browser,
}) => {
  const admin = await anAdmin(browser)
  await startSession(page, 'agent')
  await holdEventStream(page)
  const { choices } = await callUsers<{ choices: { id: string; type: string }[] }>(
    page,
    'POST',
    '/access-requests/options',
    { permission: 'tender:view' },
  )
  const { approval } = await callUsers<{ approval: { id: string } }>(page, 'POST', '/access-requests', {
    [`${choices[0]?.type}_id`]: choices[0]?.id,
    hours: 1,
    reason: 'A member complaint',
  })
  await approveRequest(admin, approval.id)
  await page.goto(SCREEN)
  await expect(page.getByRole('row')).not.toHaveCount(0)
  await endTemporaryAccess(admin, 'agent')
  await expect(title(page, 'Tenders')).toBeVisible()
  await page.getByRole('searchbox', { name: /^Search/ }).fill('points')
  await expect(title(page, 'No access')).toBeVisible()
  await admin.close()
})

test('by keyboard alone, and Escape loses nothing', async ({ page }) => {
  await startSession(page, 'agent')
  await page.goto(SCREEN)
  await tabTo(page, 'button', 'Request access')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(dialog(page).getByRole('radio').nth(1)).toBeChecked()
  await page.keyboard.press('ArrowUp')
  await tabTo(page, 'radio', '1 hour')
  await page.keyboard.press('ArrowRight')
  await expect(dialog(page).getByRole('radio', { name: '1 day' })).toBeChecked()
  await tabTo(page, 'textbox', 'Reason')
  await page.keyboard.type('Half a reason')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(button(page, 'Request access')).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Reason')).toHaveValue('Half a reason')
  await expect(dialog(page).getByRole('radio', { name: '1 day' })).toBeChecked()
  await tabTo(page, 'button', 'Send request')
  await page.keyboard.press('Enter')
  const link = dialog(page, 'Request sent').getByRole('link', { name: 'View request' })
  await expect(link).toBeFocused()
  const id = (await link.getAttribute('href'))?.split('/').at(-1) ?? ''
  await page.keyboard.press('Escape')
  await expect(button(page, 'Request access')).toBeFocused()

  await test.step('a second request is refused in the dialog', async () => {
    await page.keyboard.press('Enter')
    await inDialog(page, 'Send request').click()
    await expect(dialog(page).getByText('Enter Reason')).toBeInViewport({ ratio: 1 })
    await dialog(page).getByLabel('Reason').fill('Once more')
    await inDialog(page, 'Send request').click()
    await expect(dialog(page).getByRole('alert')).toContainText('is already waiting for approval')
  })
  await withdraw(page, id)
})

test('a denied control offers the request, without another text', async ({ page }) => {
  await startSession(page, 'auditor')
  await page.goto(SCREEN)
  const denied = button(page, 'Import')
  await expect(denied).toHaveAttribute('data-denied')
  await denied.click({ force: true })
  // A toast under the pointer stays.
  await page.getByText(DENIED, { exact: true }).hover()
  await expectAccessible(page, '.Toastify__toast')
  await button(page, 'Request access').click()
  await expect(dialog(page)).toContainText('tender:import')
  await expect(dialog(page)).toContainText('Included: Module Lookup')
  await page.keyboard.press('Escape')
  await expect(denied).toBeFocused()
})

test('the dialog fits a narrow screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await startSession(page, 'agent')
  await page.goto(SCREEN)
  await button(page, 'Request access').click()
  await dialog(page).getByText('Until date').click()
  await expect(dialog(page).getByLabel('Until', { exact: true })).toBeVisible()
  await expectAccessible(page, 'dialog')
  const width = await dialog(page).evaluate((element) => [element.scrollWidth, element.clientWidth])
  expect(width[0]).toBe(width[1])
  await expect(inDialog(page, 'Send request')).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
