import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { aFile, asUpload } from './cards.ts'
import { runInquiry, uploadFile } from './inquiry.ts'
import { emailOf, fillSignIn, PASSWORD, signIn } from './people.ts'
import { expect, test } from './test.ts'

const themes = ['light', 'dark'] as const

async function expectClean(page: Page): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze()
    const said = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    expect(said, colorScheme).toEqual([])
  }
}

test('sign-in, plain and refused', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeVisible()
  await expectClean(page)
  await fillSignIn(page, 'nobody@backoffice.test', 'Wrong#password1')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Email').fill('x')
  await page.getByLabel('Password').focus()
  await expectClean(page)
})

test('dashboard, no access and not found', async ({ page }) => {
  await signIn(page, 'viewer')
  await expect(page.getByText('received today')).toBeVisible()
  await expectClean(page)
  await page.goto('/smac_inquiry')
  await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible()
  await expectClean(page)
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expectClean(page)
})

test('a broken screen, and the server away', async ({ page }) => {
  await signIn(page, 'agent')
  await page.route('**/file_tracker/specific?**', (route) => route.fulfill({ json: { resource: 7 } }))
  await page.goto('/files/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Internal Server Error' })).toBeVisible()
  await expectClean(page)
  await page.goto('/smac_inquiry')
  await expect(page.getByRole('heading', { level: 1, name: 'SMAC Inquiry' })).toBeVisible()
  await page.route(/\/(api|health)\//, (route) => route.abort('connectionrefused'))
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await expect(page.getByText('The server cannot be reached.', { exact: true })).toBeVisible()
  await expectClean(page)
})

test('a file from its dry run to its result, and the lists', async ({ page }) => {
  await signIn(page, 'agent')
  await uploadFile(page, asUpload(aFile(20, { invalid: true, duplicate: true, undated: true }), 'axe'))
  await page.getByRole('button', { name: 'Run inquiry' }).click()
  await expect(page.getByText('Select Purpose')).toBeVisible()
  await expectClean(page)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectClean(page)
  await page.keyboard.press('Escape')
  await page.getByLabel('Date from').fill('2026-10-01')
  await page.getByLabel('Date to').fill('2026-10-20')
  await runInquiry(page)
  await expect(page.getByText('Completed with errors')).toBeVisible()
  await expectClean(page)
  await page.getByRole('link', { name: 'SMAC Inquiry' }).first().click()
  await expect(page.getByRole('table', { name: 'Past inquiries' })).toBeVisible()
  await expectClean(page)
})

test('a narrow screen: the menu opens over it and gives the focus back', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/login')
  await fillSignIn(page, emailOf('agent'), PASSWORD)
  await expect(page.getByText('received today')).toBeVisible()
  const open = page.getByRole('button', { name: 'Open menu' })
  await open.click()
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeFocused()
  await expectClean(page)
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
  await open.click()
  await page.getByRole('link', { name: 'SMAC Inquiry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'SMAC Inquiry' })).toBeVisible()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})
