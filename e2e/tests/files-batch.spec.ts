import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { aFile, asUpload } from './card-files.ts'
import { startSession } from './demo-users.ts'
import { downloaded } from './import-page.ts'
import { press, title, uploadFile } from './page-objects.ts'
import { expect, test } from './test.ts'

const row = (page: Page, name: string) => page.getByRole('table').getByRole('row', { name })
const select = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` }).check()
const dialog = (page: Page) => page.getByRole('dialog')

async function uploadTwo(page: Page, name: string): Promise<[string, string]> {
  await page.goto('/smac_inquiry')
  const files = [asUpload(aFile(3), `${name}-one`), asUpload(aFile(4), `${name}-two`)] as const
  for (const file of files) {
    await uploadFile(page, file)
    await expect(page.getByRole('button', { name: 'Run inquiry' })).toBeVisible()
  }
  return [files[0].name, files[1].name]
}

test('several files are confirmed at once, then run again; refusals are listed', async ({ page }) => {
  await startSession(page, 'agent')
  const [one, two] = await uploadTwo(page, 'batch')
  await page.goto(`/files?q=${one.replace(/-one.*/, '')}`)
  await expect(row(page, one)).toContainText('Awaiting confirmation')
  await select(page, one)
  await select(page, two)
  await press(page, 'Confirm')
  await expect(dialog(page).getByText('7 rows will be looked up.')).toBeVisible()
  await expectAccessible(page)
  await press(page, 'Run inquiries')
  await expect(dialog(page).getByText('Select Purpose')).toBeVisible()
  await dialog(page).getByLabel('Purpose').selectOption('AUDIT')
  await dialog(page).getByLabel('Ticket number').fill('OPS-7')
  await press(page, 'Run inquiries')
  await expect(page.getByText('2 files confirmed')).toBeVisible()
  await expect(row(page, one)).toContainText('Completed')
  await expect(row(page, two)).toContainText('Completed')

  await test.step('a finished file cannot be cancelled', async () => {
    await select(page, one)
    await select(page, two)
    await press(page, 'Cancel files')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel files' }).click()
    const refused = page.getByRole('dialog', { name: '2 of 2 files not cancelled' })
    await expect(refused.getByText('The file is completed, so this is not possible now.')).toHaveCount(2)
    await expectAccessible(page)
    await refused.getByRole('button', { name: 'Close', exact: true }).last().click()
  })

  await test.step('the menu of a row runs its file again', async () => {
    await page.getByRole('button', { name: `Actions of ${two}` }).click()
    await page.getByRole('menuitem', { name: 'Run again' }).click()
    await expect(page.getByText(`${two} runs again: confirm it after its check`)).toBeVisible()
    await expect(row(page, two)).toHaveCount(2)
    await expect(row(page, two).first()).toContainText('Awaiting confirmation')
  })

  await test.step('a file of known content needs a reason', async () => {
    await page
      .getByRole('button', { name: `Actions of ${two}` })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Confirm' }).click()
    await dialog(page).getByLabel('Purpose').selectOption('AUDIT')
    await dialog(page).getByLabel('Ticket number').fill('OPS-7')
    await dialog(page).getByLabel('Reason for running it again').fill('Corrected totals')
    await press(page, 'Run inquiry')
    await expect(page.getByText(`${two} confirmed`)).toBeVisible()
    await expect(row(page, two).first()).toContainText('Completed')
  })
})

test('a cancelled file runs again from its own screen, and its original can be downloaded', async ({
  page,
}) => {
  await startSession(page, 'agent')
  await page.goto('/smac_inquiry')
  const file = asUpload(aFile(3), 'again')
  await uploadFile(page, file)
  await expect(page.getByRole('button', { name: 'Run inquiry' })).toBeVisible()
  const first = page.url()
  await press(page, 'Cancel')
  await expect(page.getByText('To run it later, choose Run again.')).toBeVisible()
  await press(page, 'Cancel file')
  await press(page, 'Run again')
  await expect(page).not.toHaveURL(first)
  await expect(title(page, file.name)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run inquiry' })).toBeVisible()

  await page.goto('/smac_inquiry?tab=file')
  await page
    .getByRole('button', { name: `Actions of ${file.name}` })
    .last()
    .click()
  const text = await downloaded(page, () => page.getByRole('menuitem', { name: 'Download original' }).click())
  expect(text).toBe(file.buffer.toString())
})

test('an upload in progress is in the header of other screens', async ({ page }) => {
  await startSession(page, 'agent')
  await page.goto('/smac_inquiry?tab=file')
  const gate = Promise.withResolvers<void>()
  await page.route('**/storage/**', async (route) => {
    await gate.promise
    await route.continue()
  })
  const file = asUpload(aFile(3), 'elsewhere')
  await page.getByLabel('Upload file').setInputFiles(file)
  await expect(page.getByRole('list', { name: 'Uploads' }).getByText('Uploading')).toBeVisible()
  const status = page.getByRole('link', { name: `Uploading ${file.name}`, exact: false })
  await expect(status).toBeHidden()
  await page.getByRole('link', { name: 'Files', exact: true }).click()
  await expect(status).toContainText('%')
  await expectAccessible(page)
  await status.click()
  await expect(page.getByRole('progressbar', { name: `Upload of ${file.name}` })).toBeVisible()
  await expect(status).toBeHidden()
  gate.resolve()
})
