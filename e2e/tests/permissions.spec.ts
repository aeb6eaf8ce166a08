import type { Route } from '@playwright/test'
import { followCalls } from './api-calls.ts'
import { expectAccessible } from './axe.ts'
import { signIn, startSession } from './demo-users.ts'
import { roundTrip, title } from './page-objects.ts'
import { DENIED } from './permission-matrix.ts'
import { expect, test } from './test.ts'

test('the navigation lists only the screens of the role', async ({ page }) => {
  await signIn(page, 'viewer')
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links).toHaveText(['Operational Dashboard', 'Approvals'])
  // Everyone sees the figures, but not the link to the list.
  await expect(page.getByText(/^(received|No files received)/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open now' })).toHaveCount(0)
})

for (const { path, name } of [
  { path: '/smac_inquiry?tab=file', name: 'Upload file' },
  { path: '/lookup/tenders', name: 'Import' },
])
  test(`a file dropped on ${path} without permission is not uploaded`, async ({ page }) => {
    await startSession(page, 'auditor')
    await page.goto(path)
    const button = page.getByRole('button', { name })
    await expect(button).toHaveAttribute('data-denied')
    const { writes } = followCalls(page)
    const dataTransfer = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['card_number'], 'cards.csv', { type: 'text/csv' }))
      return transfer
    })
    await button.dispatchEvent('drop', { dataTransfer })
    await expect(page.getByText(DENIED)).toHaveCount(1)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await roundTrip(page)
    expect(writes).toEqual([])
  })

test('a form keeps its input when its permission is revoked, and sends nothing', async ({ page }) => {
  await startSession(page, 'lookup')
  // A later reply or event would restore the permission.
  await page.route('**/file_tracker/events', () => {})
  const access = page.waitForResponse(/\/role\/access-policy$/)
  await page.goto('/lookup/tenders/create')
  await (await access).finished()
  const field = page.getByLabel('Tender ID', { exact: true })
  await field.fill('GATE')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(save).not.toHaveAttribute('aria-disabled')

  // Another tab notices the change.
  const other = await page.context().newPage()
  await other.goto('/builds/latest.json')
  await other.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('auth') ?? '')
    stored.state.auth.userDetails.policies = ['tender:view', 'file:view']
    localStorage.setItem('auth', JSON.stringify(stored))
  })

  await expect(save).toHaveAttribute('aria-disabled', 'true')
  const { writes } = followCalls(page)
  await field.press('Enter')
  await expect(page.getByText(DENIED)).toHaveCount(1)
  await field.press('ControlOrMeta+s')
  await page.locator('form').evaluate((form) => form instanceof HTMLFormElement && form.requestSubmit())
  await roundTrip(page)
  await expect(page.getByText(DENIED)).toHaveCount(1)
  expect(writes).toEqual([])
  await expect(field).toHaveValue('GATE')
})

test('a refused screen explains what is missing, which roles allow it and who can grant it', async ({
  page,
}) => {
  await startSession(page, 'agent')
  await page.goto('/lookup/tenders')
  await expect(title(page, 'No access')).toBeVisible()
  const why = page.getByRole('button', { name: 'Why?' })
  await expect(why).toHaveAttribute('aria-expanded', 'false')

  const fail = (route: Route) => route.fulfill({ status: 503, json: {} })
  await page.route('**/access/explain', fail)
  await why.press('Enter')
  await expect(why).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText('The explanation could not be loaded.')).toBeVisible()
  await page.unroute('**/access/explain', fail)
  await page.getByRole('button', { name: 'Try again' }).click()

  const explanation = page.getByRole('main').getByRole('status')
  await expect(explanation).toContainText('Your role is Inquiry agent')
  await expect(explanation).toContainText('doesn’t include the module Lookup')
  await expect(explanation).toContainText('a statement for tender:view')
  // Other tests create such roles too; five are named.
  await expect(explanation).toContainText(/Roles that allow it: \S/)
  await expect(explanation).toContainText('It can be granted by')
  await expectAccessible(page)
  await why.click()
  await expect(explanation).toHaveCount(0)
})
