import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { startSession } from './demo-users.ts'
import { holdToastTimers, title } from './page-objects.ts'
import { aTender, callTenders, field, newCode, openTender, pane, rowLink, save } from './tender-records.ts'
import { expect, test } from './test.ts'

test.beforeEach(({ page }) => startSession(page, 'admin'))

test('input in a deleted tender can be kept as a new tender', async ({ page }) => {
  // A closing toast ignores presses, and an open one covers the actions.
  await holdToastTimers(page)
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

  await test.step('Undo restores a deleted tender, also after a navigation', async () => {
    await rowLink(page, code).click()
    await expect(field(page, 'Tender name')).toBeVisible()
    // Input is deleted too.
    await field(page, 'Tender name').fill('typed')
    await pane(page)
      .getByRole('button', { name: `Actions of FUEL ${code}` })
      .press('Enter')
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
    const undo = page.getByRole('button', { name: 'Undo' })
    await expect(page.getByText(`FUEL ${code} deleted`)).toBeVisible()
    await expect(pane(page)).toHaveCount(0)
    await expect(rowLink(page, code)).toHaveCount(0)
    await page.getByRole('link', { name: 'Operational Dashboard' }).click()
    // The navigation moves the focus.
    await expect(title(page, 'Operational Dashboard')).toBeFocused()
    await undo.press('Enter')
    await expect(page.getByText(`FUEL ${code} restored`)).toBeVisible()
    await page.goBack()
    await rowLink(page, code).click()
    // Reusing its key brought the first row back. Its versions: created, deleted, back, deleted, restored.
    await expect(pane(page).getByText('Version 5, saved by Alma Dizon')).toBeVisible()
  })
  await test.step('a tender in use keeps its key and can only be deactivated', () => keepsItsKey(page))
})

async function keepsItsKey(page: Page): Promise<void> {
  const { reply } = await callTenders(page, '', { page: 1, page_size: 100 })
  const used = reply.resource.items.find(
    (row: { in_use_since: string | null; status: string }) => row.in_use_since && row.status === 'ACTIVE',
  )
  const name = `${used.source_system} ${used.tender_id}`
  await page.getByRole('searchbox').fill(used.tender_id)
  await page.getByRole('link', { name: new RegExp(`^${name}\\b`) }).click()
  for (const label of ['Source system', 'Tender ID', 'Company'])
    await expect(field(page, label)).toHaveAttribute('readonly')
  await expect(field(page, 'Tender name')).toBeEditable()
  await expect(pane(page).getByText(/^In use since/)).toBeVisible()
  await pane(page)
    .getByRole('button', { name: `Actions of ${name}` })
    .press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `${name} was not deleted` })
  await expect(dialog).toContainText(/In use by [\d,]+ transactions?/)
  await expectAccessible(page, 'dialog')
  await dialog.getByRole('button', { name: 'Deactivate instead' }).click()
  await expect(page.getByText(`${name} deactivated`)).toBeVisible()
  await expect(pane(page).getByText('Inactive', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByText(`${name} activated again`)).toBeVisible()
}
