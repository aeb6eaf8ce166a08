import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { aCase } from './case-records.ts'
import { signIn } from './demo-users.ts'
import { expect, test } from './test.ts'
import { pane } from './user-records.ts'

const row = (page: Page, caseNo: string) => page.getByRole('row').filter({ hasText: caseNo })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name })

test('rows, the case, its draft and its end by keyboard', async ({ page }) => {
  await signIn(page, 'supervisor', '/cases?f.view=UNASSIGNED')
  const { case_no: caseNo, ticket_no } = await aCase(page)
  const { case_no: secondNo } = await aCase(page, { ticket_no })
  await page.keyboard.press('/')
  await page.keyboard.type(ticket_no)
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page).toHaveURL(new RegExp(`q=${ticket_no}`))
  const link = row(page, caseNo).getByRole('link')
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, new RegExp(caseNo))).toBeFocused()
  await pane(page, new RegExp(caseNo)).getByRole('textbox', { name: 'Note' }).fill('A draft')
  await page
    .getByRole('button', { name: /^(Next|Previous)$/ })
    .and(page.locator(':not([aria-disabled])'))
    .click()
  await expect(heading(page, new RegExp(secondNo))).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('')
  await page.goBack()
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('A draft')
  await heading(page, new RegExp(caseNo)).focus()
  await page.keyboard.press('Escape')
  await expect(link).toBeFocused()
  await page.keyboard.press('x')
  const selected = page.getByRole('toolbar', { name: 'Actions on the selected rows' })
  await expect(selected).toContainText('1 selected')
  await selected.getByRole('button', { name: 'Resolve…' }).press('Enter')
  const resolve = page.getByRole('dialog', { name: `Resolve ${caseNo}` })
  await resolve.getByLabel('Resolution').selectOption('Corrected')
  await resolve.getByRole('button', { name: 'Resolve' }).press('Enter')
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('the list and a case fit 360 px', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'supervisor', '/cases?f.view=OPEN')
  const { case_no: caseNo, ticket_no } = await aCase(page)
  await page.goto(`/cases?f.view=OPEN&q=${ticket_no}`)
  await expect(page.getByText('by due')).toBeVisible()
  await expect(page.getByRole('link', { name: /^All open/ })).toBeInViewport()
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
  expect(await fits()).toBe(true)
  await expectAccessible(page)
  await row(page, caseNo).click()
  await expect(heading(page, new RegExp(caseNo))).toBeVisible()
  await expect(page.getByText('Live, checked at')).toBeVisible()
  expect(await fits()).toBe(true)
  await expectAccessible(page)
  // Another screen opens without a page load.
  await page.evaluate(() => history.pushState(null, '', '/files'))
  await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
})
