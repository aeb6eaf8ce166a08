import type { Page } from '@playwright/test'
import { aFile, asUpload } from './cards.ts'
import { emailOf, PASSWORD } from './people.ts'
import { expect, test } from './test.ts'

/** Tabs on until the named control has the focus. */
async function tabTo(page: Page, role: 'button' | 'link' | 'combobox', name: string): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true }).first()
  await expect(wanted).toBeVisible()
  for (let press = 0; press < 40; press += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${name} is not reached with the Tab key.`)
}

test('the main job by keyboard alone', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(emailOf('agent'))
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Operational Dashboard' })).toBeVisible()

  await tabTo(page, 'link', 'SMAC Inquiry')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'SMAC Inquiry' })).toBeFocused()
  await tabTo(page, 'button', 'Upload file')
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  const upload = asUpload(aFile(6), 'keyboard')
  await (await chooser).setFiles(upload)

  await expect(page.getByRole('heading', { level: 1, name: upload.name })).toBeVisible()
  await tabTo(page, 'combobox', 'Purpose')
  await page.keyboard.press('R')
  await tabTo(page, 'button', 'Run inquiry')
  await page.keyboard.press('Enter')
  await expect(page.getByText('All 6 rows answered.')).toBeVisible()
  await tabTo(page, 'button', 'Download result')
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  await download
})
