import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { startSession } from './demo-users.ts'
import { expect, test } from './test.ts'

// Features of single tables. lookup-tables.spec.ts tests the common ones.

const pane = (page: Page) => page.getByRole('region', { name: /^(Create|Edit)/ })
const save = (page: Page) => pane(page).getByRole('button', { name: 'Save', exact: true })
const combobox = (page: Page, label: string) => pane(page).getByRole('combobox', { name: label, exact: true })

async function choose(page: Page, label: string, text: string): Promise<void> {
  await combobox(page, label).fill(text)
  await page.getByRole('option', { name: text, exact: false }).first().click()
}

test('moving a terminal needs a confirmation, and its moves are recorded', async ({ page }) => {
  const id = `Z${randomInt(10 ** 7)}`.padEnd(8, '0')
  await startSession(page, 'lookup')
  for (const branch of ['0101', '0103']) {
    await page.goto('/lookup/shell_tid/create')
    await pane(page).getByLabel('Terminal ID').fill(id)
    await choose(page, 'Company', 'NLF')
    await choose(page, 'Branch', branch)
    await save(page).click()
    if (branch === '0101') await expect(pane(page)).toHaveCount(0)
  }
  const question = page.getByRole('alertdialog', { name: `Move terminal ${id}?` })
  await expect(question.getByText(/^0101 /)).toBeVisible()
  await expect(question.getByText(/^0103 /)).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(pane(page).getByLabel('Terminal ID')).toHaveValue(id)
  await save(page).click()
  await question.getByRole('button', { name: 'Move terminal' }).click()
  await expect(pane(page)).toHaveCount(0)

  await page.goto(`/lookup/shell_tid?q=${id}`)
  await page.getByRole('table', { name: 'Terminals' }).locator('tbody').getByRole('link').first().click()
  await choose(page, 'Branch', '0105')
  await save(page).click()
  await question.getByRole('button', { name: 'Move terminal' }).press('Enter')
  await expect(pane(page)).toHaveCount(0)
  await page.getByRole('table', { name: 'Terminals' }).locator('tbody').getByRole('link').first().click()
  await pane(page).getByRole('tab', { name: 'Moves' }).click()
  await expect(pane(page).getByRole('listitem')).toHaveText([/0103.*0105/, /0101.*0103/])
})

test('provinces depend on the region, cities on the province, and another region clears both', async ({
  page,
}) => {
  await startSession(page, 'glass')
  await page.goto('/glass/branch/create')
  await expect(pane(page).getByText('Select Region first').first()).toBeVisible()
  await choose(page, 'Region', 'Region III')
  await choose(page, 'Province', 'Tarlac')
  await choose(page, 'City', 'City of Tarlac')
  await combobox(page, 'Province').click()
  await expect(page.getByRole('option', { name: 'Cebu' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await choose(page, 'Region', 'Region VII')
  await expect(combobox(page, 'Province')).toHaveValue('')
  await expect(combobox(page, 'City')).toHaveValue('')
  await choose(page, 'Province', 'Bohol')
})

test('deactivating a company in use first shows its uses with links', async ({ page }) => {
  await startSession(page, 'admin')
  await page.goto('/lookup/company_group?q=NLF')
  await page.getByRole('button', { name: 'Actions of NLF' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  const question = page.getByRole('alertdialog', { name: 'Deactivate NLF?' })
  await expect(question.getByText(/transactions$/)).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('link', { name: /branches$/ }).click()
  await expect(page).toHaveURL(/\/glass\/branch\?.*NLF/)
  await expect(page.getByRole('table', { name: 'Branches' }).locator('tbody tr').first()).toContainText('NLF')
})
