import type { Page } from '@playwright/test'
import { aFile, asUpload } from './card-files.ts'
import { signIn } from './demo-users.ts'
import { anId, asCsv, checkImport, csvOf, lineOf, tab } from './import-page.ts'
import { uploadFile } from './page-objects.ts'
import { expect, test } from './test.ts'

const grid = (page: Page) => page.getByRole('grid', { name: 'Rows to fix' })
const focused = (page: Page) => page.locator('[role="gridcell"]:focus')

test('bad cells of an import are corrected by keyboard, checked and imported', async ({ page }) => {
  await signIn(page, 'lookup', '/lookup/tenders')
  const ids = [anId(), anId(), anId(), anId()]
  const [good = '', code = '', date = '', name = ''] = ids
  const file = csvOf(
    lineOf({ tender_id: good }),
    lineOf({ tender_id: code, payment_method_code: 'ZZZ' }),
    lineOf({ tender_id: date, effective_to: '31/12/2027' }),
    lineOf({ tender_id: name, tender_name: '' }),
  )
  await checkImport(page, asCsv('fix', file))
  await tab(page, 'To fix').focus()
  await page.keyboard.press('Enter')
  await expect(grid(page).getByRole('row')).toHaveCount(4)

  await test.step('a code from the list, a date and a name', async () => {
    await page.getByRole('button', { name: /^Next error/ }).focus()
    await page.keyboard.press('Enter')
    // The first problem is active at first; its next one is the date.
    await expect(focused(page)).toContainText('31/12/2027')
    await page.keyboard.type('31 Dec 2027')
    await page.keyboard.press('Enter')
    await expect(grid(page).getByText('31 Dec 2027')).toBeVisible()
    await page.keyboard.press('F8')
    // The first problem follows the last one.
    await expect(focused(page)).toContainText('ZZZ')
    await page.keyboard.press('Enter')
    await page.keyboard.type('a')
    // In a low window the list cannot show all options, and the row of the tag comes after them.
    await page.setViewportSize({ width: 1280, height: 400 })
    await expect(page.getByRole('option', { name: 'CRD Credit card' })).toBeAttached()
    await expect(page.getByText('Press enter to create a tag')).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.keyboard.press('Backspace')
    await page.keyboard.type('CSH')
    await page.getByRole('option', { name: 'CSH Cash' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('F8')
    await expect(focused(page)).toContainText('Missing')
    await page.keyboard.type('Instalments')
    await page.keyboard.press('Tab')
    await expect(page.getByText('3 fixed rows are imported after a re-check.')).toBeVisible()
  })

  await test.step('unsaved corrections ask before the page is left', async () => {
    await page.getByRole('link', { name: 'Trancodes', exact: true }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
    await expect(grid(page)).toContainText('was ZZZ')
  })

  await page.getByRole('button', { name: 'Re-check' }).press('Enter')
  const start = page.getByRole('button', { name: 'Import 4 rows' })
  await expect(start).toBeFocused()
  await expect(page.getByText('Every row can be imported.')).toBeVisible()
  await expect(tab(page, 'To fix')).toContainText('0')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Imported: 4 new, 0 changed.')).toBeVisible()
})

test('the whole number of a card is only in the cell that its owner corrects', async ({ page }) => {
  await signIn(page, 'agent', '/smac_inquiry')
  await uploadFile(page, asUpload(aFile(3, { invalid: true }), 'fix'))
  const cell = grid(page).getByRole('gridcell', { name: 'Check digit is wrong' })
  await expect(cell).toContainText('••••')
  await cell.focus()
  await page.keyboard.press('Enter')
  const input = grid(page).getByRole('textbox', { name: 'Card number' })
  await expect(input).toHaveValue(/^\d{16}$/)
  const whole = await input.inputValue()
  await page.keyboard.press('Escape')
  await expect(focused(page)).toContainText('••••')
  expect(await page.content()).not.toContain(whole)
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain(whole)
})
