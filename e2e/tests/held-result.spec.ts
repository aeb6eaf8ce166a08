import { readFile } from 'node:fs/promises'
import { passesLuhn } from '@backoffice/contract/card-number'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { asUpload, daysAgo } from './card-files.ts'
import { signIn } from './demo-users.ts'
import { runInquiry, uploadFile } from './page-objects.ts'
import { expect, test } from './test.ts'

/** A demo card, known by its last four digits. */
const TARGET = '9999000000004568'

/** The lowest valid numbers with the programme's prefix and these last four digits. */
function candidates(count: number): string[] {
  const found: string[] = []
  for (let middle = 0; found.length < count; middle++) {
    const number = `999900${String(middle).padStart(6, '0')}${TARGET.slice(-4)}`
    if (passesLuhn(number)) found.push(number)
  }
  return found
}

async function download(page: Page, press: () => Promise<void>) {
  const arriving = page.waitForEvent('download')
  await press()
  const file = await arriving
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('holds a search for a card by its last four digits until a colleague releases it', async ({
  page,
  browser,
}) => {
  const range = `${daysAgo(20)},${daysAgo(2)}`
  const rows = candidates(1_001).map((number, index) => `${number},${range},R-${index + 1}`)
  const invalid = `${TARGET.slice(0, -1)}0,${range},R-bad`
  const upload = asUpload(
    ['card_number,date_from,date_to,reference_no', ...rows, invalid, ''].join('\r\n'),
    'guesses',
  )
  await signIn(page, 'agent', '/smac_inquiry')
  await uploadFile(page, upload)
  await runInquiry(page)
  await expect(page.getByText('The result is held for a check.')).toBeVisible()
  await expect(
    page.getByText(/^Too many cards of its uploader that were not found share the same last four digits/),
  ).toBeVisible()
  await expect(page.getByLabel('Counts')).toContainText('Processed1,002')
  await expect(page.getByLabel('Counts')).not.toContainText('Found')
  await expect(page.getByRole('button', { name: /^Download (result|for)/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Release result' })).toHaveCount(0)
  expect(await page.content()).not.toContain(TARGET)
  await expectAccessible(page)

  const context = await browser.newContext()
  const colleague = await context.newPage()
  await signIn(colleague, 'supervisor', new URL(page.url()).pathname)
  await colleague.getByRole('button', { name: 'Release result' }).click()
  const dialog = colleague.getByRole('dialog', { name: 'Release this result?' })
  await dialog.getByRole('button', { name: 'Release result' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Enter Reason/)
  await expectAccessible(colleague)
  await dialog.getByLabel('Reason').fill('Asked the agent, OPS-77')
  await dialog.getByRole('button', { name: 'Release result' }).click()
  await expect(colleague.getByText(/The result was held for a check\. Released by/)).toBeVisible()
  await expect(page.getByText(/Released by .*Asked the agent, OPS-77/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Found 1', exact: true })).toBeVisible()
  const own = await download(page, () => page.getByRole('button', { name: 'Download result' }).click())
  expect(own.text).toContain(`${TARGET},`)
  await expect(page.getByRole('button', { name: 'Download whole numbers' })).toHaveCount(0)

  await test.step('the result of another user is a masked copy; whole numbers need a reason and a ticket', () =>
    downloadsOfAnother(colleague, own.text))
  await context.close()
})

async function downloadsOfAnother(colleague: Page, own: string): Promise<void> {
  const masked = await download(colleague, () =>
    colleague.getByRole('button', { name: 'Download result' }).click(),
  )
  expect(masked.name).toMatch(/_result_masked\.csv$/)
  expect(masked.text).toContain(`•••• ${TARGET.slice(-4)},`)
  expect(masked.text).not.toContain(TARGET)

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
  expect(whole.text).toBe(own)
  await expect(dialog).toHaveCount(0)
  await colleague.getByRole('button', { name: 'Download rejected' }).click()
  await expect(colleague.getByRole('dialog', { name: 'Download rejected?' })).toBeVisible()
}
