import { expectAccessible } from './axe.ts'
import { startSession } from './demo-users.ts'
import { aTender, callTenders, field, newCode, openTender, pane, rowLink, save } from './tender-records.ts'
import { expect, test } from './test.ts'
import { holdToastTimers } from './toasts.ts'

test.beforeEach(({ page }) => startSession(page, 'admin'))

test('input in a deleted tender can be kept as a new tender', async ({ page }) => {
  const code = newCode()
  const { id, version } = await aTender(page, code)
  await openTender(page, code)
  await field(page, 'Tender name').fill(`${code} typed`)
  await callTenders(page, 'delete', { items: [{ id, version }] })
  await save(page)
  await expect(pane(page).getByText('This tender was deleted in the meantime.')).toBeVisible()
  await expect(field(page, 'Tender name')).toHaveValue(`${code} typed`)
  await pane(page).getByRole('button', { name: 'Keep as a new tender' }).click()
  await expect(pane(page).getByRole('heading', { name: 'Create tender' })).toBeVisible()
  await expect(field(page, 'Tender name')).toHaveValue(`${code} typed`)
  await save(page)
  await expect(page.getByText(`FUEL ${code} created`)).toBeVisible()
  await expect(rowLink(page, code)).toBeFocused()
})

test('Undo restores a deleted tender, also after a navigation', async ({ page }) => {
  // A closing toast ignores presses.
  await holdToastTimers(page)
  const code = newCode()
  const { id } = await aTender(page, code)
  await openTender(page, code)
  // Input is deleted too.
  await field(page, 'Tender name').fill('typed')
  await pane(page)
    .getByRole('button', { name: `Actions of FUEL ${code}` })
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(page.getByText(`FUEL ${code} deleted`)).toBeVisible()
  await expect(pane(page)).toHaveCount(0)
  await expect(rowLink(page, code)).toHaveCount(0)
  await page.getByRole('link', { name: 'Operational Dashboard' }).click()
  await undo.press('Enter')
  await expect(page.getByText(`FUEL ${code} restored`)).toBeVisible()
  await page.goto(`/lookup/tenders/${id}`)
  await expect(pane(page).getByText('Version 3, saved by Alma Dizon')).toBeVisible()
})

test('a missing tender shows a message and a link back', async ({ page }) => {
  for (const id of ['00000000-0000-4000-8000-000000000000', 'no-id']) {
    await page.goto(`/lookup/tenders/${id}?q=Z`)
    await expect(pane(page).getByText('This tender does not exist, or was deleted.')).toBeVisible()
  }
  await pane(page).getByRole('link', { name: 'Back to Tenders' }).click()
  await expect(page).toHaveURL(/\/lookup\/tenders\?q=Z$/)
})

test('a tender in use keeps its key and can only be deactivated', async ({ page }) => {
  const { reply } = await callTenders(page, '', { page: 1, page_size: 100 })
  const used = reply.resource.items.find(
    (row: { in_use_since: string | null; status: string }) => row.in_use_since && row.status === 'ACTIVE',
  )
  const name = `${used.source_system} ${used.tender_id}`
  await page.goto(`/lookup/tenders/${used.id}`)
  for (const label of ['Source system', 'Tender ID', 'Company'])
    await expect(field(page, label)).toHaveAttribute('readonly')
  await expect(field(page, 'Tender name')).toBeEditable()
  await expect(pane(page).getByText(/^In use since/)).toBeVisible()
  await pane(page)
    .getByRole('button', { name: `Actions of ${name}` })
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: `${name} was not deleted` })
  await expect(dialog).toContainText(/In use by [\d,]+ transactions?/)
  await expectAccessible(page, 'dialog')
  await dialog.getByRole('button', { name: 'Deactivate instead' }).click()
  await expect(page.getByText(`${name} deactivated`)).toBeVisible()
  await expect(pane(page).getByText('Inactive', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByText(`${name} activated again`)).toBeVisible()
})

test('a save that ends after leaving its form keeps the next record open', async ({ page }) => {
  const code = newCode()
  await aTender(page, code)
  const second = newCode()
  await aTender(page, second, { tender_name: `${code} second` })
  const reply = Promise.withResolvers<void>()
  await page.route('**/lookup/tenders/update', async (route) => {
    await reply.promise
    await route.continue()
  })
  await openTender(page, code)
  await field(page, 'Tender name').fill(`${code} renamed`)
  await save(page)
  await rowLink(page, second).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(pane(page).getByRole('heading', { name: `Edit tender ${second}` })).toBeVisible()
  await field(page, 'Tender name').fill('typed')
  reply.resolve()
  await expect(page.getByText(`FUEL ${code} saved`)).toBeVisible()
  await expect(page.getByText(`${code} renamed`)).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(field(page, 'Tender name')).toHaveValue('typed')
})
