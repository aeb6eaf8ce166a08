import { expectAccessible } from './axe.ts'
import { aFile, asUpload } from './card-files.ts'
import { signIn } from './demo-users.ts'
import { runInquiry, uploadFile } from './page-objects.ts'
import { expect, test } from './test.ts'

test('reads a result by keyboard, by outcome and last four digits, and opens a row as single inquiry', async ({
  page,
}) => {
  await signIn(page, 'agent', '/smac_inquiry')
  await uploadFile(page, asUpload(aFile(30, { invalid: true, duplicate: true }), 'on-screen'))
  await runInquiry(page, 'OPS-20440')
  const table = page.getByRole('table', { name: 'Result' })
  const rows = table.locator('tr[data-id]')
  await expect(rows).toHaveCount(25)
  await expect(page.getByText('1–25 of 32')).toBeVisible()
  expect(await page.content()).not.toMatch(/\d{16}/)
  await expectAccessible(page)

  await page.getByRole('button', { name: /^Invalid/ }).press('Enter')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Check digit is wrong')
  await expect(page).toHaveURL(/outcome=INVALID/)
  await page.getByRole('button', { name: /^All/ }).press('Enter')
  await expect(rows).toHaveCount(25)

  await page.keyboard.press('/')
  await page.keyboard.type('0011')
  await expect(rows).not.toHaveCount(25)
  await expect(rows.first()).toContainText('•••• 0011')
  await expect(page).not.toHaveURL(/0011/)

  const link = table.getByRole('link', { name: 'row 1', exact: true })
  await link.focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Actions of row 1', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Open as single inquiry' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/smac_inquiry$/)
  const form = page.getByRole('form', { name: 'Single inquiry' })
  await expect(form.getByLabel('Ticket number')).toHaveValue('OPS-20440')
  await expect(form.getByLabel('Purpose')).toHaveValue('RECONCILIATION')
  await expect(form.getByLabel('Card number')).toHaveAttribute('placeholder', '•••• 0011')
  await form.getByRole('button', { name: 'Run inquiry' }).press('Enter')
  await expect(page.getByText(/^Card •••• 0011, active\./)).toBeVisible()
})
