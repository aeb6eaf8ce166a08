import { expectAccessible } from './axe.ts'
import { signIn } from './demo-users.ts'
import { asCsv } from './import-page.ts'
import { press } from './page-objects.ts'
import { expect, test } from './test.ts'

/** A file of another system, with 5 branches. */
function branches(name: string, digit: number) {
  const header = 'Company;Store no.;Store name;Format;Region;Prov.;City'
  const row = (at: number) => `NLF;9${digit}${at}1;Store ${digit}${at};Fuel;Region III;Tarlac;Capas`
  return asCsv(name, `${[header, ...[1, 2, 3, 4, 5].map(row)].join('\r\n')}\r\n`)
}

test('columns of several foreign files are matched once, by keyboard, and remembered', async ({ page }) => {
  await signIn(page, 'glass', '/glass/branch')
  const upload = async (...files: ReturnType<typeof asCsv>[]) => {
    await press(page, 'Import')
    await page.getByRole('dialog').getByLabel('CSV or Excel files').setInputFiles(files)
  }
  const [first, second] = [branches('branches-first', 1), branches('branches-second', 2)]
  await upload(first, second)
  await expect(page.getByRole('heading', { level: 1, name: first.name })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Columns of the file' })).toContainText('Matched by name')
  await expect(page.getByLabel(`Use it for 1 more file with the same columns: ${second.name}`)).toBeChecked()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Use one value for Establishment…' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Establishment', exact: true })).toBeFocused()
  await page.keyboard.type('dept')
  await page.getByRole('option', { name: /^DEPTSTORE/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('link', { name: second.name })).toBeVisible()

  await test.step('the matching of a checked file can be changed', async () => {
    await press(page, 'Change matching')
    await expect(page.getByRole('combobox', { name: 'Field for column A Company' })).toHaveValue(
      'company_code',
    )
    await press(page, 'Back')
    await expect(page.getByRole('button', { name: 'Change matching' })).toBeVisible()
  })
  await test.step('the other file is checked with the same matching', async () => {
    await page.goto('/files')
    await expect(page.getByRole('row', { name: second.name })).toContainText('Rows to fix')
  })
  await test.step('the next file with these columns matches by itself', async () => {
    await page.goto('/glass/branch')
    await upload(branches('branches-third', 3))
    await expect(page.getByText(/ matched, as on /)).toBeVisible()
  })
})
