import { expectAccessible } from './axe.ts'
import type { asUpload } from './card-files.ts'
import { signIn, startSession } from './demo-users.ts'
import {
  anId,
  asCsv,
  checkImport,
  csvOf,
  downloaded,
  HEADER,
  importRows,
  lineOf,
  openTenders,
  tab,
} from './import-page.ts'
import { press } from './page-objects.ts'
import { expect, test } from './test.ts'

test('imports from the template over rejected rows to a corrected file', async ({ page }) => {
  await signIn(page, 'lookup', '/lookup/tenders')
  await openTenders(page)
  await press(page, 'Import')
  const template = await downloaded(page, () => page.getByRole('link', { name: 'Download template' }).click())
  expect(template.split(/\r?\n/)[0]).toBe(HEADER)
  await test.step('a file of another kind is refused before the upload', async () => {
    let sent = 0
    await page.route('**/generate_presigned_url', (route) => {
      sent += 1
      return route.continue()
    })
    const dialog = page.getByRole('dialog', { name: 'Import tenders' })
    const choose = (file: ReturnType<typeof asUpload>) =>
      dialog.getByLabel('CSV or Excel files').setInputFiles(file)
    await choose({ ...asCsv('tenders', csvOf()), name: 'tenders.ods' })
    await expect(dialog.getByRole('alert')).toContainText('This kind of spreadsheet can’t be read.')
    await choose(asCsv('nothing', ''))
    await expect(dialog.getByRole('alert')).toContainText('The file is empty.')
    expect(sent).toBe(0)
  })
  await page.keyboard.press('Escape')

  const [good, alsoGood, badCode, badDate] = [anId(), anId(), anId(), anId()]
  const file = csvOf(
    lineOf({ tender_id: good }),
    lineOf({ tender_id: alsoGood }),
    lineOf({ tender_id: badCode, payment_method_code: 'ZZZ' }),
    lineOf({ tender_id: badDate, effective_to: '31/12/2027' }),
  )
  await checkImport(page, asCsv('november', file))
  await expect(tab(page, 'New')).toContainText('2')
  await expect(tab(page, 'To fix')).toContainText('2')
  await expect(page.getByRole('table', { name: 'New rows' })).toContainText(good)

  await tab(page, 'To fix').click()
  const toFix = page.getByRole('grid', { name: 'Rows to fix' })
  await expect(toFix.getByRole('row', { name: /^3 .*ZZZ/ })).toBeVisible()
  await expect(toFix.getByRole('row', { name: /^4 .*31\/12\/2027/ })).toBeVisible()
  await page.reload()
  await expect(toFix.getByRole('row')).toHaveCount(3)

  await tab(page, 'New').click()
  await press(page, 'Import')
  await expect(page.getByText('Select Rows to import')).toBeVisible()
  await page.getByRole('radio', { name: 'All or nothing' }).check()
  await press(page, 'Import')
  await expect(page.getByText(/^2 rows are rejected, so nothing would be written/)).toBeVisible()
  await page.getByRole('radio', { name: 'Valid rows only' }).check()
  await press(page, 'Import')
  await expect(page.getByText('Imported: 2 new, 0 changed.')).toBeVisible()

  const rejected = await downloaded(page, () => press(page, 'Download rejected'))
  expect(rejected.split(/\r?\n/)[0]).toBe(`${HEADER},_errors`)
  expect(rejected).not.toContain(good)
  const corrected = rejected.replace(',ZZZ,', ',CSH,').replace('31/12/2027', '2027-12-31')
  await checkImport(page, asCsv('corrected', corrected))
  await expect(tab(page, 'New')).toContainText('2')
  await expect(tab(page, 'To fix')).toContainText('0')
  await expect(page.getByRole('radiogroup', { name: 'Rows to import' })).toHaveCount(0)
  await press(page, 'Import')
  await expect(page.getByText('Imported: 2 new, 0 changed.')).toBeVisible()
})

test('shows changes with old and new values by field', async ({ page }) => {
  await signIn(page, 'lookup', '/lookup/tenders')
  const [one, other] = [anId(), anId()]
  const rows = [
    { tender_id: one, tender_name: 'Before', payment_method_code: 'DBT' },
    { tender_id: other, tender_name: 'Stays' },
  ]
  await importRows(page, ...rows.map(lineOf))
  const changed = { tender_id: one, tender_name: 'After', payment_method_code: 'CRD' }
  await checkImport(page, asCsv('changed', csvOf(lineOf(changed), lineOf(rows[1] ?? {}))))
  const table = page.getByRole('table', { name: 'Changed rows' })
  await expect(table.getByRole('row', { name: /Payment method DBT CRD$/ })).toBeVisible()
  await expect(table.getByRole('row', { name: /Tender name Before After$/ })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(tab(page, 'Unchanged')).toContainText('1')
  await page.getByRole('button', { name: /^Tender name/ }).click()
  await expect(page).toHaveURL(/field=tender_name/)
  await tab(page, 'Unchanged').click()
  await expect(page.getByRole('table', { name: 'Unchanged rows' })).toContainText(other)
  const download = await downloaded(page, () => press(page, 'Download unchanged rows'))
  expect(download).toContain(other)
  await press(page, 'Import')
  await expect(page.getByText('Imported: 0 new, 1 changed.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open Tenders' })).toBeVisible()

  await test.step('a file without changes offers no import', async () => {
    await checkImport(page, asCsv('same', csvOf(lineOf(changed))))
    await expect(page.getByText('There is nothing to import: 1 row is already in the table.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Import', exact: true })).toHaveCount(0)
    await press(page, 'Cancel')
    await press(page, 'Cancel import')
    await expect(page.getByText('Nothing was imported.')).toBeVisible()
  })
  await test.step('a dropped file starts the import', async () => {
    await openTenders(page)
    const { name, buffer } = asCsv('dropped', csvOf(lineOf({ tender_id: anId() })))
    const data = await page.evaluateHandle(
      ([fileName, text]) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([text], fileName, { type: 'text/csv' }))
        return transfer
      },
      [name, buffer.toString()] as const,
    )
    await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer: data })
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  })
})

test('file:view-all shows the rows of another user’s import only with the permission of its table', async ({
  page,
}) => {
  await signIn(page, 'lookup', '/lookup/tenders')
  const bad = lineOf({ tender_id: anId(), payment_method_code: 'ZZZ' })
  await checkImport(page, asCsv('theirs', csvOf(lineOf({ tender_id: anId() }), bad)))
  const address = page.url()
  await startSession(page, 'auditor')
  await page.goto(address)
  await expect(page.getByRole('table', { name: 'New rows' })).toBeVisible()
  await startSession(page, 'supervisor')
  await page.goto(address)
  await expect(page.getByText('You can’t view the rows of this file')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(0)
})

test('the preview works by keyboard, at 360 px and in both themes', async ({ page }) => {
  await signIn(page, 'lookup', '/lookup/tenders')
  const bad = lineOf({ tender_id: anId(), payment_method_code: 'ZZZ' })
  await checkImport(page, asCsv('keyboard', csvOf(lineOf({ tender_id: anId() }), bad)))
  await expect(page.getByRole('table', { name: 'New rows' })).toBeVisible()
  await expectAccessible(page)
  await tab(page, 'To fix').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid', { name: 'Rows to fix' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page)
  await tab(page, 'New').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: 'All or nothing' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Valid rows only' })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Imported: 1 new, 0 changed.')).toBeVisible()
  await expectAccessible(page)
})
