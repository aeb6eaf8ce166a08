import { expectAccessible } from './axe.ts'
import { signIn } from './demo-users.ts'
import {
  anId,
  asCsv,
  callApi,
  checkImport,
  downloaded,
  findTender,
  HEADER,
  importRows,
  lineOf,
  openTenders,
} from './import-page.ts'
import { press, title } from './page-objects.ts'
import { expect, test } from './test.ts'

const download = { name: 'Download', exact: true } as const

test('exports the filtered list and reports it in the notifications', async ({ page }) => {
  await signIn(page, 'lookup', '/lookup/tenders')
  const [one, other] = [anId(), anId()]
  // A cell that a spreadsheet would run.
  const name = `=Exported ${one}`
  await importRows(
    page,
    lineOf({ tender_id: one, tender_name: name }),
    lineOf({ tender_id: other, tender_name: `${name} too` }),
  )
  await page.goto(`/lookup/tenders?q=${encodeURIComponent(name)}&sort=-tender_id`)
  await expect(page.getByText('1–2 of 2')).toBeVisible()
  await press(page, 'Export')
  const forms = page.getByRole('dialog', { name: 'Export' })
  await expect(forms).toContainText('2 rows, on all pages')
  await expectAccessible(page, '[popover]:popover-open')
  await forms.getByRole('button', { name: /^Current view/ }).click()
  const toast = page.getByRole('status').filter({ hasText: 'is ready to download: 2 rows' })
  const text = await downloaded(page, () => toast.getByRole('button', download).press('Enter'))
  const lines = text.trim().split(/\r?\n/)
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain(other > one ? other : one)

  await press(page, 'Export')
  await page.getByRole('button', { name: /^Re-importable template/ }).click()
  const template = await downloaded(page, () => toast.getByRole('button', download).press('Enter'))
  expect(template.split(/\r?\n/)[0]).toBe(HEADER)
  expect(template).toContain(`'${name}`)

  await page.getByRole('button', { name: /^Notifications/ }).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  // The earlier of the two.
  const again = panel.getByRole('button', { name: /^Download: .* is ready to download/ }).last()
  expect(await downloaded(page, () => again.click())).toBe(text)
  await panel
    .getByRole('link', { name: /^Open: / })
    .last()
    .click()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(/Lookup.*Tenders.*Export/)
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tenders' }),
  ).toHaveAttribute('aria-current', 'true')
  await expect(page.getByText('2 rows exported.')).toBeVisible()
  await expectAccessible(page)
})

test('a file that ends while its owner is on another screen leaves a notification', async ({ page }) => {
  const stream = page.waitForResponse(/\/file_tracker\/events$/)
  await signIn(page, 'lookup', '/lookup/tenders')
  await stream
  const id = anId()
  const file = asCsv('elsewhere', `${HEADER}\r\n${lineOf({ tender_id: id })}\r\n`)
  await checkImport(page, file)
  const source_filekey = new URL(page.url()).pathname.split('/').at(-1)
  await page.getByRole('link', { name: 'Operational Dashboard' }).first().click()
  await expect(title(page, 'Operational Dashboard')).toBeVisible()
  await callApi(page, '/lookup/tenders/import', { source_filekey })
  await page.getByRole('button', { name: /^Notifications, \d\+? new/ }).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel).toContainText(`${file.name} is imported into Tenders: 1 new, 0 changed`)
  await panel.getByRole('link', { name: /^Open: / }).click()
  await expect(title(page, file.name)).toBeVisible()

  await test.step('an action on all matching rows shows the outcome of the rows', async () => {
    const { source_filekey } = await callApi<{ source_filekey: string }>(page, '/lookup/tenders/all', {
      action: 'deactivate',
      selection: { filters: { tender_id: { in: [id] } } },
      count: 1,
    })
    await page.goto(`/files/${source_filekey}`)
    await expect(page.getByText('1 row deactivated.')).toBeVisible()
    await expect(page.getByLabel('Counts')).toContainText('Done1')
    expect(await downloaded(page, () => press(page, 'Download outcomes'))).toContain(id)
    await expectAccessible(page)
    await openTenders(page)
    expect(await findTender(page, id)).toMatchObject({ status: 'INACTIVE' })
  })
})

test('an export is a workbook by the format that the user chose last, by keyboard', async ({ page }) => {
  await signIn(page, 'glass', '/glass/payment_method')
  await page.getByRole('button', { name: 'Export' }).press('Enter')
  const forms = page.getByRole('dialog', { name: 'Export' })
  const choose = async (format: string, key: string) => {
    await forms.getByRole('radio', { checked: true }).press(key)
    await expect(forms.getByRole('radio', { name: format })).toBeChecked()
  }
  await choose('Excel (.xlsx)', 'ArrowRight')
  await forms.getByRole('button', { name: /^Current view/ }).press('Enter')
  const toast = page.getByRole('status').filter({ hasText: 'is ready to download' })
  const saved = page.waitForEvent('download')
  await toast.getByRole('button', download).press('Enter')
  const workbook = await saved
  expect(workbook.suggestedFilename()).toMatch(/\.xlsx$/)
  const [bytes] = await (await workbook.createReadStream()).take(1).toArray()
  expect(String(bytes).slice(0, 2)).toBe('PK')

  await test.step('the file offers both formats', async () => {
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await page.getByRole('link', { name: /^Open: / }).click()
    await expect(page.getByRole('button', { name: 'Download (Excel)' })).toBeVisible()
    await press(page, 'Formats of the result')
    await expectAccessible(page, '[popover]:popover-open')
    const text = await downloaded(page, () => page.getByRole('menuitem', { name: 'CSV' }).press('Enter'))
    expect(text).toContain('Payment method')
    await expect(page.getByRole('button', download)).toBeVisible()
  })
})
