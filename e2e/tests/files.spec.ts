import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { aFile, asUpload } from './card-files.ts'
import { startSession } from './demo-users.ts'
import { anId, asCsv, checkImport, csvOf, downloaded, lineOf } from './import-page.ts'
import { press, title, uploadFile } from './page-objects.ts'
import { expect, test } from './test.ts'

const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Files' }).getByRole('row', { name })

async function openFiles(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Files' }).click()
  await expect(title(page, 'Files')).toBeVisible()
}

test('a lookup maintainer finds an import in the list of files, and returns to it from a missing file', async ({
  page,
}) => {
  await startSession(page, 'lookup')
  await page.goto('/lookup/tenders')
  const file = asCsv('listed', csvOf(lineOf({ tender_id: anId() })))
  await checkImport(page, file)
  await openFiles(page)
  await expect(row(page, file.name)).toContainText('Tenders')
  await expect(row(page, file.name)).toContainText('Import')
  await expect(row(page, file.name)).toContainText('Ready to import')
  await expectAccessible(page)
  await row(page, file.name).getByRole('link').click()
  await expect(title(page, file.name)).toBeVisible()

  await page.goto('/files/00000000-0000-4000-8000-000000000000')
  await page.getByRole('link', { name: 'View tracked files' }).click()
  await expect(page).toHaveURL('/files')
  await expect(row(page, file.name)).toBeVisible()
  await page.goto('/operational_dashboard')
  await page
    .getByRole('region', { name: 'Files', exact: true })
    .getByRole('link', { name: 'To confirm' })
    .click()
  await expect(page).toHaveURL(/\/files\?f\.kind=inquiry~import&f\.state=AWAITING_CONFIRMATION$/)
  await expect(row(page, file.name)).toBeVisible()
})

test('users see their own files, and with permission all files; filters, views and export apply', async ({
  page,
}) => {
  await startSession(page, 'agent')
  await page.goto('/smac_inquiry')
  const upload = asUpload(aFile(3), 'listed')
  await uploadFile(page, upload)
  await openFiles(page)
  await expect(row(page, upload.name)).toContainText('SMAC Inquiry')
  await test.step('shows files as cards at 360 px', async () => {
    const size = page.viewportSize()
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(row(page, upload.name)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await expectAccessible(page)
    if (size) await page.setViewportSize(size)
  })

  await startSession(page, 'lookup')
  await page.goto(`/files?q=${upload.name}`)
  await expect(page.getByText('No file matches')).toBeVisible()

  await startSession(page, 'auditor')
  await page.goto(`/files?q=${upload.name}&f.category=SMAC_INQUIRY`)
  await expect(row(page, upload.name)).toBeVisible()
  await page.getByRole('button', { name: /^(View )?All files/ }).click()
  await press(page, 'Save as a new view…')
  await page.getByLabel('Name', { exact: true }).fill(upload.name)
  await press(page, 'Save')
  await expect(page).toHaveURL(/view=/)
  await page.keyboard.press('Escape')
  await press(page, 'Export')
  await page.getByRole('button', { name: /^Current view/ }).click()
  const toast = page.getByRole('status').filter({ hasText: 'is ready to download: 1 row' })
  const text = await downloaded(page, () =>
    toast.getByRole('button', { name: 'Download', exact: true }).press('Enter'),
  )
  const [head, line] = text.split(/\r?\n/)
  expect(head).toBe('Name,Category,Type,State,Rows,Owner,Created')
  expect(line).toContain(`${upload.name},SMAC Inquiry,Inquiry,Awaiting confirmation,3,`)
})
