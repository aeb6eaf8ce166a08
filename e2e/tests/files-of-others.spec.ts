import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { ACTIVE, aFile, asUpload } from './card-files.ts'
import { signIn } from './demo-users.ts'
import { runInquiry, uploadFile } from './inquiry-page.ts'
import { expect, test } from './test.ts'

async function download(page: Page, press: () => Promise<void>) {
  const arriving = page.waitForEvent('download')
  await press()
  const file = await arriving
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('the result of another user is a masked copy; whole numbers need a reason and a ticket', async ({
  page,
  browser,
}) => {
  await signIn(page, 'agent', '/smac_inquiry')
  await uploadFile(page, asUpload(aFile(3, { invalid: true }), 'of-another'))
  await runInquiry(page)
  const result = page.getByRole('button', { name: 'Download result' })
  const own = await download(page, () => result.click())
  expect(own.text).toContain(ACTIVE)
  await expect(page.getByRole('button', { name: 'Download whole numbers' })).toHaveCount(0)

  const context = await browser.newContext()
  const colleague = await context.newPage()
  await signIn(colleague, 'supervisor', new URL(page.url()).pathname)
  const masked = await download(colleague, () =>
    colleague.getByRole('button', { name: 'Download result' }).click(),
  )
  expect(masked.name).toMatch(/_result_masked\.csv$/)
  expect(masked.text).toContain(`•••• ${ACTIVE.slice(-4)},`)
  expect(masked.text).not.toContain(ACTIVE)

  await colleague.getByRole('button', { name: 'Download whole numbers' }).click()
  const dialog = colleague.getByRole('dialog', { name: 'Download whole numbers?' })
  await dialog.getByRole('button', { name: 'Download', exact: true }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Select Reason/)
  await expectAccessible(colleague)
  await dialog.getByLabel('Reason').selectOption('FRAUD_REVIEW')
  await dialog.getByLabel('Ticket number').fill('OPS-8')
  const whole = await download(colleague, () =>
    dialog.getByRole('button', { name: 'Download', exact: true }).click(),
  )
  expect(whole.text).toBe(own.text)
  await expect(dialog).toHaveCount(0)
  await colleague.getByRole('button', { name: 'Download rejected' }).click()
  await expect(colleague.getByRole('dialog', { name: 'Download rejected?' })).toBeVisible()
  await context.close()
})
