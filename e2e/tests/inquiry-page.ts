import { expect, type Page } from '@playwright/test'
import type { asUpload } from './card-files.ts'

type Upload = ReturnType<typeof asUpload>

/** Uses links, so that the page stays loaded. */
export async function openFiles(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'SMAC Inquiry' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'SMAC Inquiry' })).toBeVisible()
  await page.getByRole('link', { name: 'From a file' }).click()
}

export async function uploadFile(page: Page, upload: Upload): Promise<void> {
  await openFiles(page)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload file' }).click()
  await (await chooser).setFiles(upload)
  await expect(page.getByRole('heading', { level: 1, name: upload.name })).toBeVisible()
}

export async function runInquiry(page: Page, ticket = 'OPS-1'): Promise<void> {
  await page.getByLabel('Purpose').selectOption({ label: 'Reconciliation' })
  await page.getByLabel('Ticket number').fill(ticket)
  await page.getByRole('button', { name: 'Run inquiry' }).click()
}
